import type { Print, PrintTitle } from '../../domain/print.ts'
import { uintAt } from '../containers/bytes.ts'
import { createChunkedBytes } from '../containers/chunked-bytes.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { createMemo } from '../containers/memo.ts'
import type { ArticleTerms } from '../epoch/weighed-article.ts'
import { NO_FEED_TERMS, type TermColumns } from '../pair-comparison.ts'
import {
  decodeTerms,
  lazyPrint,
  type PrintOrigin,
  type TitleTexts,
  titleIn,
  titleTextsIn,
} from '../print/decode-print.ts'
import { TERMS_OFFSET } from '../print/print-layout.ts'
import { countsBehind, flagsBehind, locateTerms, termsLocation } from '../print/read-in-place.ts'
import { createOriginColumns, type Origins } from './origin-columns.ts'

/** So many decoded prints are cached: decoded they take five times the memory. */
const CACHE_SIZE = 256
/** So many titles: articles of one time are compared with each other. */
const TITLES = 1024

/** Prints in their stored bytes; each is decoded when it is first needed. */
export interface PackedPrints extends Origins {
  /** Appends and returns the index. */
  readonly add: (bytes: Uint8Array) => number
  /** The bytes of a print up to its terms: hashes, origin, title and body. */
  readonly headAt: (index: number) => Uint8Array
  readonly printAt: (index: number) => Print
  /** The title of a print, decoded alone; the same object as that of `printAt`. */
  readonly titleAt: (index: number) => PrintTitle
  /** The texts of a title, decoded anew and not cached. */
  readonly titleTextsAt: (index: number) => TitleTexts
  /** Source, times and length of an article. */
  readonly originAt: (index: number) => PrintOrigin
  /** The fields that TF-IDF weighting needs; the terms are views, not copies. */
  readonly articleAt: (index: number) => ArticleTerms
  /** Writes into `found` where the terms of a print lie. */
  readonly findTerms: (index: number, found: TermColumns) => void
  /** Brings the terms of some prints into the processor's cache, all at once: one after the other each would be waited for. */
  readonly prefetch: (indexes: Int32Array) => void
  /** Gives back the memory of all terms, which were compared by then. From now on they are not there: reading those of a print throws. */
  readonly dropTerms: () => void
  readonly size: () => number
}

/** An empty record for `findTerms`. */
export function emptyTerms(): TermColumns {
  const [ids, bytes] = [new Uint32Array(0), new Uint8Array(0)]
  const from = { idsFrom: 0, countsFrom: 0, flagsFrom: 0 }
  return { size: 0, ids, counts: bytes, flags: bytes, ...from, feedTerms: NO_FEED_TERMS }
}

/** A cache line, in numbers of 32 bits. */
const CACHE_LINE = 16

const NO_BYTES = new Uint8Array(0)
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/**
 * No prints yet. What lies before the terms of a print and what lies from there on is stored apart, since terms are compared first, and not needed afterwards. They are
 * aligned so that their ids can be read as 32-bit numbers: clustering a large window reads them about a billion times.
 */
export function createPackedPrints(): PackedPrints {
  const heads = createChunkedBytes()
  let tails = createChunkedBytes('large')
  // The same memory as each chunk of tails, as 32-bit numbers.
  let numbers: Uint32Array[] = []
  let termStarts = new Uint32Array(64)
  let termSizes = new Uint32Array(64)
  let bodyTerms = new Uint32Array(64)
  const columns = createOriginColumns()
  const found = emptyTerms()
  const location = termsLocation()
  const prints = createMemo<number, Print>(CACHE_SIZE)
  const titles = createMemo<number, PrintTitle>(TITLES)

  /** A copy of the whole print; without its terms, once they were dropped. */
  const bytesAt = (index: number): Uint8Array => {
    const head = heads.at(index)
    const tail = index < tails.size() ? tails.at(index) : NO_BYTES
    const bytes = new Uint8Array(head.length + tail.length)
    bytes.set(head)
    bytes.set(tail, head.length)
    return bytes
  }
  const titleAt = (index: number): PrintTitle => {
    const known = titles.get(index)
    if (known !== undefined) return known
    const title = titleIn(heads.at(index))
    titles.set(index, title)
    return title
  }
  const findTerms = (index: number, into: TermColumns): void => {
    const chunk = tails.chunkOf(index)
    const start = termStarts[index]!
    into.size = termSizes[index]!
    into.ids = isLittleEndian ? numbers[chunk]! : decodeTerms(bytesAt(index)).ids
    into.idsFrom = isLittleEndian ? start >>> 2 : 0
    into.counts = tails.chunk(chunk)
    into.countsFrom = countsBehind(start, into.size)
    into.flags = into.counts
    into.flagsFrom = flagsBehind(start, into.size)
  }
  // What is read ahead is stored, or the reading would be optimised away.
  const readAhead = new Uint32Array(1)
  return {
    ...columns.origins,
    headAt: heads.at,
    add: (bytes) => {
      locateTerms(bytes, location)
      const end = uintAt(bytes, TERMS_OFFSET)
      const index = heads.push(bytes.subarray(0, end))
      tails.push(bytes.subarray(end), location.ids - end)
      const chunk = tails.chunkOf(index)
      numbers[chunk] ??= new Uint32Array(tails.chunk(chunk).buffer)
      termStarts = ensureCapacity(termStarts, index + 1)
      termSizes = ensureCapacity(termSizes, index + 1)
      bodyTerms = ensureCapacity(bodyTerms, index + 1)
      termStarts[index] = tails.offsetOf(index) + location.ids - end
      termSizes[index] = location.size
      bodyTerms[index] = location.bodyTerms
      columns.add(index, bytes)
      return index
    },
    printAt: (index) => {
      const known = prints.get(index)
      if (known !== undefined) return known
      const print = lazyPrint(bytesAt(index), titleAt(index))
      prints.set(index, print)
      return print
    },
    titleAt,
    titleTextsAt: (index) => titleTextsIn(heads.at(index)),
    originAt: (index) => columns.read(index, heads.at(index)),
    articleAt: (index) => {
      findTerms(index, found)
      const { ids, idsFrom, counts, countsFrom, flags, flagsFrom } = found
      const terms = {
        ids: ids.subarray(idsFrom, idsFrom + found.size),
        counts: counts.subarray(countsFrom, countsFrom + found.size),
        flags: flags.subarray(flagsFrom, flagsFrom + found.size),
        bodyTerms: bodyTerms[index]!,
      }
      return { terms, language: columns.origins.languageAt(index), feed: columns.origins.feedAt(index) }
    },
    findTerms,
    prefetch: (indexes) => {
      let sum = 0
      for (let nth = 0; nth < indexes.length; nth++) {
        const ids = numbers[tails.chunkOf(indexes[nth]!)]!
        const start = termStarts[indexes[nth]!]! >>> 2
        const end = start + termSizes[indexes[nth]!]!
        for (let at = start; at < end; at += CACHE_LINE) sum ^= ids[at]!
      }
      readAhead[0] = sum
    },
    dropTerms: () => {
      tails = createChunkedBytes()
      numbers = []
    },
    size: heads.size,
  }
}
