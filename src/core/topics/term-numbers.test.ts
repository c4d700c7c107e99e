import fc from 'fast-check'
import { expect, test } from 'vitest'
import { termNumbers } from './term-numbers.ts'

test('terms are numbered as they are first met, however many there are', () => {
  const few = fc.array(fc.integer({ min: 0, max: 0xffffffff }), { maxLength: 200 })
  fc.assert(
    fc.property(few, fc.integer({ min: 1, max: 40 }), (terms, times) => {
      const { numberOf, size } = termNumbers()
      const plain = new Map<number, number>()
      const wrong: number[] = []
      for (let round = 0; round < times; round++) {
        for (const term of terms) {
          const id = (term + round * 0x01000193) >>> 0
          if (!plain.has(id)) plain.set(id, plain.size)
          if (numberOf(id) !== plain.get(id)) wrong.push(id)
        }
      }
      expect(wrong).toEqual([])
      expect(size()).toBe(plain.size)
    }),
    { seed: 8, numRuns: 40 },
  )
})
