import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centroid, unitVector } from '../similar/vectors.ts'
import { centroidOf, compactVector, storedCentroid, wholeVector } from './centroid.ts'

const vector = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 9 })), {
    maxLength: 90,
    selector: ([id]) => id,
  })
  .map(unitVector)

test('the centroid, summed pairwise, is the plain one', () => {
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 7 }), (vectors) => {
      const summed = centroidOf(vectors)
      const plain = centroid(vectors)
      expect([...summed.ids]).toEqual([...plain.ids])
      summed.weights.forEach((weight, at) => {
        expect(weight).toBeCloseTo(plain.weights[at]!, 12)
      })
    }),
    { numRuns: 60, seed: 3 },
  )
})

test('a centroid keeps its 64 heaviest terms, and is known again from what is stored of it', () => {
  fc.assert(
    fc.property(vector, (centroid) => {
      const stored = compactVector(centroid)
      const plain = Array.from(centroid.ids, (id, at) => ({ id, weight: centroid.weights[at]! }))
        .sort((a, b) => b.weight - a.weight || a.id - b.id)
        .slice(0, 64)
        .sort((a, b) => a.id - b.id)
      expect(stored.ids).toEqual(plain.map(({ id }) => id))
      expect(wholeVector(stored)).toEqual(storedCentroid(centroid))
    }),
    { numRuns: 60, seed: 4 },
  )
})
