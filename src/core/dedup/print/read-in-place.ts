import { uintAt } from '../containers/bytes.ts'
import {
  BODY_OFFSET,
  FIRST_HASH,
  FLAGS,
  HAS_ADDRESS,
  HAS_URL_KEY,
  HASH,
  hashBytes,
  refuseOtherVersions,
  TERMS_OFFSET,
} from './print-layout.ts'

/* Reads numbers of a print where they lie, without decoding it: a window holds hundreds of thousands of prints. */

/** Whether two prints are of one article. */
export function haveSameKey(a: Uint8Array, b: Uint8Array): boolean {
  for (let at = FIRST_HASH; at < FIRST_HASH + HASH; at++) if (a[at] !== b[at]) return false
  return true
}

/** Whether a print was made of a content, given by its hash in hex. */
export function hasContent(bytes: Uint8Array, contentHash: string): boolean {
  if (contentHash.length !== 2 * HASH) return false
  for (let at = 0; at < HASH; at++) {
    const byte = bytes[FIRST_HASH + 2 * HASH + at]!
    if (digitAt(contentHash, 2 * at) !== byte >> 4 || digitAt(contentHash, 2 * at + 1) !== (byte & 15)) return false
  }
  return true
}

/** The value of a lower-case hex digit. */
function digitAt(hex: string, at: number): number {
  const unit = hex.charCodeAt(at)
  return unit < 58 ? unit - 48 : unit - 87
}

/** The fields a window needs of every print it holds. Of hashes only the first four bytes, which are enough to look them up. */
export interface PrintHeader {
  key: number
  guid: number
  urlKey: number | null
  address: number | null
  feed: number
  wordCount: number
  published: number | null
  seen: number
}

/** An empty header to read into. */
export function emptyHeader(): PrintHeader {
  return { key: 0, guid: 0, urlKey: null, address: null, feed: 0, wordCount: 0, published: null, seen: 0 }
}

/** Position of the next number that the functions below read. A `ByteReader` costs too much where millions are read. */
let position = 0
/** Bytes of a floating-point number. */
const FLOAT = 8
const float = new Float64Array(1)
const floatBytes = new Uint8Array(float.buffer)
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** Reads the header alone into a record: when a window is loaded from the store, nothing else of most prints is read. */
export function readHeader(bytes: Uint8Array, header: PrintHeader): void {
  refuseOtherVersions(bytes)
  const flags = bytes[FLAGS]!
  position = FIRST_HASH + 3 * HASH
  header.key = hashStart(bytes, FIRST_HASH)
  header.guid = hashStart(bytes, FIRST_HASH + HASH)
  header.urlKey = (flags & HAS_URL_KEY) === 0 ? null : nextHashStart(bytes)
  header.address = (flags & HAS_ADDRESS) === 0 ? null : nextHashStart(bytes)
  header.feed = nextCount(bytes)
  header.wordCount = nextCount(bytes)
  const published = nextFloat(bytes)
  header.published = Number.isNaN(published) ? null : published
  header.seen = nextFloat(bytes)
}

const ownHeader = emptyHeader()

/** When an article was published or, where that is unknown, first seen. */
export function timeIn(bytes: Uint8Array): number {
  readHeader(bytes, ownHeader)
  return ownHeader.published ?? ownHeader.seen
}

/** Where the texts of an article's origin lie: the start and length of each; the length is −1 where there is none. */
export interface OriginLocation {
  domain: number
  domainLength: number
  sourceName: number
  sourceNameLength: number
  publisher: number
  publisherLength: number
  language: number
  languageLength: number
}

/** An empty location to read into. */
export function originLocation(): OriginLocation {
  return {
    ...{ domain: 0, domainLength: -1, sourceName: 0, sourceNameLength: -1 },
    ...{ publisher: 0, publisherLength: -1, language: 0, languageLength: -1 },
  }
}

