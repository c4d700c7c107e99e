import type { SparseVector } from '../similar/vectors.ts'
import { DIGITS, KNOWN_TERMS } from './centroid.ts'
import { byImportance, PRECISION } from './rank-members.ts'
import type { TopicArticle } from './topic-article.ts'
import type { WindowVectors } from './window-vectors.ts'

/** The lead of a group and its centroid as a stored one would be. */
export interface GroupMeasure {
  readonly lead: TopicArticle
  readonly centroid: SparseVector
}

/** Measures the groups of a window. */
export interface GroupMeasures {
  readonly of: (group: readonly number[]) => GroupMeasure
  /** The centroid of a group of one article, as a stored one would be. */
  readonly centroidOfOne: (node: number) => SparseVector
}

/** Sparse vectors one after the other, in memory that is used again for the next group. */
interface Vectors {
  ids: Uint32Array
  weights: Float64Array
  /** Where each vector starts, and behind the last one where it ends. */
  readonly starts: number[]
}

const emptyVectors = (): Vectors => ({ ids: new Uint32Array(1024), weights: new Float64Array(1024), starts: [0] })

/**
 * Leads and centroids of all groups of a window. The same sums in the same order as `centroidOf`, `measureMembers` and `storedCentroid`,
 * to the last bit, without new arrays for the vector of each member: they took most of the time.
 */
export function groupMeasures(window: WindowVectors): GroupMeasures {
  const members = emptyVectors()
  let [sums, spare] = [emptyVectors(), emptyVectors()]
  const keep = createCentroidPool()
  const load = (group: readonly number[]) => {
    members.starts.length = 1
    for (const node of group) {
      const end = members.starts.at(-1)!
      reserve(members, end + window.sizeOf(node))
      members.starts.push(window.writeVector(node, members.ids, members.weights, end))
    }
  }
  /** Sums neighbours pairwise until one vector is left. */
  const sum = (): Vectors => {
    addPairs(members, sums)
    while (sums.starts.length > 2) {
      addPairs(sums, spare)
      ;[sums, spare] = [spare, sums]
    }
    scale(sums.weights, sums.starts[1]!)
    return sums
  }
  return {
    of: (group) => {
      load(group)
      const centroid = sum()
      return { lead: nearestTo(centroid, members, group, window), centroid: keep(centroid) }
    },
    centroidOfOne: (node) => {
      load([node])
      return keep(members)
    },
  }
}

function reserve(vectors: Vectors, size: number): void {
  if (size <= vectors.ids.length) return
  const { ids, weights } = vectors
  const room = Math.max(size, 2 * ids.length)
  vectors.ids = new Uint32Array(room)
  vectors.ids.set(ids)
  vectors.weights = new Float64Array(room)
  vectors.weights.set(weights)
}

/** Writes the sums of the first and the second vector, the third and the fourth, and so on; a last one without a partner as it is. */
function addPairs(from: Vectors, into: Vectors): void {
  const { starts } = from
  into.starts.length = 1
  reserve(into, starts.at(-1)!)
  for (let at = 0; at + 1 < starts.length; at += 2) {
    const [start, middle] = [starts[at]!, starts[at + 1]!]
    const end = at + 2 < starts.length ? starts[at + 2]! : middle
    into.starts.push(addTwo(from, { start, middle, end }, into, into.starts.at(-1)!))
  }
}

interface Pair {
  readonly start: number
  readonly middle: number
  readonly end: number
}

/** Merges two neighbours; returns where their sum ends. */
function addTwo(from: Vectors, { start, middle, end }: Pair, into: Vectors, begin: number): number {
  const { ids, weights } = from
  const [toIds, toWeights] = [into.ids, into.weights]
  let [i, j, next] = [start, middle, begin]
  while (i < middle && j < end) {
    const x = ids[i]!
    const y = ids[j]!
    if (x === y) {
      toIds[next] = x
      toWeights[next++] = weights[i++]! + weights[j++]!
    } else if (x < y) {
      toIds[next] = x
      toWeights[next++] = weights[i++]!
    } else {
      toIds[next] = y
      toWeights[next++] = weights[j++]!
    }
  }
  for (; i < middle; i++, next++) {
    toIds[next] = ids[i]!
    toWeights[next] = weights[i]!
  }
  for (; j < end; j++, next++) {
    toIds[next] = ids[j]!
    toWeights[next] = weights[j]!
  }
  return next
}

