import { uintAt } from '../containers/bytes.ts'
import { PRINT_VERSION } from './encode-print.ts'

/** Bytes of a hash, and where the first one stands: behind version, places of the parts, and flags. */
const HASH = 16
const HASHES = 14
const HAS_URL_KEY = 2
const HAS_ADDRESS = 4

/** What a window must know of a print before anybody asks for it. Of hashes the first four bytes, which find them. */
export interface PrintLabel {
  key: number
  guid: number
  urlKey: number | null
  address: number | null
  feed: number
  published: number | null
  seen: number
}

/** The place the next number is read from. */
let place = 0
const float = new Float64Array(1)
const floatBytes = new Uint8Array(float.buffer)
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** Reads the label alone into a record: a window read from the store looks no further into most of its prints. */
export function readLabel(bytes: Uint8Array, label: PrintLabel): void {
  if (bytes[0] !== PRINT_VERSION)
    throw new RangeError(`a print of version ${bytes[0]} cannot be read by version ${PRINT_VERSION}`)
  const flags = bytes[HASHES - 1]!
  place = HASHES + 3 * HASH
  label.key = shortAt(bytes, HASHES)
  label.guid = shortAt(bytes, HASHES + HASH)
  label.urlKey = (flags & HAS_URL_KEY) === 0 ? null : nextShort(bytes)
  label.address = (flags & HAS_ADDRESS) === 0 ? null : nextShort(bytes)
  label.feed = nextCount(bytes)
  nextCount(bytes)
  const published = nextFloat(bytes)
  label.published = Number.isNaN(published) ? null : published
  label.seen = nextFloat(bytes)
}

const own = emptyLabel()

/** When an article was published; when it was first seen where that is not known. */
export function timeIn(bytes: Uint8Array): number {
  readLabel(bytes, own)
  return own.published ?? own.seen
}

/** Where an identity ends: behind it stand the texts, and then the title. */
export function passIdentity(bytes: Uint8Array): number {
  const flags = bytes[HASHES - 1]!
  place = HASHES + HASH * (3 + ((flags & HAS_URL_KEY) >> 1) + ((flags & HAS_ADDRESS) >> 2))
  nextCount(bytes)
  nextCount(bytes)
  return place + 16
}

/** An empty label to read into. */
export function emptyLabel(): PrintLabel {
  return { key: 0, guid: 0, urlKey: null, address: null, feed: 0, published: null, seen: 0 }
}

/** Where the runs of words of a print's body stand, four bytes each, how many they are, and of how many words; 0 without a body. */
export interface BodyLabel {
  length: number
  runs: number
  start: number
}

/** Reads where a body stands into a record. */
export function readBodyLabel(bytes: Uint8Array, label: BodyLabel): void {
  place = uintAt(bytes, 1)
  label.length = nextCount(bytes)
  label.runs = label.length === 0 ? 0 : nextCount(bytes)
  label.start = place
}

/** Where the terms of a print stand: four bytes each, then for each how often title and lead have it, and its flags. */
export interface TermsLabel {
  size: number
  start: number
}

/** Reads where terms stand into a record. */
export function readTermsLabel(bytes: Uint8Array, label: TermsLabel): void {
  place = uintAt(bytes, 5)
  label.size = nextCount(bytes)
  label.start = place
}

/** The whole number that stands at a place. */
export function countAt(bytes: Uint8Array, at: number): number {
  place = at
  return nextCount(bytes)
}

function nextCount(bytes: Uint8Array): number {
  let value = 0
  for (let scale = 1; ; scale *= 0x80) {
    const next = bytes[place++]!
    value += (next & 0x7f) * scale
    if (next < 0x80) return value
  }
}

function nextFloat(bytes: Uint8Array): number {
  for (let at = 0; at < 8; at++) floatBytes[isLittleEndian ? at : 7 - at] = bytes[place++]!
  return float[0]!
}

function nextShort(bytes: Uint8Array): number {
  place += HASH
  return shortAt(bytes, place - HASH)
}

function shortAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
}
