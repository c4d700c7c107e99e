import { dot, type SparseVector } from '../similar/vectors.ts'
import type { TopicArticle } from './topic-article.ts'

/** An article of a topic and its similarity to the topic's centroid. */
export interface MeasuredMember {
  readonly article: TopicArticle
  readonly nearness: number
}

/** Differences below the rounding do not count. */
export const PRECISION = 1e9

/** Computes the similarity of each member to the centroid. */
export function measureMembers(
  articles: readonly TopicArticle[],
  vectors: readonly SparseVector[],
  centroid: SparseVector,
): MeasuredMember[] {
  return articles.map((article, at) => ({
    article,
    nearness: Math.round(dot(vectors[at]!, centroid) * PRECISION) / PRECISION,
  }))
}

/** The lead: nearest to the centroid, then the more important, then the better source, then the key. */
export function chooseLead(members: readonly MeasuredMember[]): TopicArticle {
  const ranked = [...members].sort((a, b) => b.nearness - a.nearness || byImportance(a.article, b.article))
  return ranked[0]!.article
}

/** Most important first, then the better source, then the key. */
export function byImportance(a: TopicArticle, b: TopicArticle): number {
  return b.score - a.score || order(a.tier, b.tier) || order(a.key, b.key)
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
