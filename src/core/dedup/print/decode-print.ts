import type { Print, PrintBody, PrintTerms, PrintTitle } from '../../domain/print.ts'
import type { Script } from '../../domain/script.ts'
import { type ByteReader, readBytes, uintAt } from '../containers/bytes.ts'
import {
  BODY_OFFSET,
  ENTITIES_OFFSET,
  FLAGS,
  GUID_IS_UNIQUE,
  HAS_ADDRESS,
  HAS_URL_KEY,
  HASH,
  hashBytes,
  OLDEST_READABLE_VERSION,
  PRINT_VERSION,
  refuseOtherVersions,
  SCRIPTS,
  TERMS_OFFSET,
} from './print-layout.ts'

/** Decodes a whole print. Bytes of another version are refused: such a print must be made again from its article. */
export function decodePrint(bytes: Uint8Array): Print {
  const head = decodeHead(openPrint(bytes))
  const title = readTitle(read)
  return { ...head, title, body: readBody(read), terms: readTerms(read), entities: read.uints() }
}

/** How the sections of a print are decoded; the title begins at an offset. */
export interface SectionDecoder {
  readonly title: (bytes: Uint8Array, start: number, language: string | null) => PrintTitle
  readonly body: (bytes: Uint8Array) => PrintBody | null
  readonly terms: (bytes: Uint8Array, print: Pick<Print, 'language' | 'title'>) => PrintTerms
}

/** Decodes a section, whatever was decoded before. */
export const SECTIONS: SectionDecoder = {
  title: (bytes, start) => {
    openPrint(bytes).moveTo(start)
    return readTitle(read)
  },
  body: (bytes) => readBody(openSection(bytes, BODY_OFFSET)),
  terms: decodeTerms,
}

/** The same with a title that was decoded before, if it was; body, terms and entities are decoded on first use, since few prints need them. */
export function lazyPrint(bytes: Uint8Array, known: PrintTitle | null, sections = SECTIONS): Print {
  const head = decodeHead(openPrint(bytes))
  const { language } = head
  const title = known ?? sections.title(bytes, read.place(), language)
  let body: PrintBody | null | undefined
  let terms: PrintTerms | undefined
  let entities: Uint32Array | undefined
  return {
    ...head,
    title,
    get body() {
      if (body === undefined) body = sections.body(bytes)
      return body
    },
    get terms() {
      terms ??= sections.terms(bytes, { language, title })
      return terms
    },
    get entities() {
      entities ??= openSection(bytes, ENTITIES_OFFSET).uints()
      return entities
    },
  }
}

function decodeHead(from: ByteReader): Omit<Print, 'title' | 'body' | 'terms' | 'entities'> {
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
  }
}

/** Source, times and length of an article. */
export type PrintOrigin = Pick<
  Print,
  'feed' | 'wordCount' | 'published' | 'seen' | 'domain' | 'sourceName' | 'publisher' | 'language'
>

/** Decodes the headline as it was, and what it is read by. */
export function headlineIn(bytes: Uint8Array): Pick<PrintOrigin, 'sourceName' | 'language'> & Pick<PrintTitle, 'raw'> {
  const read = openPrint(bytes)
  passHashes(read)
  const { sourceName, language } = readOrigin(read)
  read.byte()
  return { raw: read.text() ?? '', sourceName, language }
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

/** Decodes the text of a title, and its words as one text, in which a blank parts them. */
export function titleTextsIn(bytes: Uint8Array): TitleTexts {
  const read = openPrint(bytes)
  passHashes(read)
  passOrigin(read)
  read.byte()
  return { raw: read.text() ?? '', words: read.text() ?? '' }
}

/** The texts of a title. */
export interface TitleTexts {
  readonly raw: string
  readonly words: string
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
  const version = bytes[0] ?? 0
  if (version < OLDEST_READABLE_VERSION || version > PRINT_VERSION) return null
  read.open(bytes)
  read.moveTo(FLAGS)
  const { guid, seen } = decodeHead(read)
  readTitle(read)
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
  const start = uintAt(bytes, offset)
  if (start >= bytes.length) throw new Error('the print was cut before this section')
  read.moveTo(start)
  return read
}

function readTitle(read: ByteReader): PrintTitle {
  const flags = read.byte()
  const raw = read.text() ?? ''
  const joined = read.text() ?? ''
  const terms = read.uints()
  return {
    raw,
    script: SCRIPTS[flags & 7]!,
    words: wordsIn(joined),
    terms,
    letters: read.text(),
    denial: (flags & 8) !== 0,
    negated: (flags & 16) !== 0,
  }
}

const wordsIn = (joined: string): string[] => (joined === '' ? [] : joined.split(' '))

function readBody(read: ByteReader): PrintBody | null {
  const length = read.count()
  if (length === 0) return null
  const [shingles, boilerplate] = [read.uints(), read.uints()]
  const [low, high] = read.uints() as unknown as [number, number]
  const simhash = low === 0 && high === 0 ? 0n : (BigInt(high) << 32n) | BigInt(low)
  return { length, shingles, boilerplate, simhash, sentences: read.uints() }
}

function readTerms(read: ByteReader): PrintTerms {
  const ids = read.uints()
  const [counts, flags] = [read.bytes(ids.length), read.bytes(ids.length)]
  return { ids, counts, flags, bodyTerms: read.count() }
}

/** The fields of a print by which titles and events are indexed. */
export interface IndexedFields extends Pick<Print, 'language' | 'sourceName' | 'published' | 'terms' | 'entities'> {
  readonly title: Pick<PrintTitle, 'raw' | 'script' | 'words' | 'terms' | 'letters'>
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
  const joined = read.text() ?? ''
  const title = { raw, script, words: wordsIn(joined), terms: read.uints(), letters: read.text() }
  const terms = decodeTerms(bytes)
  const entities = openSection(bytes, ENTITIES_OFFSET).uints()
  return { sourceName, language, published: Number.isNaN(published) ? null : published, title, terms, entities }
}

/** A text is preceded by its length plus one; 0 means no text. */
function passText(read: ByteReader): void {
  const length = read.count()
  if (length > 0) read.moveTo(read.place() + length - 1)
}
