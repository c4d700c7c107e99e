import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteCursor } from '../containers/byte-cursor.ts'
import { makeRoomForNumbers, nextNumber, putNumber } from './term-code.ts'

function coded(numbers: readonly number[]) {
  const to = byteCursor()
  makeRoomForNumbers(to, numbers.length)
  for (const number of numbers) to.at = putNumber(to.bytes, to.at, number)
  return { bytes: to.bytes, size: to.at }
}

test.each([
  [127, 1],
  [128, 2],
  [24_703, 2],
  [24_704, 3],
  [2_056_319, 3],
  [2_056_320, 5],
  [0xffffffff, 5],
])('%i takes %i bytes', (number, size) => {
  const { bytes, size: taken } = coded([number])
  expect(taken).toBe(size)
  expect(nextNumber({ bytes, at: 0 })).toBe(number)
})

test('numbers are read as they were written', () => {
  const number = fc.oneof(fc.nat(300), fc.nat(30_000), fc.nat(3_000_000), fc.nat(0xffffffff))
  fc.assert(
    fc.property(fc.array(number, { maxLength: 2_000 }), (numbers) => {
      const { bytes, size } = coded(numbers)
      const from = { bytes, at: 0 }
      expect(numbers.map(() => nextNumber(from))).toEqual(numbers)
      expect(from.at).toBe(size)
    }),
    { seed: 59, numRuns: 200 },
  )
})
