import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteSize } from './byte-size.ts'

test.each([
  ['reads decimal units', '10MB', 10_000_000],
  ['reads binary units', '512KiB', 524_288],
  ['reads bytes', '800b', 800],
  ['refuses a bare number', '10', null],
  ['refuses words', 'large', null],
])('byteSize %s: %s', (_fact, text, expected) => expect(byteSize(text)).toBe(expected))

test('byteSize gives null or a whole number of at least 0', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const value = byteSize(text)
      expect(value === null || (Number.isInteger(value) && value >= 0)).toBe(true)
    }),
    { seed: 1, numRuns: 300 },
  )
})