/** Scales the first so many weights to length one. */
function scale(weights: Float64Array, size: number): void {
  let squares = 0
  for (let at = 0; at < size; at++) squares += weights[at]! * weights[at]!
  const length = Math.sqrt(squares)
  if (length > 0) for (let at = 0; at < size; at++) weights[at]! /= length
}

/** The member nearest to the centroid, as `chooseLead` chooses it. */
function nearestTo(
  centroid: Vectors,
  members: Vectors,
  group: readonly number[],
  { articles }: WindowVectors,
): TopicArticle {
  let lead = articles[group[0]!]!
  let best = Number.NEGATIVE_INFINITY
  for (const [at, node] of group.entries()) {
    const nearness = Math.round(product(members, at, centroid) * PRECISION) / PRECISION
    const article = articles[node]!
    if (nearness < best || (nearness === best && byImportance(article, lead) >= 0)) continue
    best = nearness
    lead = article
  }
  return lead
}

/** The dot product of one of several vectors and the first of others. */
function product(a: Vectors, nth: number, b: Vectors): number {
  const [end, other] = [a.starts[nth + 1]!, b.starts[1]!]
  let [i, j, sum] = [a.starts[nth]!, 0, 0]
  while (i < end && j < other) {
    const x = a.ids[i]!
    const y = b.ids[j]!
    if (x === y) sum += a.weights[i++]! * b.weights[j++]!
    else if (x < y) i++
    else j++
  }
  return sum
}

/** How many terms of centroids lie in one piece of memory. */
const PIECE = 1 << 16

/** Keeps centroids, cut to their heaviest terms, in few large arrays. */
function createCentroidPool(): (centroid: Vectors) => SparseVector {
  let ids = new Uint32Array(0)
  let weights = new Float64Array(0)
  let used = 0
  let edges = new Float64Array(1024)
  return (centroid) => {
    const all = centroid.starts[1]!
    const size = Math.min(KNOWN_TERMS, all)
    if (used + size > ids.length) {
      ids = new Uint32Array(PIECE)
      weights = new Float64Array(PIECE)
      used = 0
    }
    if (edges.length < all) edges = new Float64Array(2 * all)
    const kept = { ids: ids.subarray(used, used + size), weights: weights.subarray(used, used + size) }
    used += size
    copyHeaviest(centroid, kept, edges)
    scale(kept.weights, size)
    return kept
  }
}

/** Copies the heaviest terms, as `heaviest` finds them: weights of four digits; at equal weight the lower numbers are kept. */
function copyHeaviest({ ids, weights, starts }: Vectors, kept: SparseVector, scratch: Float64Array): void {
  const all = starts[1]!
  const size = kept.ids.length
  let edge = Number.NEGATIVE_INFINITY
  if (size < all) {
    for (let at = 0; at < all; at++) scratch[at] = weights[at]!
    edge = select(scratch, all, all - size)
  }
  let atEdge = size
  if (size < all) for (let at = 0; at < all; at++) if (weights[at]! > edge) atEdge--
  let next = 0
  for (let at = 0; at < all; at++) {
    const weight = weights[at]!
    if (weight < edge || (weight === edge && atEdge-- <= 0)) continue
    kept.ids[next] = ids[at]!
    kept.weights[next++] = Math.round(weight * DIGITS) / DIGITS
  }
}

/** Quickselect: the value that would be at an index if the first so many values were sorted ascending. Moves the values. */
function select(values: Float64Array, size: number, index: number): number {
  let [low, high] = [0, size - 1]
  while (low < high) {
    const pivot = values[(low + high) >> 1]!
    let [i, j] = [low, high]
    while (i <= j) {
      while (values[i]! < pivot) i++
      while (values[j]! > pivot) j--
      if (i > j) break
      const value = values[i]!
      values[i++] = values[j]!
      values[j--] = value
    }
    if (index <= j) high = j
    else if (index >= i) low = i
    else return values[index]!
  }
  return values[index]!
}
