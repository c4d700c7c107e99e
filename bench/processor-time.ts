import type pg from 'pg'
import { childrenMs, parentOf } from './peers/processor-seconds.ts'

/** Milliseconds of the processors: those of this program, and those of the server. */
export interface ProcessorTime {
  readonly program: number
  readonly server: number
}

/** Measures work on a PostgreSQL of this machine by what it takes of the processors: how busy the machine is hardly matters then. */
export async function processorTimer(client: pg.Client) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = parentOf(rows[0]!.pid)
  return async (work: () => Promise<unknown>): Promise<ProcessorTime> => {
    const before = childrenMs(server)
    const own = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(own)
    // What a child used that ended meanwhile, such as a vacuum, is not known.
    const children = [...childrenMs(server)]
    const used = children.reduce((sum, [child, ms]) => sum + ms - (before.get(child) ?? 0), 0)
    return { program: (user + system) / 1_000, server: used }
  }
}

/** Of several blocks the one that took the least of both together. */
export const leastOf = (blocks: readonly ProcessorTime[]): ProcessorTime =>
  blocks.reduce((a, b) => (b.program + b.server < a.program + a.server ? b : a))
