import { openSync, readSync } from 'node:fs'
import type { HoldTimes } from './lock-holds.ts'

/** What the scheduler counted for a thread, in nanoseconds. */
interface Scheduled {
  readonly ran: number
  readonly waited: number
}

const text = Buffer.alloc(128)
let file: number | null | undefined

/**
 * Of this thread. Opened once: the file then stays that of the thread that opened it.
 * https://docs.kernel.org/scheduler/sched-stats.html
 */
function scheduled(): Scheduled | null {
  try {
    file ??= process.platform === 'linux' ? openSync('/proc/thread-self/schedstat', 'r') : null
    if (file === null) return null
    const [ran, waited] = text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)).split(' ')
    return { ran: Number(ran), waited: Number(waited) }
  } catch {
    file = null
    return null
  }
}

const NS_A_MS = 1e6

/** Begins to measure a hold; the function it gives tells how long it was so far. */
export function startHoldTimer(): () => HoldTimes {
  const before = scheduled()
  const since = performance.now()
  return () => {
    const ms = performance.now() - since
    const after = before && scheduled()
    if (before === null || after === null) return { ms, processorMs: null, waitedMs: null }
    return {
      ms,
      processorMs: (after.ran - before.ran) / NS_A_MS,
      waitedMs: (after.waited - before.waited) / NS_A_MS,
    }
  }
}
