import fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '../../../tests/support/volume.ts'
import { averageLinkage, type LinkageEdge } from './average-linkage.ts'

const NODES = 9
const edge = fc.record({
  a: fc.integer({ min: 0, max: NODES - 1 }),
  b: fc.integer({ min: 0, max: NODES - 1 }),
  weight: fc.integer({ min: 1, max: 20 }).map((n) => n / 20),
  isLink: fc.boolean(),
})
const edges = fc
  .uniqueArray(edge, { maxLength: 20, selector: ({ a, b }) => Math.min(a, b) * NODES + Math.max(a, b) })
  .map((list) => list.filter(({ a, b }) => a !== b))
const masses = fc
  .array(fc.constantFrom(0.25, 0.5, 1), { minLength: NODES, maxLength: NODES })
  .map((list) => Float64Array.from(list))

/** The same by looking at every pair of clusters each time. */
function slowly(list: readonly LinkageEdge[], weights: Float64Array, least: number): number[][] {
  const clusters = Array.from({ length: NODES }, (_, node) => [node])
  for (;;) {
    let best: { mean: number; i: number; j: number } | null = null
    for (let i = 0; i < clusters.length; i++)
      for (let j = i + 1; j < clusters.length; j++) {
        const between = list.filter(
          ({ a, b }) =>
            (clusters[i]!.includes(a) && clusters[j]!.includes(b)) ||
            (clusters[i]!.includes(b) && clusters[j]!.includes(a)),
        )
        if (!between.some(({ isLink }) => isLink)) continue
        const mass = (cluster: readonly number[]) => cluster.reduce((sum, node) => sum + weights[node]!, 0)
        const sum = between.reduce((total, { weight }) => total + weight, 0)
        const mean = sum / (mass(clusters[i]!) * mass(clusters[j]!))
        if (mean >= least - 1e-12 && (best === null || mean > best.mean + 1e-9)) best = { mean, i, j }
      }
    if (best === null) return clusters
    clusters[best.i] = [...clusters[best.i]!, ...clusters[best.j]!].sort((x, y) => x - y)
    clusters.splice(best.j, 1)
  }
}

const groupsOf = (labels: Int32Array): number[][] => {
  const groups: number[][] = []
  labels.forEach((label, node) => {
    groups[label] = [...(groups[label] ?? []), node]
  })
  return groups
}

test('every cluster is connected by links, and no two linked ones are left whose mean would suffice', () => {
  fc.assert(
    fc.property(edges, masses, (list, weights) => {
      const groups = groupsOf(averageLinkage(NODES, list, { least: 0.3, masses: weights }))
      for (const group of groups) {
        const reached = new Set([group[0]!])
        for (let size = 0; size !== reached.size; ) {
          size = reached.size
          for (const { a, b, isLink } of list)
            if (isLink && group.includes(a) && group.includes(b) && (reached.has(a) || reached.has(b)))
              reached.add(a).add(b)
        }
        expect(reached.size).toBe(group.length)
      }
      for (const one of groups)
        for (const other of groups) {
          if (one === other) continue
          const between = list.filter(
            ({ a, b }) => (one.includes(a) && other.includes(b)) || (one.includes(b) && other.includes(a)),
          )
          const mass = (group: readonly number[]) => group.reduce((sum, node) => sum + weights[node]!, 0)
          const mean = between.reduce((sum, { weight }) => sum + weight, 0) / (mass(one) * mass(other))
          expect(between.some(({ isLink }) => isLink) && mean > 0.3 + 1e-9).toBe(false)
        }
    }),
    { seed: 16, numRuns: volume(100, 5_000) },
  )
})

test('where no two means are equal it merges what comparing all clusters each time merges', () => {
  fc.assert(
    fc.property(edges, masses, (list, weights) => {
      const distinct = list.map((one, at) => ({ ...one, weight: one.weight + at * 0.0013 }))
      const found = groupsOf(averageLinkage(NODES, distinct, { least: 0.3, masses: weights }))
      expect(found).toEqual(slowly(distinct, weights, 0.3).toSorted((x, y) => x[0]! - y[0]!))
    }),
    { seed: 17, numRuns: volume(100, 5_000) },
  )
})

test('groups that must stay apart do, however strong their link', () => {
  const list = [
    { a: 0, b: 1, weight: 1, isLink: true },
    { a: 1, b: 2, weight: 0.9, isLink: true },
  ]
  const areApart = (a: readonly number[], b: readonly number[]) =>
    (a.includes(0) && b.includes(1)) || (a.includes(1) && b.includes(0))
  const labels = averageLinkage(3, list, { least: 0.1, masses: new Float64Array(3).fill(1), areApart })
  expect([...labels]).toEqual([0, 1, 1])
})
