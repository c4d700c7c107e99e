import { subjectOf } from '../similar/subject.ts'
import { type SubjectColumns, subjectColumns } from '../similar/subject-columns.ts'
import { createTermNumbers } from '../similar/term-numbers.ts'
import type { SparseVector } from '../similar/vectors.ts'
import type { TopicArticle } from './topic-article.ts'

/** The articles of a window in a fixed order, as TF-IDF vectors over the window's own statistics. */
export interface WindowVectors {
  readonly articles: readonly TopicArticle[]
  /** The vector of the article at this index; computed on each call, since all vectors would fill the memory. */
  readonly vectorOf: (node: number) => SparseVector
  /** How many terms the article at this index has. */
  readonly sizeOf: (node: number) => number
  /** Writes its vector into two columns from an offset on; returns where it ends. */
  readonly writeVector: (node: number, ids: Uint32Array, weights: Float64Array, from: number) => number
}

/** TF-IDF over the window: title twice and first 200 words, stop words removed, stemmed or as character bigrams. */
export function windowVectors(articles: readonly TopicArticle[], known?: SubjectColumns): WindowVectors {
  const sorted = [...articles].sort(byTimeThenKey)
  const subjects = known ?? subjectColumns(sorted.map(subjectOf))
  const places = Uint32Array.from(sorted, ({ subject }, node) => subject ?? node)
  const terms = termsIn(subjects, places)
  const sizeOf = (node: number) => subjects.starts[places[node]! + 1]! - subjects.starts[places[node]!]!
  const writeVector: WindowVectors['writeVector'] = (node, ids, weights, from) => {
    const place = places[node]!
    const start = subjects.starts[place]!
    const end = from + sizeOf(node)
    for (let at = from; at < end; at++) ids[at] = subjects.ids[start + at - from]!
    weigh(subjects, place, terms, { weights, from })
    return end
  }
  const vectorOf = (node: number): SparseVector => {
    const [ids, weights] = [new Uint32Array(sizeOf(node)), new Float64Array(sizeOf(node))]
    writeVector(node, ids, weights, 0)
    return { ids, weights }
  }
  return { articles: sorted, vectorOf, sizeOf, writeVector }
}

function byTimeThenKey(a: TopicArticle, b: TopicArticle): number {
  return (a.published ?? 0) - (b.published ?? 0) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
}

/** The terms of subjects. */
interface WindowTerms {
  /** The numbers of the terms, where their ids are in the columns of the subjects. */
  readonly numbers: Uint32Array
  /** The IDF of a term, by its number. */
  readonly idf: Float64Array
}

/** Numbers and counts the terms of the subjects at some places; IDF smoothed as in `idfOf`. */
function termsIn({ starts, ids }: SubjectColumns, places: Uint32Array): WindowTerms {
  const numbers = new Uint32Array(ids.length)
  const { numberOf, size } = createTermNumbers(1 << 14)
  let articles = new Uint32Array(1 << 14)
  for (const place of places) {
    const end = starts[place + 1]!
    for (let at = starts[place]!; at < end; at++) {
      const number = numberOf(ids[at]!)
      numbers[at] = number
      if (number >= articles.length) articles = longer(articles)
      articles[number]!++
    }
  }
  const idf = new Float64Array(size())
  for (let number = 0; number < idf.length; number++) {
    idf[number] = Math.log((1 + places.length) / (1 + articles[number]!)) + 1
  }
  return { numbers, idf }
}

function longer(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const twice = new Uint32Array(2 * column.length)
  twice.set(column)
  return twice
}

/** Sublinear term frequency, 1 + ln tf, precomputed for every count. */
const DAMPED = Float64Array.from({ length: 256 }, (_, count) => (count === 0 ? 0 : 1 + Math.log(count)))

/** Writes the weights of a subject, scaled to length one, into a column from an offset on. */
function weigh(
  { starts, counts }: SubjectColumns,
  place: number,
  { numbers, idf }: WindowTerms,
  { weights, from }: { readonly weights: Float64Array; readonly from: number },
): void {
  const start = starts[place]!
  const end = from + starts[place + 1]! - start
  let squares = 0
  for (let at = from; at < end; at++) {
    const term = start + at - from
    const weight = DAMPED[counts[term]!]! * idf[numbers[term]!]!
    weights[at] = weight
    squares += weight * weight
  }
  const length = Math.sqrt(squares)
  if (length > 0) for (let at = from; at < end; at++) weights[at]! /= length
}
