import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyHash } from '../../text/key-hash.ts'
import { createKeyNumbers } from './key-numbers.ts'

test('equal texts have equal numbers, which give the texts back, keys and others', () => {
  const text = fc.oneof(
    fc.nat({ max: 30 }).map((nth) => keyHash(`${nth}`)),
    fc.constantFrom('', 'story 1', 'A'.repeat(32)),
  )
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const numbers = createKeyNumbers()
      const plain = new Map<string, number>()
      for (const one of texts) {
        expect(numbers.find(one)).toBe(plain.get(one) ?? -1)
        if (!plain.has(one)) plain.set(one, plain.size)
        expect(numbers.enter(one)).toBe(plain.get(one))
      }
      expect(numbers.size()).toBe(plain.size)
      for (const [one, number] of plain) expect(numbers.textAt(number)).toBe(one)
    }),
  )
})
