import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteSize } from './byte-size.ts'
import { durationMs } from './duration.ts'

test.each([
  ['reads seconds', '10s', 10_000],
  ['reads milliseconds', '250ms', 250],
  ['reads minutes in both spellings', '15m', 900_000],
  ['reads minutes in both spellings', '15min', 900_000],
  ['reads fractions', '1.5h', 5_400_000],
  ['reads days', '7d', 604_800_000],
  ['forgives a blank before the unit', '24 h', 86_400_000],
  ['refuses a bare number, whose unit nobody knows', '10', null],
  ['refuses a negative length', '-1s', null],
  ['refuses an unknown unit', '3 fortnights', null],
])('durationMs %s: %s', (_fact, text, expected) => expect(durationMs(text)).toBe(expected))

test.each([
  ['reads decimal units', '10MB', 10_000_000],
  ['reads binary units', '512KiB', 524_288],
  ['reads bytes', '800b', 800],
  ['refuses a bare number', '10', null],
  ['refuses words', 'large', null],
])('byteSize %s: %s', (_fact, text, expected) => expect(byteSize(text)).toBe(expected))

test('neither ever gives anything but null or a whole number of at least 0', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const value of [durationMs(text), byteSize(text)]) {
        expect(value === null || (Number.isInteger(value) && value >= 0)).toBe(true)
      }
    }),
    { seed: 1, numRuns: 300 },
  )
})
