import type { SparseVector } from '../../similar/vectors.ts'

/** The largest weights so far, as a binary heap with the least of them first. */
let heap = new Float64Array(32)

/**
 * The heaviest terms of a vector, ascending as its terms are; of equal weights the first ones. Written into a column that has room for as many as
 * are asked for. A heap finds the least weight that is among them, then one pass collects them: no term is moved or sorted.
 */
export function heaviestOf(
  { ids, weights }: SparseVector,
  most: number,
  into: Uint32Array = new Uint32Array(most),
): Uint32Array {
  if (ids.length <= most) return ids
  const least = largest(weights, ids.length, most)
  let above = 0
  for (let at = 0; at < ids.length; at++) if (weights[at]! > least) above++
  let equal = most - above
  let size = 0
  for (let at = 0; at < ids.length; at++) {
    const weight = weights[at]!
    if (weight > least || (weight === least && equal-- > 0)) into[size++] = ids[at]!
  }
  return into.subarray(0, size)
}

/** The least of the `most` largest of so many weights. */
function largest(weights: Float64Array, size: number, most: number): number {
  if (heap.length < most) heap = new Float64Array(most)
  for (let at = 0; at < most; at++) heap[at] = weights[at]!
  for (let at = (most >> 1) - 1; at >= 0; at--) siftDown(at, most)
  for (let at = most; at < size; at++) {
    if (weights[at]! <= heap[0]!) continue
    heap[0] = weights[at]!
    siftDown(0, most)
  }
  return heap[0]!
}

function siftDown(from: number, size: number): void {
  const value = heap[from]!
  let at = from
  for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && heap[child + 1]! < heap[child]!) child++
    if (heap[child]! >= value) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = value
}
