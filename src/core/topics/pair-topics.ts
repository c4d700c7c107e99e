import { createTermNumbers } from '../similar/term-numbers.ts'
import { dot, type SparseVector } from '../similar/vectors.ts'

/** A topic of this window and one of the window before, by index. */
export interface TopicPair {
  readonly topic: number
  readonly earlier: number
}

/** A pair and the cosine similarity of its centroids. */
export interface AlikePair extends TopicPair {
  readonly cosine: number
}

/**
 * All pairs with at least this cosine similarity: prefix filtering over an inverted index. Terms are ordered by document
 * frequency, the rarest first. Only the shortest prefix whose remainder has a norm below `least` is indexed: unit vectors
 * that share no term of it cannot reach the cosine `least` (Cauchy–Schwarz). So frequent words produce no candidates.
 */
export function alikePairs(
  now: ReadonlyMap<number, SparseVector>,
  before: ReadonlyMap<number, SparseVector>,
  least: number,
): AlikePair[] {
  if (now.size === 0 || before.size === 0) return []
  const topics = [...now.keys()]
  const earlier = [...before.keys()]
  const vectors = [...now.values(), ...before.values()]
  const prefixes = prefixTerms(vectors, least)
  const postings = invertedIndex(prefixes, topics.length)
  const pairs: AlikePair[] = []
  const stamps = new Int32Array(earlier.length).fill(-1)
  for (const [nth, topic] of topics.entries()) {
    for (let at = prefixes.starts[nth]!; at < prefixes.starts[nth + 1]!; at++) {
      const term = prefixes.terms[at]!
      for (let place = postings.starts[term]!; place < postings.starts[term + 1]!; place++) {
        const other = postings.vectors[place]!
        if (stamps[other] === nth) continue
        stamps[other] = nth
        const cosine = dot(vectors[nth]!, vectors[topics.length + other]!)
        if (cosine >= least) pairs.push({ topic, earlier: earlier[other]!, cosine })
      }
    }
  }
  return pairs
}

/** The numbers of the prefix terms of vectors, one vector after the other. */
interface Prefixes {
  /** Where those of each vector start, and behind the last one where they end. */
  readonly starts: Uint32Array
  readonly terms: Uint32Array
  /** How many terms have numbers. */
  readonly size: number
}

/** The rarest terms of each vector, as many as leave a rest shorter than `least`. */
function prefixTerms(vectors: readonly SparseVector[], least: number): Prefixes {
  const numbered = numberTerms(vectors)
  const starts = new Uint32Array(vectors.length + 1)
  const terms = new Uint32Array(numbered.terms.length)
  let order = new Float64Array(64)
  let start = 0
  let next = 0
  for (const [nth, { ids, weights }] of vectors.entries()) {
    const size = ids.length
    if (order.length < size) order = new Float64Array(2 * size)
    // Frequency and position packed into one number, because sorting numbers is fastest.
    for (let at = 0; at < size; at++) order[at] = numbered.frequencies[numbered.terms[start + at]!]! * size + at
    const sorted = order.subarray(0, size).sort()
    let squares = 0
    let kept = size
    while (kept > 0 && squares < least * least) squares += weights[sorted[--kept]! % size]! ** 2
    if (squares >= least * least)
      for (let at = 0; at <= kept; at++) terms[next++] = numbered.terms[start + (sorted[at]! % size)]!
    start += size
    starts[nth + 1] = next
  }
  return { starts, terms, size: numbered.frequencies.length }
}

/** The numbers of the terms of vectors, one vector after the other, and in how many vectors each term is. */
function numberTerms(vectors: readonly SparseVector[]) {
  const { numberOf, size } = createTermNumbers(1 << 12)
  const terms = new Uint32Array(vectors.reduce((sum, { ids }) => sum + ids.length, 0))
  let next = 0
  for (const { ids } of vectors) for (let at = 0; at < ids.length; at++) terms[next++] = numberOf(ids[at]!)
  const frequencies = new Uint32Array(size())
  for (let at = 0; at < terms.length; at++) frequencies[terms[at]!]!++
  return { terms, frequencies }
}

/** Posting lists in one column: the vectors from an index on that have a term in their prefix, counted from that index. */
function invertedIndex({ starts: prefixes, terms, size }: Prefixes, from: number) {
  const starts = new Uint32Array(size + 1)
  const first = prefixes[from]!
  const last = prefixes.at(-1)!
  for (let at = first; at < last; at++) starts[terms[at]! + 1]!++
  for (let term = 0; term < size; term++) starts[term + 1]! += starts[term]!
  const vectors = new Uint32Array(last - first)
  const ends = starts.slice()
  for (let nth = from; nth + 1 < prefixes.length; nth++)
    for (let at = prefixes[nth]!; at < prefixes[nth + 1]!; at++) vectors[ends[terms[at]!]!++] = nth - from
  return { starts, vectors }
}
