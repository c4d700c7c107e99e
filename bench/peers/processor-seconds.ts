import { readdirSync, readFileSync } from 'node:fs'

/* What processes have used of the processors, by /proc of Linux. */

const TICKS_A_SECOND = 100

interface Stat {
  readonly pid: number
  readonly parent: number
  readonly ownTicks: number
  readonly endedChildrenTicks: number
}

/** Null for a process that is gone. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field is the name of the program, which may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (field: number) => Number(fields[field - 3])
    return { pid, parent: at(4), ownTicks: at(14) + at(15), endedChildrenTicks: at(16) + at(17) }
  } catch {
    return null
  }
}

export const parentOf = (pid: number): number => statOf(pid)!.parent

/** Of one process, all its threads included. */
export const processorSeconds = (pid: number): number => (statOf(pid)?.ownTicks ?? 0) / TICKS_A_SECOND

/** Of a process and its children, those that ended included. */
export function familySeconds(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []))
  const parent = all.find((one) => one.pid === pid)!
  const children = all.filter((one) => one.parent === pid)
  const ticks = children.reduce((sum, one) => sum + one.ownTicks + one.endedChildrenTicks, 0)
  return (ticks + parent.ownTicks + parent.endedChildrenTicks) / TICKS_A_SECOND
}

/**
 * Milliseconds of the processors that each child of a process has used, to the microsecond: those of a server that starts a process for
 * each connection. https://docs.kernel.org/scheduler/sched-stats.html
 */
export function childrenMs(pid: number): ReadonlyMap<string, number> {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(Number(name))?.parent === pid)
  return new Map(children.map((child) => [child, scheduledMs(child)]))
}

function scheduledMs(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}
