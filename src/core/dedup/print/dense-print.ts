import { createTermNumbers } from '../../similar/term-numbers.ts'
import {
  type ByteCursor,
  byteCursor,
  copyBytes,
  copyCount,
  nextCount,
  patchUint,
  putByte,
  putBytes,
  putCount,
  putUint,
  putZeros,
} from '../containers/byte-cursor.ts'
import { uintAt } from '../containers/bytes.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { createTextNumbers } from '../containers/text-numbers.ts'
import { decodeTerms } from './decode-print.ts'
import { readTitleWords, writeTitleWords } from './dense-title.ts'
import { readAscending, writeAscending } from './elias-fano.ts'
import {
  BODY_OFFSET,
  ENTITIES_OFFSET,
  FIRST_HASH,
  FLAGS,
  hashBytes,
  PRINT_VERSION,
  TERMS_OFFSET,
} from './print-layout.ts'
import { bodyLocation, locateBody } from './read-in-place.ts'

/*
 * A second, denser layout of prints, for memory alone; the store has the layout of `print-layout.ts`. Terms are numbers of a
 * dictionary, in the order of their ids; counts and flags are written for those terms only that have unusual ones; shingles
 * are coded by Elias and Fano; names of newsrooms are interned; a word of a title is where the title has it. In order: 1, the
 * number of shingles plus one or 0 without a body, the terms, then the rest in the order of `print-layout.ts`. Bytes that are
 * not as expected are kept as they are, behind a 0.
 */

/** Prints in their dense form. All of them share a dictionary, so that a form is read by the `DensePrints` that wrote it. */
export interface DensePrints {
  /** The dense form of a print's bytes; a view that the next call overwrites. */
  readonly pack: (bytes: Uint8Array) => Uint8Array
  /** The bytes that were packed; a view that the next call overwrites. */
  readonly unpack: (dense: Uint8Array) => Uint8Array
  /** The number of shingles of the body; 0 without one. */
  readonly bodySize: (dense: Uint8Array) => number
  /** Reads the terms alone, without unpacking the rest; a record that the next call overwrites. */
  readonly termsIn: (dense: Uint8Array) => DenseTerms
  /** Memory of the dictionary and the interned texts. */
  readonly bytes: () => number
}

/** The terms of a print; the columns may be longer than `size`. */
export interface DenseTerms {
  size: number
  ids: Uint32Array
  counts: Uint8Array
  flags: Uint8Array
  bodyTerms: number
}

const AS_IS = 0
const DENSE = 1
/** What follows the shingles of a body without boilerplate, simhash and sentences. */
const PLAIN_REST = Uint8Array.of(0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0)
/** Behind it a count and flags of which one needs more than four bits. */
const LARGE = 0
/** A title's term that is not among the unusual terms of its print. */
const ELSEWHERE = 255
/** So many texts are interned; further ones are written where they are. */
const MOST_TEXTS = 1 << 16
const NO_TEXT = 0
const IN_PLACE = 1
const INTERNED = 2
const ORIGIN_TEXTS = 4
/** Times are milliseconds; what is larger or no integer is not expected. */
const LATEST = 2 ** 52

