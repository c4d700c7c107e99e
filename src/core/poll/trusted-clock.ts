import type { PublishedDate } from '../domain/published-date.ts'

const DAY_MS = 86_400_000
/** A machine that polls at least once a week never leaves a longer gap. */
const LONGEST_GAP_MS = 10 * DAY_MS

/** On so many different days feeds must have been polled by a clock before what it calls old is deleted. */
export const TRUST_DAYS = 3

/**
 * Whether polls bear out a clock that says `now`. `polledAt` are the last poll of each of the last `TRUST_DAYS` days with polls,
 * the newest first. A clock that jumps ahead leaves a gap behind it, and so does a machine that was off: only days of polling
 * tell them apart.
 */
export function isClockTrusted(now: number, polledAt: readonly number[]): boolean {
  return polledAt.every((at, i) => (polledAt[i - 1] ?? now) - at <= LONGEST_GAP_MS)
}

/** One publisher may be wrong, or announce what comes next year. */
const AGREEING_FEEDS = 3

/**
 * The newest time that three publishers bear out, or all when there are fewer; null without dates. `dates` are the newest first.
 * When they are all of one feed, and there may be others behind them, the oldest of them counts.
 */
export function timeByPublishers(dates: readonly PublishedDate[], areAll: boolean): number | null {
  const feeds = new Set<number>()
  for (const { feed, published } of dates) {
    feeds.add(feed)
    if (feeds.size === AGREEING_FEEDS) return published
  }
  return (areAll ? dates[0] : dates.at(-1))?.published ?? null
}
