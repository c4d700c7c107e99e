import { type ByteCursor, nextCount, putByte, putCount, putUint, putZeros } from '../containers/byte-cursor.ts'
import { uintAt } from '../containers/bytes.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { createLikelyTermReader, type LikelyTermReader } from './likely-terms.ts'
import { LARGE, makeRoomForNumbers, nextNumber, putNumber } from './term-code.ts'
import { createTermDictionary } from './term-dictionary.ts'

/** The terms of a print; the columns may be longer than `size`. */
export interface DenseTerms {
  size: number
  ids: Uint32Array
  counts: Uint8Array
  flags: Uint8Array
  bodyTerms: number
}

/** Codes terms by a dictionary: each is its number there, and counts and flags are written for unusual ones only. */
export interface TermCoder {
  /** Reads terms as the store has them, and writes them in the dense form. */
  readonly write: (from: ByteCursor, to: ByteCursor) => void
  /** Reads the dense form; a record that the next call overwrites. */
  readonly read: (from: ByteCursor) => DenseTerms
  /** Looks for some terms only. */
  readonly likely: LikelyTermReader
  /** Writes so many terms of a title, after the terms of its print: most are among the unusual ones of those. */
  readonly writeTitle: (from: ByteCursor, to: ByteCursor, size: number) => void
  readonly readTitle: (from: ByteCursor, to: ByteCursor, size: number) => void
  /** Memory of the dictionary. */
  readonly bytes: () => number
}

/** A title's term that is not among the unusual terms of its print. */
const ELSEWHERE = 255

/** An empty dictionary. */
export function createTermCoder(): TermCoder {
  const numbers = createTermDictionary()
  const terms: DenseTerms = {
    size: 0,
    ids: new Uint32Array(256),
    counts: new Uint8Array(256),
    flags: new Uint8Array(256),
    bodyTerms: 0,
  }
  // The terms with unusual counts or flags, in order: those of the title are among them.
  let unusual = new Uint32Array(256)
  let unusualSize = 0

  const write = (from: ByteCursor, to: ByteCursor): void => {
    const { bytes } = from
    const size = nextCount(from)
    const ids = from.at
    const [counts, flags] = [ids + 4 * size, ids + 5 * size]
    from.at = flags + size
    putCount(to, size)
    putCount(to, nextCount(from))
    unusual = ensureCapacity(unusual, size)
    unusualSize = 0
    makeRoomForNumbers(to, size)
    let end = to.at
    for (let at = ids; at < counts; at += 4) end = putNumber(to.bytes, end, numbers.numberOf(uintAt(bytes, at) | 0))
    to.at = end
    const marks = to.at
    putZeros(to, (size + 7) >> 3)
    for (let at = 0; at < size; at++) {
      const count = bytes[counts + at]!
      const bits = bytes[flags + at]!
      if (count === 1 && bits === 0) continue
      to.bytes[marks + (at >> 3)]! |= 1 << (at & 7)
      const isSmall = count < 16 && bits < 16 && count + bits > 0
      putByte(to, isSmall ? (count << 4) | bits : LARGE)
      if (!isSmall) {
        putByte(to, count)
        putByte(to, bits)
      }
      unusual[unusualSize++] = uintAt(bytes, ids + 4 * at)
    }
  }
  const read = (from: ByteCursor): DenseTerms => {
    const { bytes } = from
    const size = nextCount(from)
    unusual = ensureCapacity(unusual, size)
    unusualSize = 0
    terms.ids = ensureCapacity(terms.ids, size)
    terms.counts = ensureCapacity(terms.counts, size)
    terms.flags = ensureCapacity(terms.flags, size)
    terms.size = size
    terms.bodyTerms = nextCount(from)
    const { ids, counts, flags } = terms
    for (let at = 0; at < size; at++) ids[at] = numbers.termAt(nextNumber(from))
    const marks = from.at
    from.at += (size + 7) >> 3
    counts.fill(1, 0, size)
    flags.fill(0, 0, size)
    for (let at = 0; at < size; at++) {
      if ((bytes[marks + (at >> 3)]! & (1 << (at & 7))) === 0) continue
      const both = bytes[from.at++]!
      counts[at] = both === LARGE ? bytes[from.at++]! : both >> 4
      flags[at] = both === LARGE ? bytes[from.at++]! : both & 15
      unusual[unusualSize++] = ids[at]!
    }
    return terms
  }
  const placeOf = (id: number): number => {
    let place = 0
    while (place < unusualSize && unusual[place] !== id) place++
    return place
  }
  return {
    write,
    read,
    likely: createLikelyTermReader(numbers),
    writeTitle: (from, to, size) => {
      for (let nth = 0; nth < size; nth++, from.at += 4) {
        const id = uintAt(from.bytes, from.at)
        const place = placeOf(id)
        const isElsewhere = place === unusualSize || place >= ELSEWHERE
        putByte(to, isElsewhere ? ELSEWHERE : place)
        if (isElsewhere) putCount(to, numbers.numberOf(id | 0))
      }
    },
    readTitle: (from, to, size) => {
      for (let nth = 0; nth < size; nth++) {
        const place = from.bytes[from.at++]!
        putUint(to, place === ELSEWHERE ? numbers.termAt(nextCount(from)) : unusual[place]!)
      }
    },
    bytes: () => numbers.bytes(),
  }
}