const float = new Float64Array(1)
const floatBytes = new Uint8Array(float.buffer)
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** No prints yet: an empty dictionary. */
export function createDensePrints(): DensePrints {
  const numbers = createTermNumbers()
  const texts = createTextNumbers()
  const from: ByteCursor = { bytes: new Uint8Array(0), at: 0 }
  const to = byteCursor()
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

  const writeTerms = (): void => {
    const { bytes } = from
    const size = nextCount(from)
    const ids = from.at
    const [counts, flags] = [ids + 4 * size, ids + 5 * size]
    from.at = flags + size
    putCount(to, size)
    putCount(to, nextCount(from))
    unusual = ensureCapacity(unusual, size)
    unusualSize = 0
    for (let at = ids; at < counts; at += 4) putCount(to, numbers.numberOf(uintAt(bytes, at) | 0))
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
  const readTerms = (): void => {
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
    for (let at = 0; at < size; at++) ids[at] = numbers.termAt(nextCount(from))
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
  }
  const writeText = (): void => {
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
  const readText = (): void => {
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
  const writeTitle = (): void => {
    copyBytes(from, to, 1)
    const raw = from.at
    copyText(from, to)
    writeTitleWords(raw, from, to)
    const size = copyCount(from, to)
    for (let nth = 0; nth < size; nth++, from.at += 4) {
      const id = uintAt(from.bytes, from.at)
      let place = 0
      while (place < unusualSize && unusual[place] !== id) place++
      const isElsewhere = place === unusualSize || place >= ELSEWHERE
      putByte(to, isElsewhere ? ELSEWHERE : place)
      if (isElsewhere) putCount(to, numbers.numberOf(id | 0))
    }
    copyText(from, to)
  }
  const readTitle = (): void => {
    copyBytes(from, to, 1)
    const raw = to.at
    copyText(from, to)
    readTitleWords(raw, from, to)
    const size = copyCount(from, to)
    for (let nth = 0; nth < size; nth++) {
      const place = from.bytes[from.at++]!
      putUint(to, place === ELSEWHERE ? numbers.termAt(nextCount(from)) : unusual[place]!)
    }
    copyText(from, to)
  }
  /** False where the bytes are not as expected; what was written is of no use then. */
  const writeDense = (bytes: Uint8Array): boolean => {
    if (bytes.length <= FIRST_HASH || bytes[0] !== PRINT_VERSION) return false
    const [body, termsFrom] = [uintAt(bytes, BODY_OFFSET), uintAt(bytes, TERMS_OFFSET)]
    from.at = body
    const length = nextCount(from)
    putCount(to, length === 0 ? 0 : nextCount(from) + 1)
    from.at = termsFrom
    writeTerms()
    const entities = from.at
    if (entities !== uintAt(bytes, ENTITIES_OFFSET)) return false
    from.at = FLAGS
    copyHead(from, to)
    if (!writeTime(from, to) || !writeTime(from, to)) return false
    for (let text = 0; text < ORIGIN_TEXTS; text++) writeText()
    writeTitle()
    if (from.at !== body) return false
    copyCount(from, to)
    if (length > 0) {
      if (!writeAscending(nextCount(from), from, to)) return false
      writeRest(from, to, termsFrom)
    }
    if (from.at !== termsFrom) return false
    putBytes(to, bytes, entities, bytes.length - entities)
    return true
  }
  const readDense = (): void => {
    const size = nextCount(from) - 1
    readTerms()
    putByte(to, PRINT_VERSION)
    putZeros(to, FLAGS - 1)
    copyHead(from, to)
    readTime(from, to)
    readTime(from, to)
    for (let text = 0; text < ORIGIN_TEXTS; text++) readText()
    readTitle()
    patchUint(to, BODY_OFFSET, to.at)
    copyCount(from, to)
    if (size >= 0) {
      putCount(to, size)
      readAscending(size, from, to)
      readRest(from, to)
    }
    patchUint(to, TERMS_OFFSET, to.at)
    putCount(to, terms.size)
    for (let at = 0; at < terms.size; at++) putUint(to, terms.ids[at]!)
    putBytes(to, terms.counts, 0, terms.size)
    putBytes(to, terms.flags, 0, terms.size)
    putCount(to, terms.bodyTerms)
    patchUint(to, ENTITIES_OFFSET, to.at)
    copyBytes(from, to, from.bytes.length - from.at)
  }
  const open = (bytes: Uint8Array): void => {
    from.bytes = bytes
    from.at = 0
    to.at = 0
  }
  const unpack = (dense: Uint8Array): Uint8Array => {
    open(dense)
    if (dense[from.at++] === AS_IS) copyBytes(from, to, dense.length - 1)
    else readDense()
    return to.bytes.subarray(0, to.at)
  }
  return {
    unpack,
    pack: (bytes) => {
      open(bytes)
      putByte(to, DENSE)
      if (!writeDense(bytes)) {
        to.at = 0
        putByte(to, AS_IS)
        putBytes(to, bytes, 0, bytes.length)
      }
      return to.bytes.subarray(0, to.at)
    },
    bodySize: (dense) => {
      if (dense[0] === AS_IS) {
        locateBody(dense.subarray(1), body)
        return body.size
      }
      from.bytes = dense
      from.at = 1
      return Math.max(0, nextCount(from) - 1)
    },
    termsIn: (dense) => {
      if (dense[0] === AS_IS) {
        const { ids, counts, flags, bodyTerms } = decodeTerms(dense.subarray(1))
        return { size: ids.length, ids, counts, flags, bodyTerms }
      }
      from.bytes = dense
      from.at = 1
      nextCount(from)
      readTerms()
      return terms
    },
    bytes: () => numbers.bytes() + texts.bytes(),
  }
}

const body = bodyLocation()

/** Writes a time; false for one that is not as expected. */
function writeTime(from: ByteCursor, to: ByteCursor): boolean {
  for (let at = 0; at < 8; at++) floatBytes[isLittleEndian ? at : 7 - at] = from.bytes[from.at++]!
  const time = float[0]!
  if (!Number.isNaN(time) && !(Number.isInteger(time) && time >= 0 && time < LATEST && !Object.is(time, -0)))
    return false
  putCount(to, Number.isNaN(time) ? 0 : time + 1)
  return true
}

function readTime(from: ByteCursor, to: ByteCursor): void {
  const time = nextCount(from)
  float[0] = time === 0 ? Number.NaN : time - 1
  for (let at = 0; at < 8; at++) putByte(to, floatBytes[isLittleEndian ? at : 7 - at]!)
}

function copyText(from: ByteCursor, to: ByteCursor): void {
  const length = copyCount(from, to) - 1
  if (length > 0) copyBytes(from, to, length)
}

/** Writes what follows the shingles of a body, which ends at `end`. */
function writeRest(from: ByteCursor, to: ByteCursor, end: number): void {
  const length = end - from.at
  let isPlain = length === PLAIN_REST.length
  for (let at = 0; isPlain && at < length; at++) isPlain = from.bytes[from.at + at] === PLAIN_REST[at]
  putCount(to, isPlain ? 0 : length)
  if (isPlain) from.at = end
  else copyBytes(from, to, length)
}

function readRest(from: ByteCursor, to: ByteCursor): void {
  const length = nextCount(from)
  if (length === 0) putBytes(to, PLAIN_REST, 0, PLAIN_REST.length)
  else copyBytes(from, to, length)
}

function copyHead(from: ByteCursor, to: ByteCursor): void {
  copyBytes(from, to, 1 + hashBytes(from.bytes[from.at]!))
  copyCount(from, to)
  copyCount(from, to)
}
