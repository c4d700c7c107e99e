/** Slows down guessing of passwords. */
export interface LoginThrottle {
  /** How long somebody has to wait before the next try, in ms; 0 when they need not. */
  readonly waitOf: (keys: readonly string[]) => number
  readonly failed: (keys: readonly string[]) => void
  readonly succeeded: (keys: readonly string[]) => void
}

/** So many tries are free; then the wait doubles with each, up to the longest. */
const FREE = 5
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15 * 60_000
/** Names and addresses that are remembered: the oldest are forgotten first. */
const MOST_KEYS = 10_000

/** Exponential backoff per key: the name that was tried, and the address it came from. */
export function createLoginThrottle(now: () => number): LoginThrottle {
  const failures = new Map<string, { readonly count: number; readonly at: number }>()

  function waitOf(key: string): number {
    const { count, at } = failures.get(key) ?? { count: 0, at: 0 }
    if (count < FREE) return 0
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - FREE))
    // A clock that was set back must not lock anybody out for longer.
    return Math.min(wait, Math.max(0, at + wait - now()))
  }
  return {
    waitOf: (keys) => Math.max(...keys.map(waitOf)),
    failed(keys) {
      for (const key of keys) {
        const count = (failures.get(key)?.count ?? 0) + 1
        failures.delete(key)
        failures.set(key, { count, at: now() })
      }
      while (failures.size > MOST_KEYS) failures.delete(failures.keys().next().value!)
    },
    succeeded(keys) {
      for (const key of keys) failures.delete(key)
    },
  }
}
