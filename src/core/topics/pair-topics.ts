import { createTermNumbers } from '../similar/term-numbers.ts'
import { dot, type SparseVector } from '../similar/vectors.ts'

/** A topic of this window and one of the window before, by index. */
export interface TopicPair {
  readonly topic: number
  readonly earlier: number
}

const NONE: readonly number[] = []

/**
 * All pairs with at least this cosine similarity: prefix filtering over an inverted index. Terms are ordered by document
 * frequency, the rarest first. Only the shortest prefix whose remainder has a norm below `least` is indexed: unit vectors
 * that share no term of it cannot reach the cosine `least` (Cauchy–Schwarz). So frequent words produce no candidates.
 */
export function alikePairs(
  now: ReadonlyMap<number, SparseVector>,
  before: ReadonlyMap<number, SparseVector>,
  least: number,
): TopicPair[] {
  const { numberOf } = createTermNumbers()
  const documentFrequency = countTerms([...now.values(), ...before.values()], numberOf)
  const postings = new Map<number, number[]>()
  const prefixTerms = createPrefixTerms(numberOf, documentFrequency, least)
  for (const [earlier, vector] of before) for (const term of prefixTerms(vector)) push(postings, term, earlier)
  const pairs: TopicPair[] = []
  for (const [topic, vector] of now) {
    const candidates = new Set<number>()
    for (const term of prefixTerms(vector)) for (const earlier of postings.get(term) ?? NONE) candidates.add(earlier)
    for (const earlier of candidates) if (dot(vector, before.get(earlier)!) >= least) pairs.push({ topic, earlier })
  }
  return pairs
}

type NumberOf = (id: number) => number

function countTerms(vectors: readonly SparseVector[], numberOf: NumberOf): Uint32Array {
  const counts = new Uint32Array(vectors.reduce((sum, { ids }) => sum + ids.length, 0))
  for (const { ids } of vectors) for (let at = 0; at < ids.length; at++) counts[numberOf(ids[at]!)]!++
  return counts
}

/** Returns the numbers of the rarest terms of a vector, as many as leave a rest shorter than `least`. */
function createPrefixTerms(numberOf: NumberOf, documentFrequency: Uint32Array, least: number) {
  return ({ ids, weights }: SparseVector): number[] => {
    // Frequency and position packed into one number, because sorting numbers is fastest.
    const order = new Float64Array(ids.length)
    for (let at = 0; at < ids.length; at++) order[at] = documentFrequency[numberOf(ids[at]!)]! * ids.length + at
    order.sort()
    let squares = 0
    let kept = order.length
    while (kept > 0 && squares < least * least) squares += weights[order[--kept]! % ids.length]! ** 2
    if (squares < least * least) return []
    const terms: number[] = []
    for (let at = 0; at <= kept; at++) terms.push(numberOf(ids[order[at]! % ids.length]!))
    return terms
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
