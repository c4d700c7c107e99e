import type { SparseVector } from './vectors.ts'
import { withinDistance } from './within-distance.ts'

/** The label of a vector that belongs to no cluster. */
export const NOISE = -1

/**
 * DBSCAN on cosine distance, with the labels scikit-learn gives: clusters are numbered by their first core member, and a
 * border member goes to the first cluster that reaches it. `minSamples` counts the member itself.
 */
export function dbscan(vectors: readonly SparseVector[], eps: number, minSamples: number): Int32Array {
  const near = withinDistance(vectors, eps)
  const isCore = (node: number): boolean => near[node]!.length + 1 >= minSamples
  const labels = new Int32Array(vectors.length).fill(NOISE)
  let clusters = 0
  for (let node = 0; node < vectors.length; node++) {
    if (labels[node] !== NOISE || !isCore(node)) continue
    const label = clusters++
    const open = [node]
    labels[node] = label
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      if (!isCore(member)) continue
      for (const other of near[member]!) {
        if (labels[other] !== NOISE) continue
        labels[other] = label
        open.push(other)
      }
    }
  }
  return labels
}
