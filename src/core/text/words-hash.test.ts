import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsHash } from './words-hash.ts'

const plainFold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()

test('wordsHash ignores case, blanks and punctuation', () =>
  expect(wordsHash([' The Plan —\n“passed”! '])).toBe(wordsHash(['the plan passed'])))
test('wordsHash sees words that run together', () => expect(wordsHash(['ab'])).not.toBe(wordsHash(['a b'])))
test('wordsHash keeps its parts apart', () => expect(wordsHash(['a', 'b'])).not.toBe(wordsHash(['a b', ''])))
test('wordsHash takes a text of any length', () => expect(wordsHash(['ab '.repeat(200_000)])).toMatch(/^[0-9a-f]{32}$/))

test('wordsHash is equal exactly when the plain fold is', () => {
  const unit = fc.constantFrom('a', 'B', 'b', 'é', '7', ' ', '\n', '.', '—', '語', 'ー', '！', 'ก', 'ื')
  const text = fc.string({ unit, maxLength: 6 })
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(wordsHash([one]) === wordsHash([other])).toBe(plainFold(one) === plainFold(other))
    }),
    { numRuns: 1000, seed: 7 },
  )
})

test.each([
  ['final sigma', 'ΛΟΓΟΣ ΛΟΓΟΣ', 'λογος λογος'],
  ['a letter that becomes two', 'İzmir', 'i̇zmir'],
  ['pairs', '𐐀𐐁 😀', '𐐨𐐩 😀'],
  ['half a pair', 'A\ud801', 'a\ud801'],
])('wordsHash puts into lower case what leans on its neighbours: %s', (_fact, written, lower) => {
  expect(lower).toBe(written.toLowerCase())
  expect(wordsHash([written, 'A'])).toBe(wordsHash([lower, 'a']))
})

test('wordsHash takes any text for its lower case', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 8 }), (units) => {
      const text = units.join('')
      expect(wordsHash([text])).toBe(wordsHash([text.toLowerCase()]))
    }),
    { numRuns: 500, seed: 8 },
  )
})
