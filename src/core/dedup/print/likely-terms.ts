import { type ByteCursor, nextCount } from '../containers/byte-cursor.ts'
import { uintAt } from '../containers/bytes.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import type { DenseTerms } from './dense-terms.ts'
import { refuseOtherVersions } from './print-layout.ts'
import { locateTerms, termsLocation } from './read-in-place.ts'
import { LARGE, nextNumber } from './term-code.ts'
import type { TermDictionary } from './term-dictionary.ts'

/** The terms of a print that may be among the terms looked for: all that are, and about one in ten of the others, by chance. */
export interface LikelyTerms extends DenseTerms {
  /** The number of all terms of the print. */
  all: number
}

/**
 * Reads the terms of a print behind a filter, a Bloom filter with one hash: most terms of two articles differ, and the last bits of their numbers tell, without a look-up in
 * the dictionary. A term that passes by chance is compared exactly by the caller.
 */
export interface LikelyTermReader {
  /** Sets what is looked for. */
  readonly lookFor: (ids: Uint32Array) => void
  /** Reads the terms of a print's own bytes; a record that the next call overwrites. */
  readonly readPlain: (bytes: Uint8Array) => LikelyTerms
  /** Reads the dense form; a record that the next call overwrites. */
  readonly read: (from: ByteCursor) => LikelyTerms
}

/** So many last bits of a number are marked. */
const MARKED = 0xfff
/** The count and the flags of most terms. */
const USUAL = 1 << 4

/** A reader that looks for nothing yet. */
export function createLikelyTermReader(numbers: Pick<TermDictionary, 'find' | 'termAt'>): LikelyTermReader {
  const marks = new Uint8Array(MARKED + 1)
  const idMarks = new Uint8Array(MARKED + 1)
  const location = termsLocation()
  const likely: LikelyTerms = {
    all: 0,
    size: 0,
    ids: new Uint32Array(64),
    counts: new Uint8Array(64),
    flags: new Uint8Array(64),
    bodyTerms: 0,
  }
  // The places of likely terms among all.
  let places = new Uint32Array(64)
  const lookFor = (ids: Uint32Array): void => {
    marks.fill(0)
    idMarks.fill(0)
    for (let at = 0; at < ids.length; at++) {
      idMarks[ids[at]! & MARKED] = 1
      const number = numbers.find(ids[at]! | 0)
      if (number >= 0) marks[number & MARKED] = 1
    }
  }
  const begin = (all: number, bodyTerms: number): void => {
    likely.all = all
    likely.bodyTerms = bodyTerms
    places = ensureCapacity(places, all)
    likely.ids = ensureCapacity(likely.ids, all)
    likely.counts = ensureCapacity(likely.counts, all)
    likely.flags = ensureCapacity(likely.flags, all)
  }
  const readPlain = (bytes: Uint8Array): LikelyTerms => {
    refuseOtherVersions(bytes)
    locateTerms(bytes, location)
    const all = location.size
    begin(all, location.bodyTerms)
    const { ids, counts, flags } = likely
    let size = 0
    for (let at = 0; at < all; at++) {
      const id = uintAt(bytes, location.ids + 4 * at)
      if (idMarks[id & MARKED] === 0) continue
      ids[size] = id
      counts[size] = bytes[location.counts + at]!
      flags[size++] = bytes[location.flags + at]!
    }
    likely.size = size
    return likely
  }
  const read = (from: ByteCursor): LikelyTerms => {
    const { bytes } = from
    const all = nextCount(from)
    begin(all, nextCount(from))
    const { ids, counts, flags } = likely
    let size = 0
    for (let at = 0; at < all; at++) {
      const number = nextNumber(from)
      if (marks[number & MARKED] === 0) continue
      places[size] = at
      ids[size++] = numbers.termAt(number)
    }
    const unusualAt = from.at
    from.at += (all + 7) >> 3
    let place = 0
    for (let nth = 0; nth < size; nth++) {
      for (; place < places[nth]!; place++)
        if ((bytes[unusualAt + (place >> 3)]! & (1 << (place & 7))) !== 0) from.at += bytes[from.at] === LARGE ? 3 : 1
      const isUnusual = (bytes[unusualAt + (place >> 3)]! & (1 << (place & 7))) !== 0
      const both = isUnusual ? bytes[from.at]! : USUAL
      counts[nth] = both === LARGE ? bytes[from.at + 1]! : both >> 4
      flags[nth] = both === LARGE ? bytes[from.at + 2]! : both & 15
    }
    likely.size = size
    return likely
  }
  return { lookFor, readPlain, read }
}
