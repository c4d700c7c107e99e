import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dbscan, NOISE } from './dbscan.ts'
import { averageLink, MOST_FOR_LINKAGE, ward } from './linkage.ts'
import { onlineKMeans } from './online-kmeans.ts'
import { dot, type SparseVector, unitVector } from './vectors.ts'

const vector = fc
  .array(fc.tuple(fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 6 })
  .map((entries) => unitVector([...new Map(entries)]))
const vectors = fc.array(vector, { maxLength: 25 })

/** Labels that agree up to their names. */
function grouping(labels: ArrayLike<number>): string {
  const names = new Map<number, number>()
  return Array.from(labels, (label) => {
    if (label === NOISE) return NOISE
    if (!names.has(label)) names.set(label, names.size)
    return names.get(label)!
  }).join(' ')
}

describe('dbscan', () => {
  /** The algorithm over the whole matrix. */
  function slowly(all: readonly SparseVector[], eps: number, minSamples: number): number[] {
    const near = all.map((a, i) => all.flatMap((b, j) => (i === j || 1 - dot(a, b) <= eps ? [j] : [])))
    const labels: number[] = all.map(() => NOISE)
    let next = 0
    const grow = (node: number, label: number): void => {
      labels[node] = label
      if (near[node]!.length >= minSamples)
        for (const other of near[node]!) if (labels[other] === NOISE) grow(other, label)
    }
    all.forEach((_, node) => {
      if (labels[node] === NOISE && near[node]!.length >= minSamples) grow(node, next++)
    })
    return labels
  }

  test('agrees with comparing all pairs', () => {
    fc.assert(
      fc.property(vectors, fc.constantFrom(0.2, 0.4, 0.6, 0.8), (all, eps) => {
        expect(grouping(dbscan(all, eps, 2))).toBe(grouping(slowly(all, eps, 2)))
      }),
      { numRuns: 300, seed: 6 },
    )
  })

  test('refuses a distance that all pairs have', () => expect(() => dbscan([], 1, 2)).toThrow(/below 1/))
})

describe('ward and average link', () => {
  type Distance = (a: readonly number[], b: readonly number[]) => number

  /** Joins the nearest two clusters, found anew each time. */
  function slowly(size: number, distance: Distance, stop: (left: number, least: number) => boolean): number[] {
    let clusters = Array.from({ length: size }, (_, node) => [node])
    while (clusters.length > 1) {
      let best: [number, number] = [0, 1]
      let least = Number.POSITIVE_INFINITY
      clusters.forEach((a, i) => {
        clusters.slice(0, i).forEach((b, j) => {
          if (distance(a, b) < least - 1e-9) [best, least] = [[j, i], distance(a, b)]
        })
      })
      if (stop(clusters.length, least)) break
      const [j, i] = best
      clusters = [...clusters.filter((_, at) => at !== i && at !== j), [...clusters[j]!, ...clusters[i]!]]
    }
    const labels = new Array<number>(size)
    clusters.forEach((cluster, label) => {
      for (const node of cluster) labels[node] = label
    })
    return labels
  }

  const dense = fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 })
  const rows = fc.array(dense, { minLength: 1, maxLength: 12 })
  const toVectors = (list: number[][]) => list.map((row) => unitVector(row.map((weight, id) => [id, weight] as const)))

  test('ward agrees with the slow way', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 4 }), (list, count) => {
        const all = toVectors(list)
        const mean = (nodes: readonly number[]) =>
          [0, 1, 2, 3].map((id) => nodes.reduce((sum, node) => sum + all[node]!.weights[id]!, 0) / nodes.length)
        const cost: Distance = (a, b) => {
          const [x, y] = [mean(a), mean(b)]
          const gap = x.reduce((sum, value, id) => sum + (value - y[id]!) ** 2, 0)
          return ((2 * a.length * b.length) / (a.length + b.length)) * gap
        }
        expect(grouping(ward(all, count))).toBe(grouping(slowly(all.length, cost, (left) => left <= count)))
      }),
      { numRuns: 100, seed: 6 },
    )
  })

  test('average link agrees with the slow way', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(0.05, 0.1, 0.2), (list, threshold) => {
        const all = toVectors(list)
        const mean: Distance = (a, b) =>
          a.reduce((sum, i) => sum + b.reduce((part, j) => part + 1 - dot(all[i]!, all[j]!), 0), 0) /
          (a.length * b.length)
        const slow = slowly(all.length, mean, (_left, least) => least >= threshold)
        expect(grouping(averageLink(all, threshold))).toBe(grouping(slow))
      }),
      { numRuns: 100, seed: 6 },
    )
  })

  test('more than they can hold is refused with a clear word', () => {
    const many = Array.from({ length: MOST_FOR_LINKAGE + 1 }, () => unitVector([[0, 1]]))
    expect(() => ward(many, 3)).toThrow(/at most 5000 articles, got 5001/)
  })
})

test('online k-means follows the seeds of the last window', () => {
  const axis = (id: number) => unitVector([[id, 1]])
  const { labels, centroids } = onlineKMeans([axis(0), axis(1), axis(1)], 2, [axis(1), axis(0)])
  expect(Array.from(labels)).toEqual([1, 0, 0])
  expect(centroids).toHaveLength(2)
})

test('online k-means without seeds starts from unlike vectors', () => {
  const axis = (id: number) => unitVector([[id, 1]])
  expect(grouping(onlineKMeans([axis(0), axis(0), axis(1), axis(2)], 3).labels)).toBe('0 0 1 2')
})
