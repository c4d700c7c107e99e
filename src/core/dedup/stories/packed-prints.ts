import type { Print, PrintTitle } from '../../domain/print.ts'
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
  readonly bytesAt: (index: number) => Uint8Array
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

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** No prints yet. Prints are aligned so that their term ids can be read as 32-bit numbers: clustering a large window reads them about a billion times. */
export function createPackedPrints(): PackedPrints {
  const store = createChunkedBytes()
  // The same memory as each chunk, as 32-bit numbers.
  const numbers: Uint32Array[] = []
  let termStarts = new Uint32Array(64)
  let termSizes = new Uint32Array(64)
  let bodyTerms = new Uint32Array(64)
  const columns = createOriginColumns()
  const found = emptyTerms()
  const location = termsLocation()
  const prints = createMemo<number, Print>(CACHE_SIZE)
  const titles = createMemo<number, PrintTitle>(TITLES)

  const titleAt = (index: number): PrintTitle => {
    const known = titles.get(index)
    if (known !== undefined) return known
    const title = titleIn(store.at(index))
    titles.set(index, title)
    return title
  }
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
  // What is read ahead is stored, or the reading would be optimised away.
  const readAhead = new Uint32Array(1)
  return {
    ...columns.origins,
    bytesAt: store.at,
    add: (bytes) => {
      locateTerms(bytes, location)
      const index = store.push(bytes, location.ids)
      const chunk = store.chunkOf(index)
      numbers[chunk] ??= new Uint32Array(store.chunk(chunk).buffer)
      termStarts = ensureCapacity(termStarts, index + 1)
      termSizes = ensureCapacity(termSizes, index + 1)
      bodyTerms = ensureCapacity(bodyTerms, index + 1)
      termStarts[index] = store.offsetOf(index) + location.ids
      termSizes[index] = location.size
      bodyTerms[index] = location.bodyTerms
      columns.add(index, bytes)
      return index
    },
    printAt: (index) => {
      const known = prints.get(index)
      if (known !== undefined) return known
      const print = lazyPrint(store.at(index), titleAt(index))
      prints.set(index, print)
      return print
    },
    titleAt,
    titleTextsAt: (index) => titleTextsIn(store.at(index)),
    originAt: (index) => columns.read(index, store.at(index)),
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
        const ids = numbers[store.chunkOf(indexes[nth]!)]!
        const start = termStarts[indexes[nth]!]! >>> 2
        const end = start + termSizes[indexes[nth]!]!
        for (let at = start; at < end; at += CACHE_LINE) sum ^= ids[at]!
      }
      readAhead[0] = sum
    },
    size: store.size,
  }
}
