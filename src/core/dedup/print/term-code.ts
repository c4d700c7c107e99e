import { type ByteCursor, makeRoom } from '../containers/byte-cursor.ts'

/*
 * Numbers of a dictionary of terms in one to five bytes. The first byte tells how many there are, so that the ranges fit the numbers that occur:
 * common terms are met first and get small numbers. A number of two bytes reaches half as far again as a varint of two.
 */

/** First bytes from here on stand before one, before two and before four further bytes. */
const TWO = 0x80
const THREE = 0xe0
const FIVE = 0xff
/** The first numbers of so many bytes. */
const LEAST_OF_THREE = TWO + ((THREE - TWO) << 8)
const LEAST_OF_FIVE = LEAST_OF_THREE + ((FIVE - THREE) << 16)
const LONGEST = 5

/** In place of a byte for count and flags: behind it come both, of which one needs more than four bits. */
export const LARGE = 0

/** Makes room for so many numbers, which are then written without looking for it. */
export function makeRoomForNumbers(to: ByteCursor, size: number): void {
  makeRoom(to, LONGEST * size)
}

/** Writes a number where there is room for it; returns the offset behind it. */
export function putNumber(bytes: Uint8Array, at: number, value: number): number {
  if (value < TWO) {
    bytes[at] = value
    return at + 1
  }
  if (value < LEAST_OF_THREE) {
    bytes[at] = TWO + ((value - TWO) >> 8)
    bytes[at + 1] = value - TWO
    return at + 2
  }
  if (value < LEAST_OF_FIVE) {
    const rest = value - LEAST_OF_THREE
    bytes[at] = THREE + (rest >> 16)
    bytes[at + 1] = rest >> 8
    bytes[at + 2] = rest
    return at + 3
  }
  bytes[at] = FIVE
  bytes[at + 1] = value
  bytes[at + 2] = value >>> 8
  bytes[at + 3] = value >>> 16
  bytes[at + 4] = value >>> 24
  return at + LONGEST
}

/** Reads a number. */
export function nextNumber(from: ByteCursor): number {
  const { bytes, at } = from
  const first = bytes[at]!
  if (first < TWO) {
    from.at = at + 1
    return first
  }
  if (first < THREE) {
    from.at = at + 2
    return TWO + ((first - TWO) << 8) + bytes[at + 1]!
  }
  if (first < FIVE) {
    from.at = at + 3
    return LEAST_OF_THREE + ((first - THREE) << 16) + (bytes[at + 1]! << 8) + bytes[at + 2]!
  }
  from.at = at + LONGEST
  return (bytes[at + 1]! | (bytes[at + 2]! << 8) | (bytes[at + 3]! << 16) | (bytes[at + 4]! << 24)) >>> 0
}
