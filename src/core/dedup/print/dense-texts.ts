import { type ByteCursor, copyBytes, nextCount, putBytes, putCount } from '../containers/byte-cursor.ts'
import { createTextNumbers } from '../containers/text-numbers.ts'

/** Codes texts that many prints have, such as names of newsrooms, by interning them. */
export interface TextCoder {
  /** Reads a text as the store has it, and writes it in the dense form. */
  readonly write: (from: ByteCursor, to: ByteCursor) => void
  /** The other way round. */
  readonly read: (from: ByteCursor, to: ByteCursor) => void
  /** Memory of the texts. */
  readonly bytes: () => number
}

/** So many texts are interned; further ones are written where they are. */
const MOST_TEXTS = 1 << 16
const NO_TEXT = 0
const IN_PLACE = 1
const INTERNED = 2

/** No texts yet. */
export function createTextCoder(): TextCoder {
  const texts = createTextNumbers()
  const write = (from: ByteCursor, to: ByteCursor): void => {
    const length = nextCount(from) - 1
    if (length < 0) {
      putCount(to, NO_TEXT)
      return
    }
    const number = texts.numberOf(from.bytes, from.at, length, MOST_TEXTS)
    if (number > 0) {
      putCount(to, INTERNED + number)
      from.at += length
    } else {
      putCount(to, IN_PLACE)
      putCount(to, length)
      copyBytes(from, to, length)
    }
  }
  const read = (from: ByteCursor, to: ByteCursor): void => {
    const number = nextCount(from)
    if (number === NO_TEXT) {
      putCount(to, 0)
      return
    }
    if (number === IN_PLACE) {
      const length = nextCount(from)
      putCount(to, length + 1)
      copyBytes(from, to, length)
      return
    }
    const text = texts.bytesAt(number - INTERNED)
    putCount(to, text.length + 1)
    putBytes(to, text, 0, text.length)
  }
  return { write, read, bytes: () => texts.bytes() }
}
