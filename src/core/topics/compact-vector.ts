import type { CompactVector } from '../domain/topic.ts'
import { type SparseVector, unitVector } from '../similar/vectors.ts'

/** Enough to know a topic again; the tail is what any article says. */
const COMPACT_TERMS = 64
const DIGITS = 1e4

/** The heaviest terms of a vector. */
export function compactVector({ ids, weights }: SparseVector): CompactVector {
  const places = Array.from(ids.keys())
  if (places.length > COMPACT_TERMS) {
    places.sort((a, b) => weights[b]! - weights[a]! || a - b)
    places.length = COMPACT_TERMS
    places.sort((a, b) => a - b)
  }
  return {
    ids: places.map((at) => ids[at]!),
    weights: places.map((at) => Math.round(weights[at]! * DIGITS) / DIGITS),
  }
}

/** The other way, scaled to length one. */
export function wholeVector({ ids, weights }: CompactVector): SparseVector {
  return unitVector(ids.map((id, at) => [id, weights[at]!]))
}
