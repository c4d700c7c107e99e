import { type Subject, subjectOf } from '../similar/subject.ts'
import type { SparseVector } from '../similar/vectors.ts'
import type { TopicArticle } from './topic-article.ts'

/** The articles of a window in a fixed order, as vectors over the window's own statistics. */
export interface WindowVectors {
  readonly articles: readonly TopicArticle[]
  /** The vector of the article in a place; made anew each time, for most windows would fill the memory. */
  readonly vectorOf: (node: number) => SparseVector
}

/** Title twice and first 200 words, stop words out, stemmed or as character bigrams, TF-IDF over the window. */
export function windowVectors(articles: readonly TopicArticle[]): WindowVectors {
  const sorted = [...articles].sort(byTimeThenKey)
  const subjects = sorted.map((article) => article.subject ?? subjectOf(article))
  const idf = idfIn(subjects)
  return { articles: sorted, vectorOf: (node) => weigh(subjects[node]!, idf) }
}

function byTimeThenKey(a: TopicArticle, b: TopicArticle): number {
  return (a.published ?? 0) - (b.published ?? 0) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
}

/** Smoothed as `idfOf` does it. */
function idfIn(subjects: readonly Subject[]): Map<number, number> {
  const known = new Map<number, number>()
  for (const { ids } of subjects) for (const id of ids) known.set(id, (known.get(id) ?? 0) + 1)
  for (const [id, articles] of known) known.set(id, Math.log((1 + subjects.length) / (1 + articles)) + 1)
  return known
}

/** Repetition damped: 1 + ln tf, for every count there is. */
const DAMPED = Float64Array.from({ length: 256 }, (_, count) => (count === 0 ? 0 : 1 + Math.log(count)))

function weigh({ ids, counts }: Subject, idf: ReadonlyMap<number, number>): SparseVector {
  const weights = new Float64Array(ids.length)
  let squares = 0
  for (let at = 0; at < ids.length; at++) {
    const weight = DAMPED[counts[at]!]! * idf.get(ids[at]!)!
    weights[at] = weight
    squares += weight * weight
  }
  const length = Math.sqrt(squares)
  if (length > 0) for (let at = 0; at < weights.length; at++) weights[at]! /= length
  return { ids, weights }
}
