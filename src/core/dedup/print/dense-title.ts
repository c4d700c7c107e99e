import { type ByteCursor, nextCount, putByte, putBytes, putCount } from '../containers/byte-cursor.ts'

/* The words of a title as places in the title: most words are there, in their order, but for capitals and stop words. A code is one
   byte, the bytes that are passed and the length of the word; or one of the codes below. */

/** Behind it length and bytes of a word that the title does not have. */
const LITERAL = 0xf0
/** So many bytes of the title are passed. */
const PASS = 0xf1
const PASSED = 14
/** Behind it the length of a word. */
const LONG = 0xf2
const LONGEST_SHORT = 15
/** So far behind the last word is a word looked for. */
const REACH = 5 * PASSED
const SPACE = 32

/** Writes the words, of which the reader is at the beginning; the title lies at `title` in the same buffer. All are texts preceded by their length plus one. */
export function writeTitleWords(title: number, from: ByteCursor, to: ByteCursor): void {
  const { bytes } = from
  const length = nextCount(from) - 1
  const end = from.at + length
  let words = length > 0 ? 1 : 0
  for (let at = from.at; at < end; at++) if (bytes[at] === SPACE) words++
  putCount(to, length < 0 ? 0 : words + 1)
  const raw = { bytes, at: title }
  const titleEnd = nextCount(raw) - 1 + raw.at
  let last = raw.at
  for (let start = from.at; words > 0; words--) {
    let next = start
    while (next < end && bytes[next] !== SPACE) next++
    const size = next - start
    const found = placeOf(bytes, start, size, last, Math.min(titleEnd, last + REACH + size))
    if (found < 0) {
      putByte(to, LITERAL)
      putCount(to, size)
      putBytes(to, bytes, start, size)
    } else {
      let passed = found - last
      for (; passed > PASSED; passed -= PASSED) putByte(to, PASS)
      const isShort = size <= LONGEST_SHORT
      if (!isShort) putByte(to, LONG)
      putByte(to, (passed << 4) | (isShort ? size : 0))
      if (!isShort) putCount(to, size)
      last = found + size
    }
    start = next + 1
  }
  if (length > 0) from.at = end
}

/** Reads what `writeTitleWords` wrote; the title lies at `title` in what was read so far. */
export function readTitleWords(title: number, from: ByteCursor, to: ByteCursor): void {
  const words = nextCount(from) - 1
  if (words < 0) {
    putCount(to, 0)
    return
  }
  const raw = { bytes: to.bytes, at: title }
  nextCount(raw)
  joined.at = 0
  for (let nth = 0; nth < words; nth++) {
    if (nth > 0) putByte(joined, SPACE)
    let code = from.bytes[from.at++]!
    for (; code === PASS; code = from.bytes[from.at++]!) raw.at += PASSED
    if (code === LITERAL) {
      const size = nextCount(from)
      putBytes(joined, from.bytes, from.at, size)
      from.at += size
      continue
    }
    const isLong = code === LONG
    if (isLong) code = from.bytes[from.at++]!
    const size = isLong ? nextCount(from) : code & 15
    raw.at += code >> 4
    for (let at = 0; at < size; at++) putByte(joined, lowerCase(raw.bytes[raw.at++]!))
  }
  putCount(to, joined.at + 1)
  putBytes(to, joined.bytes, 0, joined.at)
}

/** Working memory for the words of one title. */
const joined: ByteCursor = { bytes: new Uint8Array(512), at: 0 }

/** Where a word of the same buffer first is within a range, ASCII capitals aside; −1 when it is not there. */
function placeOf(bytes: Uint8Array, word: number, size: number, start: number, end: number): number {
  if (size === 0) return -1
  for (let at = start; at + size <= end; at++) {
    let same = 0
    while (same < size && lowerCase(bytes[at + same]!) === bytes[word + same]) same++
    if (same === size) return at
  }
  return -1
}

const lowerCase = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte)
