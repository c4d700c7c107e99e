import type { Print, PrintTerms } from '../../domain/print.ts'
import { backgroundLanguage } from '../../similar/background-language.ts'
import { placeIn, withRoom } from '../containers/growing-column.ts'
import { createMemo } from '../containers/memo.ts'
import type { TermColumns } from '../pair-comparison.ts'
import { decodeTerms, lazyPrint, originIn, scriptIn } from '../print/encode-print.ts'
import { countAt, readTermsLabel, type TermsLabel } from '../print/print-label.ts'

/** Opened prints kept at hand: opened they take five times the memory. */
const AT_HAND = 2048
const CHUNK = 1 << 20

/** Prints in the bytes they are stored in, opened one by one when somebody asks. */
export interface PrintPile {
  /** Appends; the place is the number of prints before. */
  readonly add: (bytes: Uint8Array) => number
  readonly bytesAt: (place: number) => Uint8Array
  readonly printAt: (place: number) => Print
  /** As much of a print as it is weighed by; its terms are not copied. */
  readonly articleAt: (place: number) => PileArticle
  readonly languageAt: (place: number) => string
  /** How many terms a print has. */
  readonly sizeAt: (place: number) => number
  /** Tells where the terms of a print stand. */
  readonly findTerms: (place: number, found: TermColumns) => void
  readonly size: () => number
}

/** The terms of a print and the language they are weighed in. */
export interface PileArticle {
  readonly terms: PrintTerms
  readonly language: string
}

/** A record to be told in. */
export function emptyTerms(): TermColumns {
  const [ids, bytes] = [new Uint32Array(0), new Uint8Array(0)]
  return { size: 0, ids, idsFrom: 0, counts: bytes, countsFrom: 0, flags: bytes, flagsFrom: 0 }
}

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** An empty pile. Prints lie so that their terms can be read as the numbers they are, which is done a billion times. */
export function createPrintPile(): PrintPile {
  const chunks: Uint8Array[] = []
  const numbers: Uint32Array[] = []
  let used = CHUNK
  let size = 0
  let homes = new Uint16Array(64)
  let starts = new Uint32Array(64)
  let lengths = new Uint32Array(64)
  let termStarts = new Uint32Array(64)
  let termSizes = new Uint32Array(64)
  const languages: string[] = []
  let languageAt = new Uint16Array(64)
  const found = emptyTerms()
  const terms: TermsLabel = { size: 0, start: 0 }
  const atHand = createMemo<number, Print>(AT_HAND)

  const startFor = (length: number): number => {
    const start = used + (-(used + terms.start) & 3)
    if (start + length <= (chunks.at(-1)?.length ?? 0)) return start
    const chunk = new Uint8Array(Math.max(CHUNK, (length + 7) & ~3))
    chunks.push(chunk)
    numbers.push(new Uint32Array(chunk.buffer))
    return -terms.start & 3
  }
  const bytesAt = (place: number): Uint8Array =>
    chunks[homes[place]!]!.subarray(starts[place]!, starts[place]! + lengths[place]!)
  const findTerms = (place: number, into: TermColumns): void => {
    const home = homes[place]!
    const start = termStarts[place]!
    into.size = termSizes[place]!
    into.ids = isLittleEndian ? numbers[home]! : decodeTerms(bytesAt(place)).ids
    into.idsFrom = isLittleEndian ? start >>> 2 : 0
    into.counts = chunks[home]!
    into.countsFrom = start + 4 * into.size
    into.flags = chunks[home]!
    into.flagsFrom = start + 5 * into.size
  }
  return {
    bytesAt,
    add: (bytes) => {
      readTermsLabel(bytes, terms)
      const start = startFor(bytes.length)
      homes = withRoom(homes, size + 1)
      starts = withRoom(starts, size + 1)
      lengths = withRoom(lengths, size + 1)
      termStarts = withRoom(termStarts, size + 1)
      termSizes = withRoom(termSizes, size + 1)
      languageAt = withRoom(languageAt, size + 1)
      homes[size] = chunks.length - 1
      starts[size] = start
      lengths[size] = bytes.length
      termStarts[size] = start + terms.start
      termSizes[size] = terms.size
      languageAt[size] = placeIn(languages, languageIn(bytes))
      chunks.at(-1)!.set(bytes, start)
      used = start + bytes.length
      return size++
    },
    printAt: (place) => {
      const known = atHand.get(place)
      if (known !== undefined) return known
      const print = lazyPrint(bytesAt(place))
      atHand.set(place, print)
      return print
    },
    articleAt: (place) => {
      findTerms(place, found)
      const { ids, idsFrom, counts, countsFrom, flags, flagsFrom } = found
      const terms = {
        ids: ids.subarray(idsFrom, idsFrom + found.size),
        counts: counts.subarray(countsFrom, countsFrom + found.size),
        flags: flags.subarray(flagsFrom, flagsFrom + found.size),
        bodyTerms: countAt(counts, countsFrom + 2 * found.size),
      }
      return { terms, language: languages[languageAt[place]!]! }
    },
    findTerms,
    languageAt: (place) => languages[languageAt[place]!]!,
    sizeAt: (place) => termSizes[place]!,
    size: () => size,
  }
}

/** The language an article is weighed in. */
function languageIn(bytes: Uint8Array): string {
  return backgroundLanguage(originIn(bytes).language, () => scriptIn(bytes))
}
