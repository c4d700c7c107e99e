import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSpreadVector } from './spread-vector.ts'
import { dot, unitVector } from './vectors.ts'

test('a vector laid out gives to the last bit the products that comparing term by term gives', () => {
  const id = fc.oneof(fc.nat({ max: 60 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
  const vector = fc
    .array(fc.tuple(id, fc.double({ min: 0.01, max: 9, noNaN: true })), { maxLength: 150, size: 'max' })
    .map((entries) => unitVector([...new Map(entries)]))
  const spread = createSpreadVector()
  fc.assert(
    fc.property(vector, fc.array(vector, { maxLength: 4 }), (own, others) => {
      spread.lay(own)
      for (const other of [own, ...others]) expect(spread.dotWith(other, 0, other.ids.length)).toBe(dot(own, other))
    }),
    { seed: 22, numRuns: 100 },
  )
})
