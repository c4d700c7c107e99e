import { dot, type SparseVector } from './vectors.ts'

/** Rounding must not lose a pair that lies on the edge. */
const SLACK = 1e-9

/** A vector with its terms from the commonest to the rarest, and the length of each beginning of that list. */
type Ranked = {
  readonly ranks: Uint32Array
  readonly weights: Float64Array
  readonly lengths: Float64Array
  /** How many of the commonest terms are left out of the index. */
  readonly left: number
}

/**
 * For each unit vector the others within a cosine distance, exactly, without comparing all pairs. Of each vector only the
 * rare terms are indexed and looked up: what is left out is shorter than the needed cosine, so a pair that meets nowhere
 * else cannot reach it. A pair that meets is compared in full only when what it shares so far, plus the most the rest could add, suffices.
 */
export function withinDistance(vectors: readonly SparseVector[], distance: number): number[][] {
  if (!(distance < 1)) throw new RangeError(`a cosine distance must be below 1 to mean anything, got ${distance}`)
  const needed = 1 - distance - SLACK
  const ranked = rankTerms(vectors, needed)
  const postings: Postings = []
  const shared = new Float64Array(vectors.length)
  const near: number[][] = vectors.map(() => [])
  ranked.forEach((own, node) => {
    const touched: number[] = []
    for (let at = own.left; at < own.ranks.length; at++) {
      const list = postings[own.ranks[at]!]
      if (list === undefined) continue
      const weight = own.weights[at]!
      for (let place = 0; place < list.nodes.length; place++) {
        const other = list.nodes[place]!
        if (shared[other] === 0) touched.push(other)
        shared[other]! += weight * list.weights[place]!
      }
    }
    for (const other of touched) {
      const most = shared[other]! + mostLeft(own, ranked[other]!)
      shared[other] = 0
      if (most < needed || 1 - dot(vectors[node]!, vectors[other]!) > distance) continue
      near[node]!.push(other)
      near[other]!.push(node)
    }
    addPostings(postings, own, node)
  })
  return near
}

/** What is as common as the commonest term counted by both can add no more than the two lengths over such terms. */
function mostLeft(own: Ranked, other: Ranked): number {
  const edge = Math.max(edgeOf(own), edgeOf(other))
  return lengthUpTo(own, edge) * lengthUpTo(other, edge)
}

/** The rank of the last term left out of the index; −1 when none is. */
function edgeOf({ ranks, left }: Ranked): number {
  return left === 0 ? -1 : ranks[left - 1]!
}

function lengthUpTo({ ranks, lengths }: Ranked, edge: number): number {
  let low = 0
  let high = ranks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranks[middle]! <= edge) low = middle + 1
    else high = middle
  }
  return low === 0 ? 0 : lengths[low - 1]!
}

/** By rank, who has the term and how heavy it is there. */
type Postings = ({ readonly nodes: number[]; readonly weights: number[] } | undefined)[]

function addPostings(postings: Postings, own: Ranked, node: number): void {
  for (let at = own.left; at < own.ranks.length; at++) {
    const rank = own.ranks[at]!
    const list = postings[rank] ?? { nodes: [], weights: [] }
    postings[rank] = list
    list.nodes.push(node)
    list.weights.push(own.weights[at]!)
  }
}

/** Commonest first; equally common terms by their number. */
function rankTerms(vectors: readonly SparseVector[], needed: number): Ranked[] {
  let terms = 0
  for (const { ids } of vectors) for (const id of ids) terms = Math.max(terms, id + 1)
  const frequencies = new Uint32Array(terms)
  for (const { ids } of vectors) for (const id of ids) frequencies[id]!++
  const order = Uint32Array.from(frequencies.keys()).sort((a, b) => frequencies[b]! - frequencies[a]! || a - b)
  const rankOf = new Uint32Array(terms)
  order.forEach((id, rank) => {
    rankOf[id] = rank
  })
  return vectors.map((vector) => rankVector(vector, rankOf, needed))
}

/** Rank and place in one number each, so that the platform's own sort of numbers serves. */
function rankVector({ ids, weights }: SparseVector, rankOf: Uint32Array, needed: number): Ranked {
  const keys = Float64Array.from(ids, (id, at) => rankOf[id]! * ids.length + at).sort()
  const ranks = Uint32Array.from(keys, (key) => Math.floor(key / ids.length))
  const sorted = Float64Array.from(keys, (key) => weights[key % ids.length]!)
  let squares = 0
  const lengths = sorted.map((weight) => {
    squares += weight * weight
    return Math.sqrt(squares)
  })
  const left = lengths.findIndex((length) => length >= needed)
  return { ranks, weights: sorted, lengths, left: left < 0 ? lengths.length : left }
}
