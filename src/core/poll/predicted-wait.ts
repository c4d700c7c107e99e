import type { PollHistory } from '../domain/poll-plan.ts'
import type { PollPolicy } from './poll-policy.ts'

/**
 * The wait that ends just after the next arrival is expected; null when the feed keeps no rhythm or is already late.
 * It may stretch the interval to its double, not further: a publisher's habit is no promise.
 */
export function predictedWait(history: PollHistory, now: number, policy: PollPolicy): number | null {
  const { gapMs, gapSpreadMs, lastNewAt, intervalMs } = history
  if (gapMs === null || lastNewAt === null || gapSpreadMs > gapMs * policy.regularSpread) return null
  const wait = lastNewAt + gapMs + gapSpreadMs - now
  if (wait <= 0) return null
  return Math.min(Math.max(wait, policy.floorMs), 2 * intervalMs, policy.ceilingMs)
}
