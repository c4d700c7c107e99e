/** How long one kind of work held the write lock. */
export interface LockHold {
  /** The function of the store that held it. */
  readonly name: string
  readonly count: number
  readonly longestMs: number
}

/** Keeps, for each kind of work, how often and how long at most it held the write lock. */
export interface LockHolds {
  readonly record: (name: string, ms: number) => void
  /** The longest first. */
  readonly list: () => LockHold[]
}

export function createLockHolds(): LockHolds {
  const holds = new Map<string, { count: number; longestMs: number }>()
  return {
    record(name, ms) {
      const known = holds.get(name)
      if (known === undefined) holds.set(name, { count: 1, longestMs: ms })
      else {
        known.count++
        known.longestMs = Math.max(known.longestMs, ms)
      }
    },
    list: () =>
      [...holds].map(([name, hold]) => ({ name, ...hold })).sort((one, other) => other.longestMs - one.longestMs),
  }
}
