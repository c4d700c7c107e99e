import type { CompactVector } from '../domain/topic.ts'
import { countFrequencies, idfOf } from '../similar/idf.ts'
import { storyVector } from '../similar/story-vector.ts'
import { hashedVocabulary, subjectTerms } from '../similar/subject.ts'
import { createVocabulary, type SparseVector, unitVector } from '../similar/vectors.ts'
import type { TopicArticle } from './topic-article.ts'

/** The articles of a window in a fixed order, as vectors over the window's own statistics. */
export interface WindowVectors {
  readonly articles: readonly TopicArticle[]
  readonly vectors: readonly SparseVector[]
  readonly numberOf: (term: string) => number
  /** A vector of this window in numbers that last. */
  readonly compact: (vector: SparseVector) => CompactVector
  /** The other way, so that middles of the last window can be met in this one. */
  readonly expand: (vector: CompactVector) => SparseVector
}

/** Enough to know a topic again; the tail is what any article says. */
const COMPACT_TERMS = 64

/** Title twice and first 200 words, stop words out, stemmed or as character bigrams, TF-IDF over the window. */
export function windowVectors(articles: readonly TopicArticle[]): WindowVectors {
  const sorted = [...articles].sort(byTimeThenKey)
  const terms = sorted.map(subjectTerms)
  const idf = idfOf(countFrequencies(terms.map(({ counts }) => counts.keys())))
  const vocabulary = createVocabulary()
  const vectors = terms.map((one) => storyVector(one, idf, vocabulary, 1))
  const lasting: number[] = []
  const byLasting = new Map<number, number>()
  for (const { counts } of terms) {
    for (const term of counts.keys()) {
      const number = vocabulary.numberOf(term)
      lasting[number] ??= hashedVocabulary.numberOf(term)
      byLasting.set(lasting[number]!, number)
    }
  }
  return {
    articles: sorted,
    vectors,
    numberOf: vocabulary.numberOf,
    compact: (vector) => compactVector(vector, (id) => lasting[id]!),
    expand: ({ ids, weights }) => {
      const numberOf = (id: number) => byLasting.get(id) ?? vocabulary.numberOf(`#${id}`)
      return unitVector(ids.map((id, at) => [numberOf(id), weights[at]!]))
    },
  }
}

function byTimeThenKey(a: TopicArticle, b: TopicArticle): number {
  return (a.published ?? 0) - (b.published ?? 0) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
}

function compactVector({ ids, weights }: SparseVector, lasting: (id: number) => number): CompactVector {
  const entries = Array.from(ids, (id, at) => [lasting(id), weights[at]!] as const)
  entries.sort((a, b) => b[1] - a[1] || a[0] - b[0])
  const kept = entries.slice(0, COMPACT_TERMS).sort((a, b) => a[0] - b[0])
  return { ids: kept.map(([id]) => id), weights: kept.map(([, weight]) => Number(weight.toFixed(4))) }
}
