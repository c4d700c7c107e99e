/** Whether a transaction has the write lock, and whether for so long that others wait. */
export type HoldStage = 'none' | 'short' | 'long'

/** One hold of the write lock: how long it was, and for how long its thread had the processor or waited for it. */
export interface HoldTimes {
  readonly ms: number
  /** Null where the system does not tell: only Linux does. */
  readonly processorMs: number | null
  readonly waitedMs: number | null
}

/** How long one kind of work held the write lock. */
export interface LockHold {
  /** The function of the store that held it. */
  readonly name: string
  readonly count: number
  readonly longestMs: number
  /** The longest holds, the longest first. */
  readonly longest: readonly HoldTimes[]
}

/** Keeps, for each kind of work, how often and how long at most it held the write lock. */
export interface LockHolds {
  readonly record: (name: string, hold: HoldTimes) => void
  /** The longest first. */
  readonly list: () => LockHold[]
}

/** So many holds of each kind are kept. */
const KEPT = 10

export function createLockHolds(): LockHolds {
  const holds = new Map<string, { count: number; longest: readonly HoldTimes[] }>()
  return {
    record(name, hold) {
      const known = holds.get(name) ?? { count: 0, longest: [] }
      holds.set(name, known)
      known.count++
      if (known.longest.length < KEPT || hold.ms > known.longest.at(-1)!.ms)
        known.longest = [...known.longest, hold].sort((one, other) => other.ms - one.ms).slice(0, KEPT)
    },
    list: () =>
      [...holds]
        .map(([name, { count, longest }]) => ({ name, count, longestMs: longest[0]!.ms, longest }))
        .sort((one, other) => other.longestMs - one.longestMs),
  }
}
