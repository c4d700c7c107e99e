import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTermNumbers } from './term-numbers.ts'

test('terms are numbered as a map would number them', () => {
  const term = fc.oneof(fc.nat({ max: 40 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
  fc.assert(
    fc.property(fc.array(term, { maxLength: 1_500, size: 'max' }), (terms) => {
      const numbers = createTermNumbers()
      const known = new Map<number, number>()
      const found = terms.map((id) => [numbers.find(id), numbers.numberOf(id)])
      const plain = terms.map((id) => {
        const before = known.get(id) ?? -1
        if (before === -1) known.set(id, known.size)
        return [before, known.get(id)]
      })
      expect(found).toEqual(plain)
      expect(numbers.size()).toBe(known.size)
    }),
    { seed: 21, numRuns: 15 },
  )
})
