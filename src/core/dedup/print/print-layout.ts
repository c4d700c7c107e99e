import type { Print, PrintBody, PrintTerms, PrintTitle } from '../../domain/print.ts'
import type { Script } from '../../domain/script.ts'
import { type ByteReader, readBytes, uintAt, writeBytes } from '../containers/bytes.ts'

/*
 * The byte layout of a print; no other module knows it. In order: the version (one byte), the offsets of body, terms and
 * entities (four bytes each), flags (one byte), the hashes of key, guid and content and, where the flags say so, of the URL
 * key and the address (16 bytes each), feed and word count, the times of publication and first sight, domain, source name,
 * publisher and language, the title, the body, the terms, the entities.
 */

/**
 * Version of what a print holds and of its layout; stored beside its bytes. When it is raised, stored prints are made again
 * from their articles (`app/renew-prints.ts`), and `unstoredFields` must still read the older layouts.
 */
export const PRINT_VERSION = 3

/** Versions whose header and body are laid out as those of `PRINT_VERSION`. */
const READABLE_VERSIONS: readonly (number | undefined)[] = [1, 2, PRINT_VERSION]

/** Scripts by the number that stands for them in a title's flags. */
const SCRIPTS: readonly Script[] = ['latin', 'cyrillic', 'zh', 'ja', 'ko', 'other']

const BODY_OFFSET = 1
const TERMS_OFFSET = 5
const ENTITIES_OFFSET = 9
const FLAGS = 13
const FIRST_HASH = 14
/** Bytes of a hash. */
const HASH = 16

const GUID_IS_UNIQUE = 1
const HAS_URL_KEY = 2
const HAS_ADDRESS = 4

/** Bytes of all hashes of a print with such flags. */
const hashBytes = (flags: number): number =>
  HASH * (3 + ((flags & HAS_URL_KEY) === 0 ? 0 : 1) + ((flags & HAS_ADDRESS) === 0 ? 0 : 1))

/** One writer serves all prints: memory for each would be most of the work. */
const out = writeBytes()
const EMPTY_OFFSETS = new Uint8Array(FLAGS - 1)

/** Encodes a print. */
export function encodePrint(print: Print): Uint8Array {
  // A print whose encoding threw an error left bytes in the writer.
  out.clear()
  out.byte(PRINT_VERSION)
  out.bytes(EMPTY_OFFSETS)
  writeHeader(print)
  writeTitle(print.title)
  out.patch(BODY_OFFSET, out.size())
  writeBody(print.body)
  out.patch(TERMS_OFFSET, out.size())
  writeTerms(print.terms)
  out.patch(ENTITIES_OFFSET, out.size())
  out.uints(print.entities)
  return out.done()
}

/** Decodes a whole print. Bytes of another version are refused: such a print must be made again from its article. */
export function decodePrint(bytes: Uint8Array): Print {
  const head = decodeHead(openPrint(bytes))
  return { ...head, body: readBody(read), terms: readTerms(read), entities: read.uints() }
}

/** The same, but body, terms and entities are decoded on first use: of most prints only the title is needed. */
export function lazyPrint(bytes: Uint8Array): Print {
  const head = decodeHead(openPrint(bytes))
  let body: PrintBody | null | undefined
  let terms: PrintTerms | undefined
  let entities: Uint32Array | undefined
  return {
    ...head,
    get body() {
      if (body === undefined) body = readBody(openSection(bytes, BODY_OFFSET))
      return body
    },
    get terms() {
      terms ??= decodeTerms(bytes)
      return terms
    },
    get entities() {
      entities ??= openSection(bytes, ENTITIES_OFFSET).uints()
      return entities
    },
  }
}

function decodeHead(from: ByteReader): Omit<Print, 'body' | 'terms' | 'entities'> {
  const flags = from.byte()
  const [key, guid, contentHash] = [from.hex(HASH), from.hex(HASH), from.hex(HASH)]
  const urlKey = flags & HAS_URL_KEY ? from.hex(HASH) : null
  const address = flags & HAS_ADDRESS ? from.hex(HASH) : null
  const { feed, wordCount, published, seen, domain, sourceName, publisher, language } = readOrigin(from)
  return {
    key,
    feed,
    guid,
    guidIsUnique: (flags & GUID_IS_UNIQUE) !== 0,
    urlKey,
    address,
    domain,
    sourceName,
    publisher,
    language,
    published,
    seen,
    contentHash,
    wordCount,
    title: readTitle(from),
  }
}

