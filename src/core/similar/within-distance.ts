import { dot, type SparseVector } from './vectors.ts'

/** Rounding must not lose a pair that lies on the edge. */
const SLACK = 1e-9

/**
 * Sparse vectors in compressed rows, that of node i from `starts[i]` up to `starts[i + 1]`: terms as ranks from the commonest
 * to the rarest, and the norm of each prefix of the vector.
 */
type Ranked = {
  readonly starts: Uint32Array
  readonly ranks: Uint32Array
  readonly weights: Float64Array
  readonly prefixNorms: Float64Array
  /** Where the indexed terms of each vector begin: the norm of the prefix before is below the needed cosine. */
  readonly indexedFrom: Uint32Array
  readonly terms: number
}

/**
 * All-pairs similarity search by an inverted index with prefix filtering: for each unit vector the others within a cosine
 * distance, exactly, without comparing all pairs. Terms are looked up from the rarest on. The cosine of two vectors that
 * share no rarer term is at most the product of the norms of their prefixes, so the long posting lists of common terms are
 * not read once that product is too small. A candidate is compared in full only when its partial sum, plus the most that
 * the remaining terms can add, suffices.
 */
export function withinDistance(vectors: readonly SparseVector[], distance: number): number[][] {
  if (!(distance < 1)) throw new RangeError(`a cosine distance must be below 1 to mean anything, got ${distance}`)
  const needed = 1 - distance - SLACK
  const ranked = rankTerms(vectors, needed)
  const { starts, ranks, weights, prefixNorms, indexedFrom } = ranked
  const postings = createPostings(ranked)
  const maxNorms = maxPrefixNorms(ranked)
  const shared = new Float64Array(vectors.length)
  const candidates = new Uint32Array(vectors.length)
  const near: number[][] = vectors.map(() => [])
  for (let node = 0; node < vectors.length; node++) {
    let count = 0
    let at = starts[node + 1]! - 1
    for (; at >= indexedFrom[node]! && prefixNorms[at]! * maxNorms[ranks[at]!]! >= needed; at--) {
      count = postings.accumulate(ranks[at]!, weights[at]!, { shared, candidates, count })
    }
    const lastRank = at < starts[node]! ? -1 : ranks[at]!
    for (let slot = 0; slot < count; slot++) {
      const other = candidates[slot]!
      const most = shared[other]! + remainingBound(node, lastRank, other, ranked)
      shared[other] = 0
      if (most < needed || 1 - dot(vectors[node]!, vectors[other]!) > distance) continue
      near[node]!.push(other)
      near[other]!.push(node)
    }
    postings.add(node)
  }
  return near
}

/** The most that terms not yet summed can add to the product of two vectors: the product of their norms over such terms. */
function remainingBound(node: number, lastRank: number, other: number, ranked: Ranked): number {
  const { starts, ranks, indexedFrom } = ranked
  const otherLastRank = indexedFrom[other] === starts[other] ? -1 : ranks[indexedFrom[other]! - 1]!
  const last = Math.max(lastRank, otherLastRank)
  return normUpTo(node, last, ranked) * normUpTo(other, last, ranked)
}

function normUpTo(node: number, lastRank: number, { starts, ranks, prefixNorms }: Ranked): number {
  let low = starts[node]!
  let high = starts[node + 1]!
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranks[middle]! <= lastRank) low = middle + 1
    else high = middle
  }
  return low === starts[node] ? 0 : prefixNorms[low - 1]!
}

/** By rank, the greatest norm that any vector has over the terms up to that rank. */
function maxPrefixNorms({ ranks, prefixNorms, terms }: Ranked): Float64Array {
  const maxNorms = new Float64Array(terms)
  for (let at = 0; at < ranks.length; at++) {
    if (prefixNorms[at]! > maxNorms[ranks[at]!]!) maxNorms[ranks[at]!] = prefixNorms[at]!
  }
  for (let rank = 1; rank < terms; rank++) maxNorms[rank] = Math.max(maxNorms[rank]!, maxNorms[rank - 1]!)
  return maxNorms
}

