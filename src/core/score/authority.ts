import type { ScoreInputs } from '../domain/score.ts'
import type { ScorePolicy } from './score-policy.ts'

/** How much the source's word weighs: its tier, less the share of polls of 30 days that failed. */
export function authority(
  { tier, successShare }: Pick<ScoreInputs, 'tier' | 'successShare'>,
  policy: ScorePolicy,
): number {
  return policy.tierScores[tier] * Math.min(1, Math.max(0, successShare))
}

/** Successful polls over all polls; 1 before the first, when nothing speaks against the feed. */
export function successShare({ polls, successes }: { readonly polls: number; readonly successes: number }): number {
  return polls === 0 ? 1 : successes / polls
}
