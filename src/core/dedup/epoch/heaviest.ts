import type { SparseVector } from '../../similar/vectors.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { sortHashes } from '../containers/sort-hashes.ts'

/** Where the heaviest terms lie in the vector, the heaviest first. */
let best = new Int32Array(32)

/** The heaviest terms of a vector, ascending; equal weights go by the term's hash. Written into a column that has room for as many as are asked for. */
export function heaviestOf(
  { ids, weights }: SparseVector,
  most: number,
  into: Uint32Array = new Uint32Array(most),
): Uint32Array {
  if (ids.length <= most) return ids
  best = ensureCapacity(best, most)
  const ranked = best
  // Insertion into a short list of the best so far: cheaper than sorting all.
  let size = 0
  for (let at = 0; at < ids.length; at++) {
    const weight = weights[at]!
    if (size === most && weight <= weights[ranked[most - 1]!]!) continue
    let rank = size < most ? size++ : most - 1
    for (; rank > 0 && weight > weights[ranked[rank - 1]!]!; rank--) ranked[rank] = ranked[rank - 1]!
    ranked[rank] = at
  }
  for (let rank = 0; rank < size; rank++) into[rank] = ids[ranked[rank]!]!
  sortHashes(into, size)
  return into.subarray(0, size)
}
