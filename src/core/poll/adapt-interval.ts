import type { PollHistory } from '../domain/poll-plan.ts'
import type { PollPolicy } from './poll-policy.ts'
import { publisherMinimum } from './publisher-minimum.ts'

/**
 * Doubles the interval after so many polls in a row without new entries, halves it after as many that each had some.
 */
export function adaptInterval(
  history: PollHistory,
  brought: 'new' | 'revised' | 'unchanged',
  policy: PollPolicy,
): PollHistory {
  const counted: PollHistory = {
    ...history,
    newPerPoll: brought === 'new' ? history.newPerPoll : fading(history.newPerPoll, policy.averageWeight),
    unchangedInARow: brought === 'unchanged' ? history.unchangedInARow + 1 : 0,
    changedInARow: brought === 'new' ? history.changedInARow + 1 : 0,
  }
  if (counted.unchangedInARow >= policy.inARow)
    return restarted(counted, Math.min(policy.ceilingMs, counted.intervalMs * 2))
  if (counted.changedInARow >= policy.inARow) return restarted(counted, halved(counted, policy))
  return counted
}

function fading(newPerPoll: number | null, weight: number): number {
  return (newPerPoll ?? 0) * (1 - weight)
}

/** Halves the interval, but not below the publisher's minimum; an interval that is already below it stays. */
function halved({ hints, freshness, intervalMs }: PollHistory, policy: PollPolicy): number {
  const floor = Math.max(policy.floorMs, publisherMinimum(hints, freshness, policy.believedMs).ms)
  return Math.min(intervalMs, Math.max(floor, intervalMs / 2))
}

/** Resets the counters: the next change needs its own evidence at the new interval. */
function restarted(history: PollHistory, intervalMs: number): PollHistory {
  return { ...history, intervalMs, unchangedInARow: 0, changedInARow: 0 }
}
