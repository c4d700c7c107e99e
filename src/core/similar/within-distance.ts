import { dot, type SparseVector } from './vectors.ts'

/** Rounding must not lose a pair that lies on the edge. */
const SLACK = 1e-9

/**
 * Vectors behind one another, that of node i from `starts[i]` up to `starts[i + 1]`: terms from the commonest to the
 * rarest, and the length of each beginning of the vector.
 */
type Ranked = {
  readonly starts: Uint32Array
  readonly ranks: Uint32Array
  readonly weights: Float64Array
  readonly lengths: Float64Array
  /** Where the terms begin that are looked up: what stands before is shorter than the needed cosine. */
  readonly lefts: Uint32Array
  readonly terms: number
}

/**
 * For each unit vector the others within a cosine distance, exactly, without comparing all pairs. Terms are asked from the
 * rarest on. Two that share none of the rarer terms are no more alike than what is left of either allows, so the commoner
 * terms, whose lists are long, are not followed once nobody new can be reached; whoever was met is then compared in full
 * only when what it shares so far, plus the most the rest could add, suffices.
 */
export function withinDistance(vectors: readonly SparseVector[], distance: number): number[][] {
  if (!(distance < 1)) throw new RangeError(`a cosine distance must be below 1 to mean anything, got ${distance}`)
  const needed = 1 - distance - SLACK
  const ranked = rankTerms(vectors, needed)
  const { starts, ranks, weights, lengths, lefts } = ranked
  const postings = createPostings(ranked)
  const longest = longestBeginnings(ranked)
  const shared = new Float64Array(vectors.length)
  const met = new Uint32Array(vectors.length)
  const near: number[][] = vectors.map(() => [])
  for (let node = 0; node < vectors.length; node++) {
    let count = 0
    let at = starts[node + 1]! - 1
    for (; at >= lefts[node]! && lengths[at]! * longest[ranks[at]!]! >= needed; at--) {
      count = postings.meet(ranks[at]!, weights[at]!, { shared, met, count })
    }
    const edge = at < starts[node]! ? -1 : ranks[at]!
    for (let place = 0; place < count; place++) {
      const other = met[place]!
      const most = shared[other]! + mostLeft(node, edge, other, ranked)
      shared[other] = 0
      if (most < needed || 1 - dot(vectors[node]!, vectors[other]!) > distance) continue
      near[node]!.push(other)
      near[other]!.push(node)
    }
    postings.add(node)
  }
  return near
}

/** What is as common as the commonest term counted by both can add no more than the two lengths over such terms. */
function mostLeft(node: number, edge: number, other: number, ranked: Ranked): number {
  const { starts, ranks, lefts } = ranked
  const otherEdge = lefts[other] === starts[other] ? -1 : ranks[lefts[other]! - 1]!
  const last = Math.max(edge, otherEdge)
  return lengthUpTo(node, last, ranked) * lengthUpTo(other, last, ranked)
}

function lengthUpTo(node: number, edge: number, { starts, ranks, lengths }: Ranked): number {
  let low = starts[node]!
  let high = starts[node + 1]!
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranks[middle]! <= edge) low = middle + 1
    else high = middle
  }
  return low === starts[node] ? 0 : lengths[low - 1]!
}

/** By rank, the longest any vector is that far, over the terms that are as common or commoner. */
function longestBeginnings({ ranks, lengths, terms }: Ranked): Float64Array {
  const longest = new Float64Array(terms)
  for (let at = 0; at < ranks.length; at++) {
    if (lengths[at]! > longest[ranks[at]!]!) longest[ranks[at]!] = lengths[at]!
  }
  for (let rank = 1; rank < terms; rank++) longest[rank] = Math.max(longest[rank]!, longest[rank - 1]!)
  return longest
}

type Meetings = { readonly shared: Float64Array; readonly met: Uint32Array; readonly count: number }

/** By rank, who has the term and how heavy it is there: lists of known size behind one another. */
function createPostings({ starts: rows, ranks, weights: values, lefts, terms }: Ranked) {
  const sizes = new Uint32Array(terms)
  for (let node = 0; node < lefts.length; node++) {
    for (let at = lefts[node]!; at < rows[node + 1]!; at++) sizes[ranks[at]!]!++
  }
  const starts = startsOf(sizes)
  const ends = starts.slice()
  const nodes = new Uint32Array(starts[terms]!)
  const weights = new Float64Array(nodes.length)
  return {
    add: (node: number): void => {
      for (let at = lefts[node]!; at < rows[node + 1]!; at++) {
        const place = ends[ranks[at]!]!++
        nodes[place] = node
        weights[place] = values[at]!
      }
    },
    /** Adds up products with those who have the term, and gives how many have been met by now. */
    meet: (rank: number, weight: number, { shared, met, count }: Meetings): number => {
      let size = count
      const end = ends[rank]!
      for (let place = starts[rank]!; place < end; place++) {
        const node = nodes[place]!
        const sum = shared[node]!
        if (sum === 0) met[size++] = node
        shared[node] = sum + weight * weights[place]!
      }
      return size
    },
  }
}

/** Where runs of such sizes begin when they stand behind one another, and where the last one ends. */
function startsOf(sizes: Uint32Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1)
  for (let at = 0; at < sizes.length; at++) starts[at + 1] = starts[at]! + sizes[at]!
  return starts
}

/** Commonest first; equally common terms by their number. */
function rankTerms(vectors: readonly SparseVector[], needed: number): Ranked {
  let most = 0
  for (const { ids } of vectors) most = Math.max(most, (ids.at(-1) ?? -1) + 1)
  const frequencies = new Uint32Array(most)
  for (const { ids } of vectors) for (let at = 0; at < ids.length; at++) frequencies[ids[at]!]!++
  const order = Uint32Array.from(frequencies.keys()).sort((a, b) => frequencies[b]! - frequencies[a]! || a - b)
  const rows = rowsByTerm(vectors, order, frequencies)
  const lengths = new Float64Array(rows.ranks.length)
  const lefts = new Uint32Array(vectors.length)
  for (let node = 0; node < vectors.length; node++) {
    const end = rows.starts[node + 1]!
    let [squares, left] = [0, end]
    for (let at = rows.starts[node]!; at < end; at++) {
      squares += rows.weights[at]! * rows.weights[at]!
      lengths[at] = Math.sqrt(squares)
      if (left === end && lengths[at]! >= needed) left = at
    }
    lefts[node] = left
  }
  return { ...rows, lengths, lefts, terms: most }
}

/** Goes through the terms in their order and hands each to those who have it: no vector has to be sorted. */
function rowsByTerm(vectors: readonly SparseVector[], order: Uint32Array, frequencies: Uint32Array) {
  const lists = startsOf(frequencies)
  const ends = lists.slice()
  const nodes = new Uint32Array(lists[order.length]!)
  const values = new Float64Array(nodes.length)
  vectors.forEach(({ ids, weights }, node) => {
    for (let at = 0; at < ids.length; at++) {
      const place = ends[ids[at]!]!++
      nodes[place] = node
      values[place] = weights[at]!
    }
  })
  const starts = startsOf(Uint32Array.from(vectors, ({ ids }) => ids.length))
  const next = starts.slice()
  const ranks = new Uint32Array(nodes.length)
  const weights = new Float64Array(nodes.length)
  order.forEach((id, rank) => {
    for (let place = lists[id]!; place < lists[id + 1]!; place++) {
      const at = next[nodes[place]!]!++
      ranks[at] = rank
      weights[at] = values[place]!
    }
  })
  return { starts, ranks, weights }
}
