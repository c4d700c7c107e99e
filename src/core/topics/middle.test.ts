import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centroid, unitVector } from '../similar/vectors.ts'
import { compactVector, knownMiddle, middleOf, wholeVector } from './middle.ts'

const vector = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 9 })), {
    maxLength: 90,
    selector: ([id]) => id,
  })
  .map(unitVector)

test('the middle of vectors is their centroid', () => {
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 7 }), (vectors) => {
      const middle = middleOf(vectors)
      const plain = centroid(vectors)
      expect([...middle.ids]).toEqual([...plain.ids])
      middle.weights.forEach((weight, at) => {
        expect(weight).toBeCloseTo(plain.weights[at]!, 12)
      })
    }),
    { numRuns: 60, seed: 3 },
  )
})

test('a middle keeps its 64 heaviest terms, and is known again from what is stored of it', () => {
  fc.assert(
    fc.property(vector, (middle) => {
      const stored = compactVector(middle)
      const plain = Array.from(middle.ids, (id, at) => ({ id, weight: middle.weights[at]! }))
        .sort((a, b) => b.weight - a.weight || a.id - b.id)
        .slice(0, 64)
        .sort((a, b) => a.id - b.id)
      expect(stored.ids).toEqual(plain.map(({ id }) => id))
      expect(wholeVector(stored)).toEqual(knownMiddle(middle))
    }),
    { numRuns: 60, seed: 4 },
  )
})