/** Source, times and length of an article. */
export type PrintOrigin = Pick<
  Print,
  'feed' | 'wordCount' | 'published' | 'seen' | 'domain' | 'sourceName' | 'publisher' | 'language'
>

/** Decodes the origin alone. */
export function originIn(bytes: Uint8Array): PrintOrigin {
  const read = openPrint(bytes)
  passHashes(read)
  return readOrigin(read)
}

/** Decodes the script of the title alone. */
export function scriptIn(bytes: Uint8Array): Script {
  const read = openPrint(bytes)
  passHashes(read)
  passOrigin(read)
  return SCRIPTS[read.byte() & 7]!
}

/** Decodes the title alone. */
export function titleIn(bytes: Uint8Array): PrintTitle {
  const read = openPrint(bytes)
  passHashes(read)
  passOrigin(read)
  return readTitle(read)
}

function passOrigin(read: ByteReader): void {
  read.count()
  read.count()
  read.float()
  read.float()
  for (let text = 0; text < 4; text++) passText(read)
}

function passHashes(read: ByteReader): void {
  const flags = read.byte()
  read.moveTo(read.place() + hashBytes(flags))
}

function readOrigin(read: ByteReader): PrintOrigin {
  const [feed, wordCount, published, seen] = [read.count(), read.count(), read.float(), read.float()]
  const [domain, sourceName, publisher, language] = [read.text(), read.text(), read.text(), read.text()]
  const at = Number.isNaN(published) ? null : published
  return { feed, wordCount, published: at, seen, domain, sourceName, publisher, language }
}

/** Whether two prints are of one article. */
export function haveSameKey(a: Uint8Array, b: Uint8Array): boolean {
  for (let at = FIRST_HASH; at < FIRST_HASH + HASH; at++) if (a[at] !== b[at]) return false
  return true
}

/** Decodes the key alone. */
export function keyIn(bytes: Uint8Array): string {
  const read = openPrint(bytes)
  read.moveTo(read.place() + 1)
  return read.hex(HASH)
}

/** Decodes the guid alone. */
export function guidIn(bytes: Uint8Array): string {
  const read = openPrint(bytes)
  read.moveTo(read.place() + 1 + HASH)
  return read.hex(HASH)
}

/** The fields of a print that cannot be made again from its article: no column of the store has them. */
export interface UnstoredFields {
  readonly guid: string
  readonly seen: number
  /** The shingles that were removed as the feed's boilerplate. */
  readonly boilerplate: Uint32Array
}

/** Decodes those fields of a print of this or an older version; null when the layout is unknown. */
export function unstoredFields(bytes: Uint8Array): UnstoredFields | null {
  if (!READABLE_VERSIONS.includes(bytes[0])) return null
  read.open(bytes)
  read.moveTo(FLAGS)
  const { guid, seen } = decodeHead(read)
  return { guid, seen, boilerplate: readBody(read)?.boilerplate ?? NO_SHINGLES }
}

const NO_SHINGLES = new Uint32Array(0)

/** Decodes the terms alone. */
export function decodeTerms(bytes: Uint8Array): PrintTerms {
  return readTerms(openSection(bytes, TERMS_OFFSET))
}

/** One reader serves all prints: a reader for each would be most of the work. */
const read = readBytes(new Uint8Array(0))

/** Sets the reader to the flags of a print. */
function openPrint(bytes: Uint8Array): ByteReader {
  refuseOtherVersions(bytes)
  read.open(bytes)
  read.moveTo(FLAGS)
  return read
}

/** Sets the reader to the section whose offset is stored at `offset`. */
function openSection(bytes: Uint8Array, offset: number): ByteReader {
  const read = openPrint(bytes)
  read.moveTo(uintAt(bytes, offset))
  return read
}

function refuseOtherVersions(bytes: Uint8Array): void {
  if (bytes[0] !== PRINT_VERSION)
    throw new RangeError(`a print of version ${bytes[0]} cannot be read by version ${PRINT_VERSION}`)
}

function writeHeader(print: Print): void {
  const guid = print.guidIsUnique ? GUID_IS_UNIQUE : 0
  out.byte(guid | (print.urlKey === null ? 0 : HAS_URL_KEY) | (print.address === null ? 0 : HAS_ADDRESS))
  for (const hash of [print.key, print.guid, print.contentHash]) out.hex(hash)
  if (print.urlKey !== null) out.hex(print.urlKey)
  if (print.address !== null) out.hex(print.address)
  out.count(print.feed)
  out.count(print.wordCount)
  out.float(print.published ?? Number.NaN)
  out.float(print.seen)
  for (const text of [print.domain, print.sourceName, print.publisher, print.language]) out.text(text)
}

