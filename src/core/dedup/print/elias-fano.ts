import { type ByteCursor, copyBytes, makeRoom, putZeros } from '../containers/byte-cursor.ts'
import { uintAt } from '../containers/bytes.ts'

/** Up to so many numbers the code is no shorter than the numbers. */
const FEW = 36
/** The values of the high byte. */
const HIGHS = 256

/**
 * Elias–Fano coding of ascending 32-bit numbers: the low three bytes of each as they are, the high bytes in unary, as a bitmap in
 * which the bit `high + index` is set. 27 bits for each of a hundred hashes, one bit above the entropy, and no bit shifting to read them. False,
 * with something written, when the numbers do not ascend.
 */
export function writeAscending(size: number, from: ByteCursor, to: ByteCursor): boolean {
  if (size <= FEW) {
    copyBytes(from, to, 4 * size)
    return true
  }
  const marks = to.at
  putZeros(to, (size + HIGHS + 7) >> 3)
  makeRoom(to, 3 * size)
  const [source, target] = [from.bytes, to.bytes]
  let before = -1
  for (let nth = 0; nth < size; nth++, from.at += 4) {
    const value = uintAt(source, from.at)
    if (value < before) return false
    before = value
    const bit = (value >>> 24) + nth
    target[marks + (bit >> 3)]! |= 1 << (bit & 7)
    target[to.at++] = value
    target[to.at++] = value >>> 8
    target[to.at++] = value >>> 16
  }
  return true
}

/** Reads what `writeAscending` wrote, into four bytes each. */
export function readAscending(size: number, from: ByteCursor, to: ByteCursor): void {
  if (size <= FEW) {
    copyBytes(from, to, 4 * size)
    return
  }
  const marks = from.at
  const end = marks + ((size + HIGHS + 7) >> 3)
  makeRoom(to, 4 * size)
  const [source, target] = [from.bytes, to.bytes]
  from.at = end
  for (let at = marks, nth = 0; at < end; at++) {
    for (let bits = source[at]!; bits !== 0; bits &= bits - 1, nth++) {
      target[to.at++] = source[from.at++]!
      target[to.at++] = source[from.at++]!
      target[to.at++] = source[from.at++]!
      target[to.at++] = 8 * (at - marks) + 31 - Math.clz32(bits & -bits) - nth
    }
  }
}
