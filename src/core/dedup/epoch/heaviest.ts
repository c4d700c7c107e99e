import type { SparseVector } from '../../similar/vectors.ts'

/** The heaviest terms of a vector, ascending; equal weights go by the term's hash. */
export function heaviestOf({ ids, weights }: SparseVector, most: number): Uint32Array {
  if (ids.length <= most) return ids
  // Insertion into a short list of the best so far: cheaper than sorting all.
  const best = new Int32Array(most)
  let size = 0
  for (let at = 0; at < ids.length; at++) {
    const weight = weights[at]!
    if (size === most && weight <= weights[best[most - 1]!]!) continue
    let rank = size < most ? size++ : most - 1
    for (; rank > 0 && weight > weights[best[rank - 1]!]!; rank--) best[rank] = best[rank - 1]!
    best[rank] = at
  }
  const heaviest = new Uint32Array(size)
  for (let rank = 0; rank < size; rank++) heaviest[rank] = ids[best[rank]!]!
  return heaviest.sort()
}
