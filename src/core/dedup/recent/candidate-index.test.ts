import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIXED_POINT_ONE, lightest, toFixedPoint } from './candidate-index.ts'

test('grains are the weight rounded up, and those of all terms together take no more than 31 bits', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 30, noNaN: true }), fc.integer({ min: 1, max: 500 }), (weight, terms) => {
      const grains = toFixedPoint(weight, terms)
      expect(terms * grains).toBeLessThan(2 ** 31)
      if (terms * (weight + 1) < 2048) expect(grains).toBe(Math.ceil(weight * FIXED_POINT_ONE))
    }),
    { seed: 4, numRuns: 200 },
  )
})

test('terms up to the lightest weigh less than is needed, and with the next heavier they would not', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 60 }),
      (weights, needed) => {
        const light = lightest(Int32Array.from(weights), needed)
        const upTo = (most: number) =>
          weights.filter((weight) => weight <= most).reduce((sum, weight) => sum + weight, 0)
        const next = Math.min(...weights.filter((weight) => weight > light))
        expect(upTo(light)).toBeLessThan(needed)
        if (Number.isFinite(next)) expect(upTo(next)).toBeGreaterThanOrEqual(needed)
      },
    ),
    { seed: 4, numRuns: 200 },
  )
})
