import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heaviestOf } from './heaviest.ts'

test('the heaviest terms are those a plain sort gives, and of equal weights the first', () => {
  const vectors = fc.uniqueArray(fc.nat(500), { maxLength: 60 }).chain((ids) =>
    fc.tuple(
      fc.constant(Uint32Array.from(ids).sort()),
      fc
        .array(fc.oneof(fc.nat(5), fc.double({ noNaN: true })), { minLength: ids.length, maxLength: ids.length })
        .map((weights) => Float64Array.from(weights)),
    ),
  )
  fc.assert(
    fc.property(vectors, fc.integer({ min: 1, max: 30 }), ([ids, weights], most) => {
      const ranked = [...ids.keys()].sort((a, b) => weights[b]! - weights[a]! || a - b)
      const expected = ranked.slice(0, most).map((at) => ids[at]!)
      expect([...heaviestOf({ ids, weights }, most)]).toEqual(expected.sort((a, b) => a - b))
    }),
    { seed: 47, numRuns: 500 },
  )
})
