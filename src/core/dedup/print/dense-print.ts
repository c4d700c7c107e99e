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
import { decodeTerms } from './decode-print.ts'
import { createTermCoder, type DenseTerms, type TermCoder } from './dense-terms.ts'
import { createTextCoder, type TextCoder } from './dense-texts.ts'
import { readTitleWords, writeTitleWords } from './dense-title.ts'
import { readAscending, writeAscending } from './elias-fano.ts'
import type { LikelyTerms } from './likely-terms.ts'
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
 * are coded by Elias and Fano; the texts of an origin are interned as one; a word of a title is where the title has it. In order: 1, the
 * number of shingles plus one or 0 without a body, the terms, then the rest in the order of `print-layout.ts`. Bytes that are
 * not as expected are kept as they are, behind a 0.
 */

/** Prints in their dense form. All of them share a dictionary, so that a form is read by the `DensePrints` that wrote it. */
export interface DensePrints {
  /** The dense form of a print's bytes; a view that the next call overwrites. */
  readonly pack: (bytes: Uint8Array) => Uint8Array
  /** The same without packing: larger, and written and read in a fraction of the time. */
  readonly keep: (bytes: Uint8Array) => Uint8Array
  /** The bytes that were packed; a view that the next call overwrites. */
  readonly unpack: (dense: Uint8Array) => Uint8Array
  /** The number of shingles of the body; 0 without one. */
  readonly bodySize: (dense: Uint8Array) => number
  /** Reads the terms alone, without unpacking the rest; a record that the next call overwrites. */
  readonly termsIn: (dense: Uint8Array) => DenseTerms
  /** Sets what `likelyTermsIn` looks for. */
  readonly lookFor: (ids: Uint32Array) => void
  /** Reads only terms that may be looked for; a record that the next call overwrites. */
  readonly likelyTermsIn: (dense: Uint8Array) => LikelyTerms
  /** Memory of the dictionary and the interned texts. */
  readonly bytes: () => number
}

const AS_IS = 0
const DENSE = 1
/** What follows the shingles of a body without boilerplate, simhash and sentences. */
const PLAIN_REST = Uint8Array.of(0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0)
const ORIGIN_TEXTS = 4
/** Times are milliseconds; what is larger or no integer is not expected. */
const LATEST = 2 ** 52

const float = new Float64Array(1)
const floatBytes = new Uint8Array(float.buffer)
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** No prints yet: an empty dictionary. */
export function createDensePrints(): DensePrints {
  const terms = createTermCoder()
  const texts = createTextCoder()
  const from: ByteCursor = { bytes: new Uint8Array(0), at: 0 }
  const to = byteCursor()
  const coder = { from, to, terms, texts }

  const open = (bytes: Uint8Array): void => {
    from.bytes = bytes
    from.at = 0
    to.at = 0
  }
  const unpack = (dense: Uint8Array): Uint8Array => {
    if (dense[0] === AS_IS) return dense.subarray(1)
    open(dense)
    from.at++
    readDense(coder)
    return to.bytes.subarray(0, to.at)
  }
  const keep = (bytes: Uint8Array): Uint8Array => {
    to.at = 0
    putByte(to, AS_IS)
    putBytes(to, bytes, 0, bytes.length)
    return to.bytes.subarray(0, to.at)
  }
  return {
    unpack,
    pack: (bytes) => {
      open(bytes)
      putByte(to, DENSE)
      return writeDense(coder) ? to.bytes.subarray(0, to.at) : keep(bytes)
    },
    keep,
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
      return terms.read(from)
    },
    lookFor: terms.likely.lookFor,
    likelyTermsIn: (dense) => {
      if (dense[0] === AS_IS) return terms.likely.readPlain(dense.subarray(1))
      from.bytes = dense
      from.at = 1
      nextCount(from)
      return terms.likely.read(from)
    },
    bytes: () => terms.bytes() + texts.bytes(),
  }
}

const body = bodyLocation()

/** What a form is read from and written to, and the dictionaries of all forms. */
interface Coder {
  readonly from: ByteCursor
  readonly to: ByteCursor
  readonly terms: TermCoder
  readonly texts: TextCoder
}

function writeTitle({ from, to, terms }: Coder): void {
  copyBytes(from, to, 1)
  const raw = from.at
  copyText(from, to)
  writeTitleWords(raw, from, to)
  terms.writeTitle(from, to, copyCount(from, to))
  copyText(from, to)
}

function readTitle({ from, to, terms }: Coder): void {
  copyBytes(from, to, 1)
  const raw = to.at
  copyText(from, to)
  readTitleWords(raw, from, to)
  terms.readTitle(from, to, copyCount(from, to))
  copyText(from, to)
}

/** False where the bytes are not as expected; what was written is of no use then. */
function writeDense(coder: Coder): boolean {
  const { from, to, terms, texts } = coder
  const { bytes } = from
  if (bytes.length <= FIRST_HASH || bytes[0] !== PRINT_VERSION) return false
  const [body, termsFrom] = [uintAt(bytes, BODY_OFFSET), uintAt(bytes, TERMS_OFFSET)]
  from.at = body
  const length = nextCount(from)
  putCount(to, length === 0 ? 0 : nextCount(from) + 1)
  from.at = termsFrom
  terms.write(from, to)
  const entities = from.at
  if (entities !== uintAt(bytes, ENTITIES_OFFSET)) return false
  from.at = FLAGS
  copyHead(from, to)
  if (!writeTime(from, to) || !writeTime(from, to)) return false
  texts.write(from, to, originLength(from))
  writeTitle(coder)
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

function readDense(coder: Coder): void {
  const { from, to, terms, texts } = coder
  const size = nextCount(from) - 1
  const read = terms.read(from)
  putByte(to, PRINT_VERSION)
  putZeros(to, FLAGS - 1)
  copyHead(from, to)
  readTime(from, to)
  readTime(from, to)
  texts.read(from, to)
  readTitle(coder)
  patchUint(to, BODY_OFFSET, to.at)
  copyCount(from, to)
  if (size >= 0) {
    putCount(to, size)
    readAscending(size, from, to)
    readRest(from, to)
  }
  patchUint(to, TERMS_OFFSET, to.at)
  putCount(to, read.size)
  for (let at = 0; at < read.size; at++) putUint(to, read.ids[at]!)
  putBytes(to, read.counts, 0, read.size)
  putBytes(to, read.flags, 0, read.size)
  putCount(to, read.bodyTerms)
  patchUint(to, ENTITIES_OFFSET, to.at)
  copyBytes(from, to, from.bytes.length - from.at)
}

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

/** The bytes of the four texts of an origin, which are interned together: one newsroom's articles have all four in common. */
function originLength({ bytes, at }: ByteCursor): number {
  const end = { bytes, at }
  for (let text = 0; text < ORIGIN_TEXTS; text++) {
    const length = nextCount(end) - 1
    if (length > 0) end.at += length
  }
  return end.at - at
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
