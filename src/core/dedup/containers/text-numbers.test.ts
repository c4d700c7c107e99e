import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextNumbers } from './text-numbers.ts'

test('equal texts have one number, other texts others, and each number gives its text', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.string({ unit: 'grapheme', maxLength: 3 }))), fc.nat(3), (texts, before) => {
      const numbers = createTextNumbers()
      const expected = [null, ...new Set(texts.filter((text) => text !== null))]
      for (const text of texts) {
        const bytes = new TextEncoder().encode(`${'x'.repeat(before)}${text ?? ''}y`)
        const length = text === null ? -1 : bytes.length - before - 1
        const number = numbers.numberOf(bytes, before, length)
        expect(number).toBe(expected.indexOf(text))
        expect(numbers.textAt(number)).toBe(text)
      }
    }),
    { seed: 31, numRuns: 300 },
  )
})

test('keeps its numbers while it grows', () => {
  const numbers = createTextNumbers()
  const texts = Array.from({ length: 1_000 }, (_, at) => `Paper ${at}`)
  const encoded = texts.map((text) => new TextEncoder().encode(text))
  const all = (): number[] => encoded.map((bytes) => numbers.numberOf(bytes, 0, bytes.length))
  const first = all()
  expect(new Set(first).size).toBe(texts.length)
  expect(all()).toEqual(first)
  expect(first.map(numbers.textAt)).toEqual(texts)
})
