import { type Subject, subjectOf } from '../similar/subject.ts'
import { createTermNumbers } from '../similar/term-numbers.ts'
import type { SparseVector } from '../similar/vectors.ts'
import type { TopicArticle } from './topic-article.ts'

/** The articles of a window in a fixed order, as TF-IDF vectors over the window's own statistics. */
export interface WindowVectors {
  readonly articles: readonly TopicArticle[]
  /** The vector of the article at this index; computed on each call, since all vectors would fill the memory. */
  readonly vectorOf: (node: number) => SparseVector
}

/** TF-IDF over the window: title twice and first 200 words, stop words removed, stemmed or as character bigrams. */
export function windowVectors(articles: readonly TopicArticle[]): WindowVectors {
  const sorted = [...articles].sort(byTimeThenKey)
  const subjects = sorted.map((article) => article.subject ?? subjectOf(article))
  const terms = termsIn(subjects)
  return { articles: sorted, vectorOf: (node) => weigh(subjects[node]!, terms, terms.starts[node]!) }
}

function byTimeThenKey(a: TopicArticle, b: TopicArticle): number {
  return (a.published ?? 0) - (b.published ?? 0) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
}

/** The terms of subjects. */
interface WindowTerms {
  /** Where the terms of each subject start in `numbers`. */
  readonly starts: Uint32Array
  /** The terms of all subjects, one subject after the other. */
  readonly numbers: Uint32Array
  /** The IDF of a term, by its number. */
  readonly idf: Float64Array
}

/** Numbers and counts the terms; IDF smoothed as in `idfOf`. */
function termsIn(subjects: readonly Subject[]): WindowTerms {
  const starts = new Uint32Array(subjects.length)
  let all = 0
  subjects.forEach(({ ids }, node) => {
    starts[node] = all
    all += ids.length
  })
  const numbers = new Uint32Array(all)
  const articles = new Uint32Array(all)
  const { numberOf, size } = createTermNumbers()
  let next = 0
  for (const { ids } of subjects) {
    for (let at = 0; at < ids.length; at++) {
      const number = numberOf(ids[at]!)
      numbers[next++] = number
      articles[number]!++
    }
  }
  const idf = new Float64Array(size())
  for (let number = 0; number < idf.length; number++) {
    idf[number] = Math.log((1 + subjects.length) / (1 + articles[number]!)) + 1
  }
  return { starts, numbers, idf }
}

/** Sublinear term frequency, 1 + ln tf, precomputed for every count. */
const DAMPED = Float64Array.from({ length: 256 }, (_, count) => (count === 0 ? 0 : 1 + Math.log(count)))

function weigh({ ids, counts }: Subject, { numbers, idf }: WindowTerms, start: number): SparseVector {
  const weights = new Float64Array(ids.length)
  let squares = 0
  for (let at = 0; at < ids.length; at++) {
    const weight = DAMPED[counts[at]!]! * idf[numbers[start + at]!]!
    weights[at] = weight
    squares += weight * weight
  }
  const length = Math.sqrt(squares)
  if (length > 0) for (let at = 0; at < weights.length; at++) weights[at]! /= length
  return { ids, weights }
}
