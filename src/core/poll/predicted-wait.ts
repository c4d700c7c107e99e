import type { PollHistory } from '../domain/poll-plan.ts'
import type { PollPolicy } from './poll-policy.ts'

/**
 * The wait until the next new article is expected; null when the interval is as good a guess. For a feed with regular
 * arrivals that is the next arrival, at most twice the interval away. A feed with several new articles per poll is
 * polled sooner in proportion, without waiting for five such polls in a row.
 */
export function predictedWait(history: PollHistory, now: number, policy: PollPolicy): number | null {
  const wait = byRhythm(history, now, policy) ?? byAverage(history)
  if (wait === null) return null
  return Math.min(Math.max(wait, policy.floorMs), 2 * history.intervalMs, policy.ceilingMs)
}

/**
 * The wait until just after the next expected arrival; null when arrivals are irregular or this one is already late.
 */
function byRhythm(history: PollHistory, now: number, policy: PollPolicy): number | null {
  const { gapMs, gapSpreadMs, lastNewAt } = history
  if (gapMs === null || gapSpreadMs === null || lastNewAt === null) return null
  if (gapSpreadMs > gapMs * policy.regularSpread) return null
  const wait = lastNewAt + gapMs + gapSpreadMs - now
  return wait > 0 ? wait : null
}

/** The share of the interval in which one article is expected; at least half of it. */
function byAverage({ newPerPoll, intervalMs }: PollHistory): number | null {
  if (newPerPoll === null || newPerPoll <= 1) return null
  return Math.max(intervalMs / newPerPoll, intervalMs / 2)
}
