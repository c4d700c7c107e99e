import type { Print, PrintTitle } from '../../domain/print.ts'
import { backgroundLanguage } from '../../similar/background-language.ts'
import { createChunkedBytes } from '../containers/chunked-bytes.ts'
import { ensureCapacity, internedIndex } from '../containers/growing-column.ts'
import { createMemo } from '../containers/memo.ts'
import type { ArticleTerms } from '../epoch/weighed-article.ts'
import { NO_FEED_TERMS, type TermColumns } from '../pair-comparison.ts'
import { decodeTerms, lazyPrint, originIn, scriptIn, titleIn } from '../print/decode-print.ts'
import {
  countsBehind,
  emptyHeader,
  flagsBehind,
  locateTerms,
  readHeader,
  termsLocation,
} from '../print/read-in-place.ts'

/** So many decoded prints are cached: decoded they take five times the memory. */
const CACHE_SIZE = 2048

/** Prints in their stored bytes; each is decoded when it is first needed. */
export interface PackedPrints {
  /** Appends and returns the index. */
  readonly add: (bytes: Uint8Array) => number
  readonly bytesAt: (index: number) => Uint8Array
  readonly printAt: (index: number) => Print
  /** The title of a print, decoded alone. */
  readonly titleAt: (index: number) => PrintTitle
  /** The fields that TF-IDF weighting needs; the terms are views, not copies. */
  readonly articleAt: (index: number) => ArticleTerms
  readonly languageAt: (index: number) => string
  /** 0 when unknown. */
  readonly feedAt: (index: number) => number
  /** Writes into `found` where the terms of a print lie. */
  readonly findTerms: (index: number, found: TermColumns) => void
  readonly size: () => number
}

/** An empty record for `findTerms`. */
export function emptyTerms(): TermColumns {
  const [ids, bytes] = [new Uint32Array(0), new Uint8Array(0)]
  const from = { idsFrom: 0, countsFrom: 0, flagsFrom: 0 }
  return { size: 0, ids, counts: bytes, flags: bytes, ...from, feedTerms: NO_FEED_TERMS }
}

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** No prints yet. Prints are aligned so that their term ids can be read as 32-bit numbers: clustering a large window reads them about a billion times. */
export function createPackedPrints(): PackedPrints {
  const store = createChunkedBytes()
  // The same memory as each chunk, as 32-bit numbers.
  const numbers: Uint32Array[] = []
  let termStarts = new Uint32Array(64)
  let termSizes = new Uint32Array(64)
  const languages: string[] = []
  let languageAt = new Uint16Array(64)
  let feeds = new Uint32Array(64)
  const header = emptyHeader()
  const found = emptyTerms()
  const location = termsLocation()
  const cache = createMemo<number, Print>(CACHE_SIZE)

  const findTerms = (index: number, into: TermColumns): void => {
    const chunk = store.chunkOf(index)
    const start = termStarts[index]!
    into.size = termSizes[index]!
    into.ids = isLittleEndian ? numbers[chunk]! : decodeTerms(store.at(index)).ids
    into.idsFrom = isLittleEndian ? start >>> 2 : 0
    into.counts = store.chunk(chunk)
    into.countsFrom = countsBehind(start, into.size)
    into.flags = into.counts
    into.flagsFrom = flagsBehind(start, into.size)
  }
  return {
    bytesAt: store.at,
    add: (bytes) => {
      locateTerms(bytes, location)
      const index = store.push(bytes, location.ids)
      const chunk = store.chunkOf(index)
      numbers[chunk] ??= new Uint32Array(store.chunk(chunk).buffer)
      termStarts = ensureCapacity(termStarts, index + 1)
      termSizes = ensureCapacity(termSizes, index + 1)
      languageAt = ensureCapacity(languageAt, index + 1)
      feeds = ensureCapacity(feeds, index + 1)
      readHeader(bytes, header)
      feeds[index] = header.feed
      termStarts[index] = store.offsetOf(index) + location.ids
      termSizes[index] = location.size
      languageAt[index] = internedIndex(languages, languageIn(bytes))
      return index
    },
    printAt: (index) => {
      const known = cache.get(index)
      if (known !== undefined) return known
      const print = lazyPrint(store.at(index))
      cache.set(index, print)
      return print
    },
    titleAt: (index) => titleIn(store.at(index)),
    articleAt: (index) => {
      findTerms(index, found)
      const { ids, idsFrom, counts, countsFrom, flags, flagsFrom } = found
      locateTerms(store.at(index), location)
      const terms = {
        ids: ids.subarray(idsFrom, idsFrom + found.size),
        counts: counts.subarray(countsFrom, countsFrom + found.size),
        flags: flags.subarray(flagsFrom, flagsFrom + found.size),
        bodyTerms: location.bodyTerms,
      }
      return { terms, language: languages[languageAt[index]!]!, feed: feeds[index]! }
    },
    findTerms,
    feedAt: (index) => feeds[index]!,
    languageAt: (index) => languages[languageAt[index]!]!,
    size: store.size,
  }
}

/** The language an article is weighed in. */
function languageIn(bytes: Uint8Array): string {
  return backgroundLanguage(originIn(bytes).language, () => scriptIn(bytes))
}