/** Partial products by node, and the nodes that have one. */
type Accumulator = { readonly shared: Float64Array; readonly candidates: Uint32Array; readonly count: number }

/** The posting list of each rank: nodes and their weights, all lists in one array, each of known size. */
function createPostings({ starts: rows, ranks, weights: values, indexedFrom, terms }: Ranked) {
  const sizes = new Uint32Array(terms)
  for (let node = 0; node < indexedFrom.length; node++) {
    for (let at = indexedFrom[node]!; at < rows[node + 1]!; at++) sizes[ranks[at]!]!++
  }
  const starts = startsOf(sizes)
  const ends = starts.slice()
  const nodes = new Uint32Array(starts[terms]!)
  const weights = new Float64Array(nodes.length)
  return {
    add: (node: number): void => {
      for (let at = indexedFrom[node]!; at < rows[node + 1]!; at++) {
        const slot = ends[ranks[at]!]!++
        nodes[slot] = node
        weights[slot] = values[at]!
      }
    },
    /** Adds the product of a term to each node of its posting list; gives how many candidates there are now. */
    accumulate: (rank: number, weight: number, { shared, candidates, count }: Accumulator): number => {
      let size = count
      const end = ends[rank]!
      for (let slot = starts[rank]!; slot < end; slot++) {
        const node = nodes[slot]!
        const sum = shared[node]!
        if (sum === 0) candidates[size++] = node
        shared[node] = sum + weight * weights[slot]!
      }
      return size
    },
  }
}

/** Prefix sums: where runs of such sizes begin in one array, and where the last one ends. */
function startsOf(sizes: Uint32Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1)
  for (let at = 0; at < sizes.length; at++) starts[at + 1] = starts[at]! + sizes[at]!
  return starts
}

/** Ranks the terms, commonest first, equally common ones by their number, and writes the vectors in ranks. */
function rankTerms(vectors: readonly SparseVector[], needed: number): Ranked {
  let most = 0
  for (const { ids } of vectors) most = Math.max(most, (ids.at(-1) ?? -1) + 1)
  const frequencies = new Uint32Array(most)
  for (const { ids } of vectors) for (let at = 0; at < ids.length; at++) frequencies[ids[at]!]!++
  const order = Uint32Array.from(frequencies.keys()).sort((a, b) => frequencies[b]! - frequencies[a]! || a - b)
  const rows = rowsByTerm(vectors, order, frequencies)
  const prefixNorms = new Float64Array(rows.ranks.length)
  const indexedFrom = new Uint32Array(vectors.length)
  for (let node = 0; node < vectors.length; node++) {
    const end = rows.starts[node + 1]!
    let [squares, first] = [0, end]
    for (let at = rows.starts[node]!; at < end; at++) {
      squares += rows.weights[at]! * rows.weights[at]!
      prefixNorms[at] = Math.sqrt(squares)
      if (first === end && prefixNorms[at]! >= needed) first = at
    }
    indexedFrom[node] = first
  }
  return { ...rows, prefixNorms, indexedFrom, terms: most }
}

/** Transposes the vectors to posting lists, and back in the order of ranks: no vector has to be sorted. */
function rowsByTerm(vectors: readonly SparseVector[], order: Uint32Array, frequencies: Uint32Array) {
  const lists = startsOf(frequencies)
  const ends = lists.slice()
  const nodes = new Uint32Array(lists[order.length]!)
  const values = new Float64Array(nodes.length)
  vectors.forEach(({ ids, weights }, node) => {
    for (let at = 0; at < ids.length; at++) {
      const slot = ends[ids[at]!]!++
      nodes[slot] = node
      values[slot] = weights[at]!
    }
  })
  const starts = startsOf(Uint32Array.from(vectors, ({ ids }) => ids.length))
  const next = starts.slice()
  const ranks = new Uint32Array(nodes.length)
  const weights = new Float64Array(nodes.length)
  order.forEach((id, rank) => {
    for (let slot = lists[id]!; slot < lists[id + 1]!; slot++) {
      const at = next[nodes[slot]!]!++
      ranks[at] = rank
      weights[at] = values[slot]!
    }
  })
  return { starts, ranks, weights }
}
