import { type Clock, systemClock } from '../system/clock.ts'

/** The clock of the processes that share a database: that of the database, however wrong the one of this machine is. */
export interface SharedClock extends Clock {
  /** Compares the two again: one of them may have been set, or go too fast. */
  readonly adjust: () => Promise<void>
}

/** A comparison that took longer, on a busy machine or network, says little; the next one is used. */
const LONGEST_MS = 2_000

/**
 * Leases, due times and digests are compared by several processes, so that one whose clock is an hour off would take hosts from the
 * others, or poll again at once. Each adds the difference to the database's clock, as it was measured last, to its own.
 */
export async function openSharedClock(
  databaseTime: () => Promise<number>,
  own: Clock = systemClock,
): Promise<SharedClock> {
  let aheadMs = 0
  async function measured(): Promise<{ readonly aheadMs: number; readonly tookMs: number }> {
    const [since, from] = [own.elapsed(), own.now()]
    const there = await databaseTime()
    const tookMs = own.elapsed() - since
    return { aheadMs: Math.round(there - (from + tookMs / 2)), tookMs }
  }
  aheadMs = (await measured()).aheadMs
  return {
    ...own,
    now: () => own.now() + aheadMs,
    adjust: async () => {
      const found = await measured()
      if (found.tookMs <= LONGEST_MS) aheadMs = found.aheadMs
    },
  }
}
