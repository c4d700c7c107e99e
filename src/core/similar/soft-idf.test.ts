import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoints } from './code-points.ts'
import { jaroWinkler } from './jaro-winkler.ts'
import { letterBits, softIdf, type WeighedWords } from './soft-idf.ts'

const policy = { leastSpelling: 0.88, synonym: 0.75, areSynonyms: () => false }
const word = fc.oneof(
  fc.constantFrom('harbour', 'harbor', 'harbours', 'elections', 'election', 'bridge', 'bridges', '1984', 'ab', 'ba'),
  fc.string({ unit: fc.constantFrom(...'abcdeé地震ü'), minLength: 1, maxLength: 7 }),
)

/** Words that all weigh the same. */
function evenly(words: readonly string[]): WeighedWords {
  const codes = words.map(codePoints)
  return { words, codes, letters: Uint32Array.from(codes, letterBits), weights: Float64Array.from(words, () => 1) }
}

test('words are covered as when every pair is spelt out', () => {
  const best = (one: string, others: readonly string[]): number =>
    Math.max(
      0,
      ...others.map((other) => {
        if (one === other) return 1
        if (/^\d/.test(one) || /^\d/.test(other)) return 0
        const value = jaroWinkler(one, other)
        return value >= policy.leastSpelling ? value : 0
      }),
    )
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 6 }), fc.uniqueArray(word, { maxLength: 6 }), (a, b) => {
      const found = softIdf(evenly(a), evenly(b), policy)
      expect([...found.a]).toEqual(a.map((one) => best(one, b)))
      expect([...found.b]).toEqual(b.map((one) => best(one, a)))
    }),
    { seed: 3, numRuns: 300 },
  )
})
