import { subjectOf } from '../similar/subject.ts'
import { type SubjectColumns, subjectColumns } from '../similar/subject-columns.ts'
import { createTermTable, type TermTable } from '../similar/term-table.ts'
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
  const idf = idfIn(subjects, places)
  const sizeOf = (node: number) => subjects.starts[places[node]! + 1]! - subjects.starts[places[node]!]!
  const writeVector: WindowVectors['writeVector'] = (node, ids, weights, from) => {
    const place = places[node]!
    const own = idsAt(subjects, place)
    ids.set(own, from)
    idf.readAll(own, weights, from)
    weigh(subjects, place, { weights, from })
    return from + own.length
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

/** The IDF of every term of the subjects at some places; smoothed as in `idfOf`. */
function idfIn(subjects: SubjectColumns, places: Uint32Array): TermTable {
  const table = createTermTable(0, 2 * places.length)
  for (const place of places) table.countAll(idsAt(subjects, place))
  table.replaceAll((_, articles) => Math.log((1 + places.length) / (1 + articles)) + 1)
  return table
}

const idsAt = ({ starts, ids }: SubjectColumns, place: number): Uint32Array =>
  ids.subarray(starts[place]!, starts[place + 1]!)

/** Sublinear term frequency, 1 + ln tf, precomputed for every count. */
const DAMPED = Float64Array.from({ length: 256 }, (_, count) => (count === 0 ? 0 : 1 + Math.log(count)))

/** Turns the IDFs of the terms of a subject, in a column from an offset on, into weights, scaled to length one. */
function weigh(
  { starts, counts }: SubjectColumns,
  place: number,
  { weights, from }: { readonly weights: Float64Array; readonly from: number },
): void {
  const start = starts[place]!
  const end = from + starts[place + 1]! - start
  let squares = 0
  for (let at = from; at < end; at++) {
    const weight = DAMPED[counts[start + at - from]!]! * weights[at]!
    weights[at] = weight
    squares += weight * weight
  }
  const length = Math.sqrt(squares)
  if (length > 0) for (let at = from; at < end; at++) weights[at]! /= length
}
