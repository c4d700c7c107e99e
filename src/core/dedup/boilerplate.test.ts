import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boilerplateOf } from './boilerplate.ts'

const body = fc
  .uniqueArray(fc.constantFrom(1, 2, 3, 5, 8, 2 ** 31, 2 ** 32 - 1), { maxLength: 7 })
  .map((hashes) => Uint32Array.from(hashes).sort())

test('boilerplate is what more than a share of all bodies, and at least four, have', () => {
  fc.assert(
    fc.property(fc.array(body, { maxLength: 25 }), fc.constantFrom(0.1, 0.5, 0.7, 0.95), (bodies, share) => {
      const counts = new Map<number, number>()
      for (const one of bodies) for (const hash of one) counts.set(hash, (counts.get(hash) ?? 0) + 1)
      const isEnough = (count: number): boolean => bodies.length >= 5 && count >= 4 && count > share * bodies.length
      const expected = [...counts].filter(([, count]) => isEnough(count)).map(([hash]) => hash)
      expect([...boilerplateOf(bodies, share)].sort()).toEqual(expected.sort())
    }),
    { seed: 21, numRuns: 2_000 },
  )
})
