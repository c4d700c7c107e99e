import { type ByteCursor, copyBytes, nextCount, putBytes, putCount } from '../containers/byte-cursor.ts'
import { createTextNumbers } from '../containers/text-numbers.ts'

/** Codes runs of bytes that many prints have, such as the names of their newsrooms, by interning them. */
export interface TextCoder {
  /** Reads so many bytes, and writes them in the dense form. */
  readonly write: (from: ByteCursor, to: ByteCursor, length: number) => void
  /** The other way round. */
  readonly read: (from: ByteCursor, to: ByteCursor) => void
  /** Memory of the texts. */
  readonly bytes: () => number
}

/** So many texts are interned; further ones are written where they are. */
const MOST_TEXTS = 1 << 16
const IN_PLACE = 0

/** No texts yet. */
export function createTextCoder(): TextCoder {
  const texts = createTextNumbers()
  return {
    write: (from, to, length) => {
      const number = texts.numberOf(from.bytes, from.at, length, MOST_TEXTS)
      putCount(to, number)
      if (number !== IN_PLACE) {
        from.at += length
        return
      }
      putCount(to, length)
      copyBytes(from, to, length)
    },
    read: (from, to) => {
      const number = nextCount(from)
      if (number === IN_PLACE) copyBytes(from, to, nextCount(from))
      else putBytes(to, texts.bytesAt(number), 0, texts.bytesAt(number).length)
    },
    bytes: () => texts.bytes(),
  }
}
