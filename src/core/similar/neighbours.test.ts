import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heaviestPlaces } from './neighbours.ts'

/** Few values, so that many are equal. */
const weights = fc.array(
  fc.nat(8).map((weight) => weight / 8),
  { maxLength: 60 },
)

test('the heaviest are those a sorted list begins with, the earlier of equal ones, and nothing that weighs nothing', () => {
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 40 }), (list, most) => {
      const sorted = [...list.keys()].filter((at) => list[at]! > 0).sort((a, b) => list[b]! - list[a]! || a - b)
      const vector = { ids: Uint32Array.from(list.keys()), weights: Float64Array.from(list) }
      expect(heaviestPlaces(vector, most)).toEqual(sorted.slice(0, most).sort((a, b) => a - b))
    }),
    { seed: 3, numRuns: 400 },
  )
})
