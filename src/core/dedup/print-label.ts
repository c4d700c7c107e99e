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

/** An empty label to read into. */
export function emptyLabel(): PrintLabel {
  return { key: 0, guid: 0, urlKey: null, address: null, feed: 0, published: null, seen: 0 }
}

/** How many words a print's body has. */
export function bodyLengthIn(bytes: Uint8Array): number {
  place = uintAt(bytes, 1)
  return nextCount(bytes)
}

/** How many runs of words a print's body has; only for those that have a body. */
export function runsIn(bytes: Uint8Array): number {
  bodyLengthIn(bytes)
  return nextCount(bytes)
}

/** Puts the first runs of a print's body into a column. */
export function readRuns(bytes: Uint8Array, runs: Uint32Array): void {
  runsIn(bytes)
  for (let at = 0; at < runs.length; at++, place += 4) runs[at] = uintAt(bytes, place)
}

/** Where a print's terms begin: their number is read by `nextCount`. */
function nextShort(bytes: Uint8Array): number {
  place += HASH
  return shortAt(bytes, place - HASH)
}

function shortAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
}

function uintAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
}
