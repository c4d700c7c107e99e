import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jaccard, jaccardSorted } from './jaccard.ts'

test.each([
  ['of equal sets is 1', ['a', 'b'], ['b', 'a'], 1],
  ['of disjoint sets is 0', ['a'], ['b'], 0],
  ['of two empty sets is 0', [], [], 0],
  ['counts the shared over all', ['a', 'b', 'c'], ['b', 'c', 'd'], 0.5],
])('jaccard %s', (_fact, a, b, expected) => expect(jaccard(new Set(a), new Set(b))).toBe(expected))

test('jaccardSorted agrees with jaccard of sets', () => {
  const members = fc.uniqueArray(fc.nat({ max: 40 }))
  fc.assert(
    fc.property(members, members, (a, b) => {
      const sorted = [a, b].map((list) => Uint32Array.from(list).sort())
      expect(jaccardSorted(sorted[0]!, sorted[1]!)).toBe(jaccard(new Set(a), new Set(b)))
    }),
    { numRuns: 200, seed: 6 },
  )
})
