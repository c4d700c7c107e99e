import type { PollHistory } from '../domain/poll-plan.ts'
import type { PollPolicy } from './poll-policy.ts'

type Rhythm = Pick<PollHistory, 'gapMs' | 'gapSpreadMs' | 'lastNewAt'>

/**
 * Exponential moving averages of the time between arrivals and of its deviation, and the time of the last arrival.
 * Articles published together are one arrival, since no poll can fall between them.
 */
export function learnRhythm(before: Rhythm, arrivals: readonly number[], policy: PollPolicy): Rhythm {
  let { gapMs, gapSpreadMs, lastNewAt } = before
  for (const at of [...arrivals].sort((a, b) => a - b)) {
    const gap = at - (lastNewAt ?? at)
    lastNewAt = Math.max(at, lastNewAt ?? at)
    if (gap < policy.floorMs) continue
    // The first gap has no deviation, so there is none until the second.
    if (gapMs !== null) gapSpreadMs = average(gapSpreadMs, Math.abs(gap - gapMs), policy.averageWeight)
    gapMs = average(gapMs, gap, policy.averageWeight)
  }
  return { gapMs, gapSpreadMs, lastNewAt }
}

/** Exponential moving average. */
export function average(before: number | null, value: number, weight: number): number {
  return before === null ? value : before + (value - before) * weight
}
