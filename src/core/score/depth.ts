import type { ScoreInputs } from '../domain/score.ts'
import type { ScorePolicy } from './score-policy.ts'

type DepthInputs = Pick<ScoreInputs, 'words' | 'hasData' | 'hasList' | 'hasReference' | 'partialContent'>

/** Depth: points for length, data, lists and references. */
export function depth(inputs: DepthInputs, policy: ScorePolicy): number {
  const { words, hasData, hasList, hasReference, partialContent } = inputs
  const [, length] = policy.wordPoints.find(([least]) => words >= least) ?? [0, 0]
  const more =
    (hasData ? policy.dataPoints : 0) + (hasList ? policy.listPoints : 0) + (hasReference ? policy.referencePoints : 0)
  return Math.min(partialContent ? policy.partialDepth : 100, length + more)
}