/** Reads where they lie. */
export function locateOrigin(bytes: Uint8Array, location: OriginLocation): void {
  position = FIRST_HASH + hashBytes(bytes[FLAGS]!)
  nextCount(bytes)
  nextCount(bytes)
  position += 2 * FLOAT
  location.domainLength = nextTextLength(bytes)
  location.domain = position
  passText(location.domainLength)
  location.sourceNameLength = nextTextLength(bytes)
  location.sourceName = position
  passText(location.sourceNameLength)
  location.publisherLength = nextTextLength(bytes)
  location.publisher = position
  passText(location.publisherLength)
  location.languageLength = nextTextLength(bytes)
  location.language = position
}

/** Where the hashed terms of a title lie, four bytes each, how many there are, and whether the title is of a script without spaces. */
export interface TitleLocation {
  size: number
  terms: number
  hasLetters: boolean
}

/** An empty location to read into. */
export const titleLocation = (): TitleLocation => ({ size: 0, terms: 0, hasLetters: false })

/** Reads where the terms of the title lie. */
export function locateTitle(bytes: Uint8Array, location: TitleLocation): void {
  position = FIRST_HASH + hashBytes(bytes[FLAGS]!)
  nextCount(bytes)
  nextCount(bytes)
  position += 2 * FLOAT
  for (let text = 0; text < 4; text++) passText(nextTextLength(bytes))
  position++
  for (let text = 0; text < 2; text++) passText(nextTextLength(bytes))
  location.size = nextCount(bytes)
  location.terms = position
  position += 4 * location.size
  location.hasLetters = nextTextLength(bytes) >= 0
}

/** Where a body's shingles lie, four bytes each, how many there are, and the body's length in words; 0 without a body. */
export interface BodyLocation {
  length: number
  size: number
  shingles: number
}

/** An empty location to read into. */
export const bodyLocation = (): BodyLocation => ({ length: 0, size: 0, shingles: 0 })

/** Reads where the body lies. */
export function locateBody(bytes: Uint8Array, location: BodyLocation): void {
  position = uintAt(bytes, BODY_OFFSET)
  location.length = nextCount(bytes)
  location.size = location.length === 0 ? 0 : nextCount(bytes)
  location.shingles = position
}

/** Where the columns of a print's terms lie: ids of four bytes, then counts and flags of one byte each. */
export interface TermsLocation {
  size: number
  ids: number
  counts: number
  flags: number
  /** The number of terms the body gave. */
  bodyTerms: number
}

/** An empty location to read into. */
export const termsLocation = (): TermsLocation => ({ size: 0, ids: 0, counts: 0, flags: 0, bodyTerms: 0 })

/** Where the counts and flags lie whose ids begin at an offset. */
export const countsBehind = (ids: number, size: number): number => ids + 4 * size
export const flagsBehind = (ids: number, size: number): number => ids + 5 * size

/** Reads where the terms lie. */
export function locateTerms(bytes: Uint8Array, location: TermsLocation): void {
  position = uintAt(bytes, TERMS_OFFSET)
  const size = nextCount(bytes)
  location.size = size
  location.ids = position
  location.counts = countsBehind(position, size)
  location.flags = flagsBehind(position, size)
  position = location.flags + size
  location.bodyTerms = nextCount(bytes)
}

function nextCount(bytes: Uint8Array): number {
  let value = 0
  for (let scale = 1; ; scale *= 0x80) {
    const next = bytes[position++]!
    value += (next & 0x7f) * scale
    if (next < 0x80) return value
  }
}

/** A text is preceded by its length plus one; 0 means no text. */
function nextTextLength(bytes: Uint8Array): number {
  return nextCount(bytes) - 1
}

function passText(length: number): void {
  if (length > 0) position += length
}

function nextFloat(bytes: Uint8Array): number {
  for (let at = 0; at < 8; at++) floatBytes[isLittleEndian ? at : 7 - at] = bytes[position++]!
  return float[0]!
}

function nextHashStart(bytes: Uint8Array): number {
  position += HASH
  return hashStart(bytes, position - HASH)
}

/** The first four bytes of a hash as a number. */
function hashStart(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
}
