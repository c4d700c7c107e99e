import type { CompactVector } from '../domain/topic.ts'
import type { SparseVector } from '../similar/vectors.ts'

/** Enough terms to recognise a topic; the lightest ones occur in any article. */
export const KNOWN_TERMS = 64
/** Weights of a known centroid are rounded to four digits. */
export const DIGITS = 1e4

/**
 * The centroid of vectors: their sum, scaled to length one. Adds neighbours pairwise first, so that many members cost
 * little more than few.
 */
export function centroidOf(vectors: readonly SparseVector[]): SparseVector {
  if (vectors.length === 1) return vectors[0]!
  let sums = vectors
  while (sums.length > 1) {
    const next: SparseVector[] = []
    for (let at = 0; at < sums.length; at += 2) {
      next.push(at + 1 < sums.length ? sumOf(sums[at]!, sums[at + 1]!) : sums[at]!)
    }
    sums = next
  }
  return scaled(sums[0]!)
}

function sumOf(a: SparseVector, b: SparseVector): SparseVector {
  const ids = new Uint32Array(a.ids.length + b.ids.length)
  const weights = new Float64Array(ids.length)
  let [i, j, kept] = [0, 0, 0]
  while (i < a.ids.length && j < b.ids.length) {
    const x = a.ids[i]!
    const y = b.ids[j]!
    ids[kept] = x < y ? x : y
    if (x === y) weights[kept++] = a.weights[i++]! + b.weights[j++]!
    else weights[kept++] = x < y ? a.weights[i++]! : b.weights[j++]!
  }
  const [rest, from] = i < a.ids.length ? [a, i] : [b, j]
  ids.set(rest.ids.subarray(from), kept)
  weights.set(rest.weights.subarray(from), kept)
  kept += rest.ids.length - from
  return { ids: ids.subarray(0, kept), weights: weights.subarray(0, kept) }
}

function scaled({ ids, weights }: SparseVector): SparseVector {
  let squares = 0
  for (let at = 0; at < weights.length; at++) squares += weights[at]! * weights[at]!
  const length = Math.sqrt(squares)
  return length === 0 ? { ids, weights } : { ids, weights: weights.map((weight) => weight / length) }
}

/** The heaviest terms of a centroid, with weights of four digits; at equal weight the lower numbers are kept. */
export function heaviest({ ids, weights }: SparseVector): SparseVector {
  const size = Math.min(KNOWN_TERMS, ids.length)
  const edge = weights.slice().sort()[ids.length - size] ?? 0
  let atEdge = size - weights.reduce((above, weight) => above + (weight > edge ? 1 : 0), 0)
  const kept = { ids: new Uint32Array(size), weights: new Float64Array(size) }
  let next = 0
  for (let at = 0; at < ids.length; at++) {
    const weight = weights[at]!
    if (weight < edge || (weight === edge && atEdge-- <= 0)) continue
    kept.ids[next] = ids[at]!
    kept.weights[next++] = Math.round(weight * DIGITS) / DIGITS
  }
  return kept
}

/** A centroid in the form stored as JSON. */
export function compactVector(centroid: SparseVector): CompactVector {
  const { ids, weights } = heaviest(centroid)
  return { ids: [...ids], weights: [...weights] }
}

/** The centroid of a stored topic. */
export function wholeVector({ ids, weights }: CompactVector): SparseVector {
  return scaled({ ids: Uint32Array.from(ids), weights: Float64Array.from(weights) })
}

/** A centroid as it would be after storing and loading it. */
export function storedCentroid(centroid: SparseVector): SparseVector {
  return scaled(heaviest(centroid))
}
