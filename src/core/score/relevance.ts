import type { ScoreInputs } from '../domain/score.ts'
import { dot, type SparseVector } from '../similar/vectors.ts'
import type { ScorePolicy } from './score-policy.ts'

/** How near an article is to what the reader cares about; neutral while we know nothing of the reader. */
export function relevance({ likeness }: Pick<ScoreInputs, 'likeness'>, policy: ScorePolicy): number {
  return likeness === null ? policy.neutralRelevance : 100 * Math.min(1, Math.max(0, likeness))
}

/** The cosine of an article and a profile; what the reader wants less of is as far away as can be, not further. */
export function likenessTo(profile: SparseVector, article: SparseVector): number {
  return Math.min(1, Math.max(0, dot(profile, article)))
}
