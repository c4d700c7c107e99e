import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasControls } from './has-controls.ts'

test('finds control characters wherever they stand, as a plain search does', () => {
  const byte = fc.oneof(fc.constantFrom(0x09, 0x0a, 0x0d, 0x20, 0x3c, 0x7f, 0x80, 0xff), fc.nat(255))
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 40 }), fc.nat(7), (values, skip) => {
      const bytes = new Uint8Array(values).subarray(Math.min(skip, values.length))
      const plain = bytes.some((one) => one < 0x20 && one !== 0x09 && one !== 0x0a && one !== 0x0d)
      expect(hasControls(bytes)).toBe(plain)
    }),
    { numRuns: 2000, seed: 9 },
  )
})
