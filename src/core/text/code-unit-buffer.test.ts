import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeUnitBuffer } from './code-unit-buffer.ts'

test('codeUnitBuffer gives room in which a text lies unit by unit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(20), (text, start) => {
      const { units, write } = codeUnitBuffer(start + text.length)
      write(text, start)
      const written = Array.from(units.subarray(start, start + text.length), (unit) => String.fromCharCode(unit))
      expect(written.join('')).toBe(text)
    }),
    { numRuns: 100, seed: 3 },
  )
})

test.each([0, 20_000, 1_000_001])('codeUnitBuffer has room for %i', (length) =>
  expect(codeUnitBuffer(length).units.length).toBeGreaterThanOrEqual(length),
)
