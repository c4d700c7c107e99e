import type { ScoreInputs } from '../domain/score.ts'
import { dot, type SparseVector } from '../similar/vectors.ts'
import type { ScorePolicy } from './score-policy.ts'

/** Relevance: similarity of the article to the reader's profile; neutral without a profile. */
export function relevance({ likeness }: Pick<ScoreInputs, 'likeness'>, policy: ScorePolicy): number {
  return likeness === null ? policy.neutralRelevance : 100 * Math.min(1, Math.max(0, likeness))
}

/** Cosine similarity of an article and a profile; negative values count as 0. */
export function likenessTo(profile: SparseVector, article: SparseVector): number {
  return Math.min(1, Math.max(0, dot(profile, article)))
}
