import { dot, type SparseVector, unitVector } from './vectors.ts'

/** The cluster of each vector, and the centroids to start from next time. */
export type KMeans = { readonly labels: Int32Array; readonly centroids: readonly SparseVector[] }

/** Online k-means, one pass: each vector is added to the nearest of `count` centroids. Seeds are those of the last window. */
export function onlineKMeans(
  vectors: readonly SparseVector[],
  count: number,
  seeds: readonly SparseVector[] = [],
): KMeans {
  const centroids = [...seeds.slice(0, count), ...farthestFirst(vectors, count - seeds.length, seeds)]
  const sums = centroids.map(({ ids, weights }) => new Map(Array.from(ids, (id, at) => [id, weights[at]!])))
  const labels = Int32Array.from(vectors, (vector) => {
    const label = nearest(vector, centroids)
    if (label < 0) return label
    const sum = sums[label]!
    vector.ids.forEach((id, at) => {
      sum.set(id, (sum.get(id) ?? 0) + vector.weights[at]!)
    })
    centroids[label] = unitVector([...sum])
    return label
  })
  return { labels, centroids }
}

function nearest(vector: SparseVector, centroids: readonly SparseVector[]): number {
  let best = -1
  let most = Number.NEGATIVE_INFINITY
  centroids.forEach((centroid, label) => {
    const value = dot(vector, centroid)
    if (value > most) {
      most = value
      best = label
    }
  })
  return best
}

/** Farthest-first traversal: starts that are unlike each other and the seeds; ties go to the earlier vector. */
function farthestFirst(
  vectors: readonly SparseVector[],
  count: number,
  seeds: readonly SparseVector[],
): SparseVector[] {
  const chosen: SparseVector[] = []
  const closeness = Float64Array.from(vectors, (vector) => Math.max(-1, ...seeds.map((seed) => dot(vector, seed))))
  while (chosen.length < Math.min(count, vectors.length)) {
    let next = 0
    for (let at = 1; at < vectors.length; at++) if (closeness[at]! < closeness[next]!) next = at
    const picked = vectors[next]!
    chosen.push(picked)
    vectors.forEach((vector, at) => {
      closeness[at] = Math.max(closeness[at]!, dot(vector, picked))
    })
    closeness[next] = Number.POSITIVE_INFINITY
  }
  return chosen
}
