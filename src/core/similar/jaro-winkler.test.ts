import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jaro, jaroWinkler } from './jaro-winkler.ts'

/** Jaro as its definition reads, with lists of matched letters. */
function slowJaro(a: string, b: string): number {
  const [x, y] = [Array.from(a), Array.from(b)]
  const reach = Math.max(0, Math.floor(Math.max(x.length, y.length) / 2) - 1)
  const taken = new Set<number>()
  const matched: string[] = []
  x.forEach((letter, i) => {
    const j = y.findIndex((other, at) => other === letter && Math.abs(at - i) <= reach && !taken.has(at))
    if (j < 0) return
    taken.add(j)
    matched.push(letter)
  })
  if (matched.length === 0) return 0
  const other = y.filter((_, at) => taken.has(at))
  const half = Math.floor(matched.filter((letter, at) => letter !== other[at]).length / 2)
  const m = matched.length
  return (m / x.length + m / y.length + (m - half) / m) / 3
}

test('jaro agrees with its definition', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', ' '), maxLength: 30 })
  fc.assert(
    fc.property(text, text, (a, b) => Math.abs(jaro(a, b) - slowJaro(a, b)) < 1e-12),
    { numRuns: 300, seed: 6 },
  )
})

test('jaroWinkler gives no bonus at 0.7 or below', () => {
  expect(jaroWinkler('dixon', 'dicksonx')).toBeCloseTo(0.813, 3)
  expect(jaroWinkler('abcd', 'aefg')).toBe(jaro('abcd', 'aefg'))
})

describe('why Jaro–Winkler alone cannot decide', () => {
  test.each([
    ['two versions', 'rust 1 84', 'rust 1 83', 0.9],
    ['two releases', 'node.js 23.7.0 (current)', 'node.js 23.8.0 (current)', 0.97],
    ['two weeks', 'weekly update - apr 17th, 2015', 'weekly update - apr 24th, 2015', 0.95],
    [
      'two events that share no word but the first name',
      'trump threatens to fire fauci in rift with disease expert',
      "trump's first state of the union: can a divisive president flip the script?",
      0.85,
    ],
  ])('%s score above any threshold', (_fact, a, b, least) => expect(jaroWinkler(a, b)).toBeGreaterThan(least))
})
