import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationMs } from './duration.ts'

test.each([
  ['reads seconds', '10s', 10_000],
  ['reads milliseconds', '250ms', 250],
  ['reads minutes in both spellings', '15m', 900_000],
  ['reads minutes in both spellings', '15min', 900_000],
  ['reads fractions', '1.5h', 5_400_000],
  ['reads days', '7d', 604_800_000],
  ['forgives a blank before the unit', '24 h', 86_400_000],
  ['refuses a bare number, which has no unit', '10', null],
  ['refuses a negative length', '-1s', null],
  ['refuses an unknown unit', '3 fortnights', null],
  ['reads 9999 weeks', '9999w', 9999 * 604_800_000],
  ['refuses more than that', '10000w', null],
])('durationMs %s: %s', (_fact, text, expected) => expect(durationMs(text)).toBe(expected))

test('durationMs gives null or a whole number of at least 0', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const value = durationMs(text)
      expect(value === null || (Number.isInteger(value) && value >= 0)).toBe(true)
    }),
    { seed: 1, numRuns: 300 },
  )
})
