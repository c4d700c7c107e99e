import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fnv1a64 } from './hash.ts'
import { hamming, md5Low64, simhash } from './simhash.ts'

/** FNV-1a as published, in big integers. */
function slowFnv(text: string): bigint {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn
  return hash
}

const whole = ({ high, low }: { high: number; low: number }) => (BigInt(high) << 32n) | BigInt(low)

test('fnv1a64 agrees with big integers', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => whole(fnv1a64(text)) === slowFnv(text)),
    { numRuns: 200, seed: 6 },
  )
})

test('simhash agrees with counting bit by bit', () => {
  const counts = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.integer({ min: 1, max: 5 }), { maxKeys: 20 })
  fc.assert(
    fc.property(counts, (tokens) => {
      let expected = 0n
      for (let bit = 0n; bit < 64n; bit++) {
        let sum = 0
        for (const [token, count] of Object.entries(tokens)) sum += (slowFnv(token) >> bit) & 1n ? count : -count
        if (sum > 0) expected |= 1n << bit
      }
      expect(simhash(new Map(Object.entries(tokens)))).toBe(expected)
    }),
    { numRuns: 100, seed: 6 },
  )
})

test('the public expectation of SimHash under MD5 holds', () => {
  expect(
    simhash(
      new Map([
        ['aaa', 1],
        ['bbb', 1],
      ]),
      md5Low64,
    ),
  ).toBe(57087923692560392n)
})

test('hamming counts differing bits', () => {
  expect(hamming(0n, 0xffffffffffffffffn)).toBe(64)
  expect(hamming(0b1010n, 0b0110n)).toBe(2)
})
