import type { Print, PrintBody, PrintTerms, PrintTitle } from '../../domain/print.ts'
import type { Script } from '../../domain/script.ts'
import { type ByteReader, readBytes, writeBytes } from '../containers/bytes.ts'

/**
 * Version of what a print holds and how its bytes are laid out; stored beside them. When it is raised, stored prints are
 * made again from their articles (`app/renew-prints.ts`), and `unstoredPart` must go on reading the older layouts.
 */
export const PRINT_VERSION = 2

/** Versions whose identity and body are laid out as those of `PRINT_VERSION`. */
const READABLE_VERSIONS: readonly (number | undefined)[] = [1, PRINT_VERSION]

/** Scripts by the number a title begins with. */
export const SCRIPTS: readonly Script[] = ['latin', 'cyrillic', 'zh', 'ja', 'ko', 'other']

/** Where the parts start, so that a title can be read without the body: body, terms, entities, four bytes each. */
const PLACES = 12
/** Bytes of a hashed key. */
const HASH = 16

/** One writer for all prints: memory for each would be most of the work. */
const out = writeBytes()
const NO_PLACES = new Uint8Array(PLACES)

/** A print as compact bytes; version, then places, identity and title, body, terms, entities. */
export function encodePrint(print: Print): Uint8Array {
  // What broke off left something behind.
  out.clear()
  out.byte(PRINT_VERSION)
  out.bytes(NO_PLACES)
  writeIdentity(print)
  writeTitle(print.title)
  out.patch(1, out.size())
  writeBody(print.body)
  out.patch(5, out.size())
  writeTerms(print.terms)
  out.patch(9, out.size())
  out.uints(print.entities)
  return out.done()
}

/** The whole print again. Bytes of another version are refused: they must be made anew from the article. */
export function decodePrint(bytes: Uint8Array): Print {
  const head = decodeHead(openPrint(bytes))
  return { ...head, body: readBody(read), terms: readTerms(read), entities: read.uints() }
}

/** The same, but body, terms and entities are read when first asked for: of most prints only the title is. */
export function lazyPrint(bytes: Uint8Array): Print {
  const head = decodeHead(openPrint(bytes))
  let body: PrintBody | null | undefined
  let terms: PrintTerms | undefined
  let entities: Uint32Array | undefined
  return {
    ...head,
    get body() {
      if (body === undefined) body = readBody(openPart(bytes, 0))
      return body
    },
    get terms() {
      terms ??= decodeTerms(bytes)
      return terms
    },
    get entities() {
      entities ??= openPart(bytes, 2).uints()
      return entities
    },
  }
}

function decodeHead(from: ByteReader): Omit<Print, 'body' | 'terms' | 'entities'> {
  const flags = from.byte()
  const [key, guid, contentHash] = [from.hex(HASH), from.hex(HASH), from.hex(HASH)]
  const urlKey = flags & 2 ? from.hex(HASH) : null
  const address = flags & 4 ? from.hex(HASH) : null
  const { feed, wordCount, published, seen, domain, sourceName, publisher, language } = readOrigin(from)
  return {
    key,
    feed,
    guid,
    guidIsUnique: (flags & 1) === 1,
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

/** Who wrote an article, when, and how much. */
export type PrintOrigin = Pick<
  Print,
  'feed' | 'wordCount' | 'published' | 'seen' | 'domain' | 'sourceName' | 'publisher' | 'language'
>

/** The origin alone. */
export function originIn(bytes: Uint8Array): PrintOrigin {
  const read = openPrint(bytes)
  passHashes(read)
  return readOrigin(read)
}

/** The script of the title alone. */
export function scriptIn(bytes: Uint8Array): Script {
  const read = openPrint(bytes)
  passHashes(read)
  readOrigin(read)
  return SCRIPTS[read.byte() & 7]!
}

function passHashes(read: ByteReader): void {
  const flags = read.byte()
  read.moveTo(read.place() + HASH * (3 + ((flags & 2) >> 1) + ((flags & 4) >> 2)))
}

function readOrigin(read: ByteReader): PrintOrigin {
  const [feed, wordCount, published, seen] = [read.count(), read.count(), read.float(), read.float()]
  const [domain, sourceName, publisher, language] = [read.text(), read.text(), read.text(), read.text()]
  const at = Number.isNaN(published) ? null : published
  return { feed, wordCount, published: at, seen, domain, sourceName, publisher, language }
}

/** Whether two prints are of one article. */
export function haveOneKey(a: Uint8Array, b: Uint8Array): boolean {
  const start = 2 + PLACES
  for (let at = start; at < start + HASH; at++) if (a[at] !== b[at]) return false
  return true
}

/** The key alone. */
export function keyIn(bytes: Uint8Array): string {
  const read = openPrint(bytes)
  read.moveTo(read.place() + 1)
  return read.hex(HASH)
}

/** The guid alone. */
export function guidIn(bytes: Uint8Array): string {
  const read = openPrint(bytes)
  read.moveTo(read.place() + 1 + HASH)
  return read.hex(HASH)
}

/** What a print holds that cannot be made again from its article: no column of the store has it. */
export interface UnstoredPart {
  readonly guid: string
  readonly seen: number
  /** Hashed runs of words that were taken away as the feed's boilerplate. */
  readonly boilerplate: Uint32Array
}

/** That part of a print of this or an older version; null when the layout is not known. */
export function unstoredPart(bytes: Uint8Array): UnstoredPart | null {
  if (!READABLE_VERSIONS.includes(bytes[0])) return null
  read.open(bytes)
  read.moveTo(1 + PLACES)
  const { guid, seen } = decodeHead(read)
  return { guid, seen, boilerplate: readBody(read)?.boilerplate ?? NO_RUNS }
}

const NO_RUNS = new Uint32Array(0)

/** The terms alone. */
export function decodeTerms(bytes: Uint8Array): PrintTerms {
  return readTerms(openPart(bytes, 1))
}

/** One reader for all prints, which are read from end to end, one after the other. */
const read = readBytes(new Uint8Array(0))

function openPrint(bytes: Uint8Array): ByteReader {
  if (bytes[0] !== PRINT_VERSION)
    throw new RangeError(`a print of version ${bytes[0]} cannot be read by version ${PRINT_VERSION}`)
  read.open(bytes)
  read.moveTo(1 + PLACES)
  return read
}

function openPart(bytes: Uint8Array, part: number): ByteReader {
  const read = openPrint(bytes)
  read.moveTo(1 + 4 * part)
  read.moveTo(read.uint())
  return read
}

function writeIdentity(print: Print): void {
  const flags = (print.guidIsUnique ? 1 : 0) | (print.urlKey === null ? 0 : 2) | (print.address === null ? 0 : 4)
  out.byte(flags)
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
