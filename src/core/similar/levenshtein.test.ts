import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levenshtein, levenshteinRatio } from './levenshtein.ts'

/** The textbook table, one row at a time. */
function slowly(a: string, b: string): number {
  const [x, y] = [Array.from(a), Array.from(b)]
  let row = Array.from({ length: y.length + 1 }, (_, j) => j)
  x.forEach((letter, i) => {
    const next = [i + 1]
    y.forEach((other, j) => {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === other ? 0 : 1)))
    })
    row = next
  })
  return row[y.length]!
}

test.each([
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
  ['flaw', 'lawn', 2],
  ['a😀b', 'ab', 1],
])('levenshtein of %s and %s is %i', (a, b, expected) => expect(levenshtein(a, b)).toBe(expected))

test('levenshtein agrees with the textbook table at every length', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '漢'), maxLength: 90 })
  fc.assert(
    fc.property(text, text, (a, b) => levenshtein(a, b) === slowly(a, b)),
    { numRuns: 300, seed: 6 },
  )
})

test('levenshteinRatio is 1 for equal and 0 for wholly different texts', () => {
  expect(levenshteinRatio('', '')).toBe(1)
  expect(levenshteinRatio('same', 'same')).toBe(1)
  expect(levenshteinRatio('abc', 'xyz')).toBe(0)
})
