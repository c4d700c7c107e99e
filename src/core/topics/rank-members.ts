import { dot, type SparseVector } from '../similar/vectors.ts'
import type { TopicArticle } from './topic-article.ts'

/** An article of a topic and how near it is to the topic's middle. */
export interface Placed {
  readonly article: TopicArticle
  readonly nearness: number
}

/** Nearer than rounding is no nearer. */
const PRECISION = 1e9

/** Measures each member against the middle. */
export function placeMembers(
  articles: readonly TopicArticle[],
  vectors: readonly SparseVector[],
  middle: SparseVector,
): Placed[] {
  return articles.map((article, at) => ({
    article,
    nearness: Math.round(dot(vectors[at]!, middle) * PRECISION) / PRECISION,
  }))
}

/** Who speaks for a topic: nearest to its middle, then the more important, then the better source, then the key. */
export function chooseLead(members: readonly Placed[]): TopicArticle {
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
