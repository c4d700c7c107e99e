import { expect, test } from 'vitest'
import { bytesText } from './sizes.ts'

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [1_540_000, '1.5 MB'],
  [2.5e12, '2.5 TB'],
  [7e16, '70,000 TB'],
])('%d bytes are %s', (bytes, words) => expect(bytesText(bytes, 'en-GB')).toBe(words))
