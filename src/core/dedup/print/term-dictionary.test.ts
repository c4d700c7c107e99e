import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTermDictionary } from './term-dictionary.ts'

test('terms are numbered in the order of first use, as by a map, and found again after it has grown', () => {
  const id = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -2_000, max: 2_000 }), fc.integer())
  fc.assert(
    fc.property(fc.array(id, { maxLength: 4_000, size: 'max' }), (ids) => {
      const [dictionary, map] = [createTermDictionary(), new Map<number, number>()]
      for (const one of ids) {
        if (!map.has(one)) map.set(one, map.size)
        expect(dictionary.numberOf(one)).toBe(map.get(one))
      }
      for (const [one, number] of map) {
        expect(dictionary.termAt(number)).toBe(one >>> 0)
        expect(dictionary.numberOf(one)).toBe(number)
      }
    }),
    { seed: 61, numRuns: 50 },
  )
})
