import type { PollHistory } from '../domain/poll-plan.ts'
import type { PollPolicy } from './poll-policy.ts'

type Rhythm = Pick<PollHistory, 'gapMs' | 'gapSpreadMs' | 'lastNewAt'>

/**
 * The running mean of the time between arrivals, how far they stray from it, and the last of them. Articles that come
 * together are one arrival: nobody can poll between them.
 */
export function learnRhythm(before: Rhythm, arrivals: readonly number[], policy: PollPolicy): Rhythm {
  let { gapMs, gapSpreadMs, lastNewAt } = before
  for (const at of [...arrivals].sort((a, b) => a - b)) {
    const gap = at - (lastNewAt ?? at)
    lastNewAt = Math.max(at, lastNewAt ?? at)
    if (gap < policy.floorMs) continue
    // The first gap says nothing about regularity, so there is no spread until the second.
    if (gapMs !== null) gapSpreadMs = average(gapSpreadMs, Math.abs(gap - gapMs), policy.averageWeight)
    gapMs = average(gapMs, gap, policy.averageWeight)
  }
  return { gapMs, gapSpreadMs, lastNewAt }
}

/** A running mean in which older values fade. */
export function average(before: number | null, value: number, weight: number): number {
  return before === null ? value : before + (value - before) * weight
}
