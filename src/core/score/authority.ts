import type { ScoreInputs } from '../domain/score.ts'
import type { ScorePolicy } from './score-policy.ts'

/** Authority: the points of the source's tier, reduced by the share of polls that failed in 30 days. */
export function authority(
  { tier, successShare }: Pick<ScoreInputs, 'tier' | 'successShare'>,
  policy: ScorePolicy,
): number {
  return policy.tierScores[tier] * Math.min(1, Math.max(0, successShare))
}

/** Successful polls over all polls; 1 before the first poll. */
export function successShare({ polls, successes }: { readonly polls: number; readonly successes: number }): number {
  return polls === 0 ? 1 : successes / polls
}
