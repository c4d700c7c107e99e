import type { PollHistory } from '../domain/poll-plan.ts'
import type { PollPolicy } from './poll-policy.ts'

/**
 * The wait that ends when the next new article is expected; null when the interval is as good a guess. A feed with a
 * rhythm is waited for, up to the double of its interval: a habit is no promise. One that brings several articles a poll
 * is visited that much sooner, without waiting for five such polls in a row.
 */
export function predictedWait(history: PollHistory, now: number, policy: PollPolicy): number | null {
  const wait = byRhythm(history, now, policy) ?? byAverage(history)
  if (wait === null) return null
  return Math.min(Math.max(wait, policy.floorMs), 2 * history.intervalMs, policy.ceilingMs)
}

/** Just after the next arrival, if arrivals keep their distance and this one is not late already. */
function byRhythm(history: PollHistory, now: number, policy: PollPolicy): number | null {
  const { gapMs, gapSpreadMs, lastNewAt } = history
  if (gapMs === null || gapSpreadMs === null || lastNewAt === null) return null
  if (gapSpreadMs > gapMs * policy.regularSpread) return null
  const wait = lastNewAt + gapMs + gapSpreadMs - now
  return wait > 0 ? wait : null
}

/** The part of the interval in which one article is expected; half of it at the least. */
function byAverage({ newPerPoll, intervalMs }: PollHistory): number | null {
  if (newPerPoll === null || newPerPoll <= 1) return null
  return Math.max(intervalMs / newPerPoll, intervalMs / 2)
}