/** Words hold no spaces, so one text carries them all. */
function writeTitle(title: PrintTitle): void {
  out.byte(SCRIPTS.indexOf(title.script) | (title.denial ? 8 : 0) | (title.negated ? 16 : 0))
  out.text(title.raw)
  out.text(title.words.join(' '))
  out.uints(title.terms)
  out.text(title.letters)
}

function readTitle(read: ByteReader): PrintTitle {
  const flags = read.byte()
  const raw = read.text() ?? ''
  const joined = read.text() ?? ''
  const terms = read.uints()
  return {
    raw,
    script: SCRIPTS[flags & 7]!,
    words: joined === '' ? [] : joined.split(' '),
    terms,
    letters: read.text(),
    denial: (flags & 8) !== 0,
    negated: (flags & 16) !== 0,
  }
}

function writeBody(body: PrintBody | null): void {
  if (body === null) {
    out.count(0)
    return
  }
  out.count(body.length)
  out.uints(body.shingles)
  out.uints(body.boilerplate)
  out.uints(body.simhash === 0n ? NO_BITS : halvesOf(body.simhash))
  out.uints(body.sentences)
}

const NO_BITS = new Uint32Array(2)
const halvesOf = (bits: bigint): Uint32Array => Uint32Array.of(Number(bits & 0xffffffffn), Number(bits >> 32n))

function readBody(read: ByteReader): PrintBody | null {
  const length = read.count()
  if (length === 0) return null
  const [shingles, boilerplate] = [read.uints(), read.uints()]
  const [low, high] = read.uints() as unknown as [number, number]
  const simhash = low === 0 && high === 0 ? 0n : (BigInt(high) << 32n) | BigInt(low)
  return { length, shingles, boilerplate, simhash, sentences: read.uints() }
}

function writeTerms(terms: PrintTerms): void {
  out.uints(terms.ids)
  out.bytes(terms.counts)
  out.bytes(terms.flags)
  out.count(terms.bodyTerms)
}

function readTerms(read: ByteReader): PrintTerms {
  const ids = read.uints()
  const [counts, flags] = [read.bytes(ids.length), read.bytes(ids.length)]
  return { ids, counts, flags, bodyTerms: read.count() }
}

/** The fields a window needs of every print it holds. Of hashes only the first four bytes, which are enough to look them up. */
export interface PrintHeader {
  key: number
  guid: number
  urlKey: number | null
  address: number | null
  feed: number
  published: number | null
  seen: number
}

/** An empty header to read into. */
export function emptyHeader(): PrintHeader {
  return { key: 0, guid: 0, urlKey: null, address: null, feed: 0, published: null, seen: 0 }
}

/** Position of the next number that the functions below read. A `ByteReader` costs too much where millions are read. */
let position = 0
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
  nextCount(bytes)
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

/** The fields of a print by which titles and events are indexed. */
export interface IndexedFields extends Pick<Print, 'language' | 'sourceName' | 'published' | 'terms' | 'entities'> {
  readonly title: Pick<PrintTitle, 'raw' | 'script' | 'terms' | 'letters'>
}

/** Decodes those fields alone: when a day is indexed, thousands of prints are read. */
export function indexedFields(bytes: Uint8Array): IndexedFields {
  const read = openPrint(bytes)
  passHashes(read)
  read.count()
  read.count()
  const published = read.float()
  read.float()
  passText(read)
  const sourceName = read.text()
  passText(read)
  const language = read.text()
  const script = SCRIPTS[read.byte() & 7]!
  const raw = read.text() ?? ''
  passText(read)
  const title = { raw, script, terms: read.uints(), letters: read.text() }
  const terms = decodeTerms(bytes)
  const entities = openSection(bytes, ENTITIES_OFFSET).uints()
  return { sourceName, language, published: Number.isNaN(published) ? null : published, title, terms, entities }
}

/** A text is preceded by its length plus one; 0 means no text. */
function passText(read: ByteReader): void {
  const length = read.count()
  if (length > 0) read.moveTo(read.place() + length - 1)
}

function nextCount(bytes: Uint8Array): number {
  let value = 0
  for (let scale = 1; ; scale *= 0x80) {
    const next = bytes[position++]!
    value += (next & 0x7f) * scale
    if (next < 0x80) return value
  }
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
