import { type Print, type PrintTerms, TERM_FLAGS } from '../../domain/print.ts'
import type { TermNumbers } from '../../similar/term-numbers.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { backgroundIdf, backgroundOf, type Epoch, idfTable, type TermIdf } from './epoch.ts'
import { withoutFeedTerms } from './feed-terms.ts'
import { heaviestOf } from './heaviest.ts'

/** The TF-IDF vector of an article in one epoch, normalised to length one, and the values it was made from, without its feed's boilerplate. */
export interface WeighedArticle {
  readonly language: string
  readonly ids: Uint32Array
  readonly counts: Uint8Array
  readonly flags: Uint8Array
  /** Whether a hashed term with such flags is rare enough to be a name: at most one ordinary text in two thousand has it. */
  readonly isName: (id: number, flags: number) => boolean
  /** The IDF of any hashed term of the language that is no number. */
  readonly idf: TermIdf
  /** The IDF of each term. */
  readonly idfs: Float64Array
  readonly weights: Float64Array
  /** The length of the vector before it was normalised. */
  readonly length: number
  /** The sum of the IDFs of title terms. */
  readonly titleTotal: number
  /** The number of large numbers among the terms. */
  readonly figures: number
  /** The number of terms from the body. */
  readonly bodyTerms: number
  /** The heaviest terms, ascending: two articles are compared when they share enough of them. */
  readonly heavy: Uint32Array
}

/** The number of heaviest terms by which candidates are found. Chinese words overlap with their neighbours: each gives about three pairs of characters. */
export const HEAVIEST = 24
const HEAVIEST_PAIRS = 3 * HEAVIEST

/** Numbers are not among the shipped word frequencies; their IDF follows from their number of digits. */
const NUMBER_IDF: readonly number[] = [0, 3, 3.9, 5.5]
const NUMBER_BITS = TERM_FLAGS.largeNumber

/** Whether a term is a large number, which two articles seldom share by chance. */
export const isFigure = (flags: number): boolean => (flags & NUMBER_BITS) === TERM_FLAGS.largeNumber

const NAME_IDF = Math.log(2_000)

const NONE: ReadonlySet<number> = new Set()
const LOGS = Float64Array.from({ length: 256 }, (_, count) => 1 + Math.log(Math.max(1, count)))

/** Sublinear TF-IDF: (1 + ln tf) × idf. */
export function termWeight(count: number, idf: number): number {
  return LOGS[count]! * idf
}

/** The TF-IDF vector of a print in an epoch. */
export function weighPrint(
  print: Pick<Print, 'language' | 'terms'> & { title: Pick<Print['title'], 'script'>; feed?: number },
  epoch: Epoch,
): WeighedArticle {
  return weighTerms({ terms: print.terms, language: backgroundOf(print), feed: print.feed ?? 0 }, epoch)
}

/** The fields of an article that its vector is made from. */
export interface ArticleTerms {
  readonly terms: PrintTerms
  /** The language whose word frequencies weigh it. */
  readonly language: string
  /** 0 when unknown. */
  readonly feed: number
}

/** Memory for the columns of one weighed article. */
export interface WeighingBuffers {
  idfs: Float64Array
  weights: Float64Array
  readonly heavy: Uint32Array
}

/** Buffers that serve one article after the other. */
export function createWeighingBuffers(): WeighingBuffers {
  return { idfs: new Float64Array(256), weights: new Float64Array(256), heavy: new Uint32Array(HEAVIEST_PAIRS) }
}

/** The same for terms whose language is known. With buffers, the result is valid until they are used again. */
export function weighTerms(
  { terms, language, feed }: ArticleTerms,
  epoch: Epoch,
  buffers?: WeighingBuffers,
): WeighedArticle {
  const { ids, counts, flags, bodyTerms } = withoutFeedTerms(terms, epoch.window?.termsOfFeed(feed) ?? NONE)
  const table = idfTable(epoch, language)
  const general = backgroundIdf(epoch, language)
  const { idfs, weights } = columnsFor(ids.length, buffers)
  let [squares, titleTotal, figures] = [0, 0, 0]
  table.readAll(ids, idfs)
  for (let at = 0; at < ids.length; at++) {
    const digits = (flags[at]! & NUMBER_BITS) >> 2
    if (digits !== 0) idfs[at] = NUMBER_IDF[digits]!
    weights[at] = termWeight(counts[at]!, idfs[at]!)
    squares += weights[at]! * weights[at]!
    if ((flags[at]! & TERM_FLAGS.inTitle) !== 0) titleTotal += idfs[at]!
    if (isFigure(flags[at]!)) figures++
  }
  const length = Math.sqrt(squares)
  for (let at = 0; at < weights.length; at++) weights[at]! /= length
  const common = epoch.window?.commonIn(language) ?? null
  const heaviest = heaviestOf({ ids, weights }, language === 'zh' ? HEAVIEST_PAIRS : HEAVIEST, buffers?.heavy)
  const heavy = common === null || common.size() === 0 ? heaviest : without(common, heaviest, buffers?.heavy)
  const isName = (id: number, bits: number): boolean => (bits & NUMBER_BITS) === 0 && general(id) >= NAME_IDF
  const idf = table.valueOf
  return { language, ids, counts, flags, isName, idf, idfs, weights, length, titleTotal, figures, bodyTerms, heavy }
}

/** The terms that are not among some, written into a column with room for all of them; the list itself when none is. */
function without(some: TermNumbers, ids: Uint32Array, into: Uint32Array = new Uint32Array(ids.length)): Uint32Array {
  let size = 0
  for (let at = 0; at < ids.length; at++) if (some.find(ids[at]!) < 0) into[size++] = ids[at]!
  return size === ids.length ? ids : into.subarray(0, size)
}

function columnsFor(size: number, buffers: WeighingBuffers | undefined): Pick<WeighingBuffers, 'idfs' | 'weights'> {
  if (buffers === undefined) return { idfs: new Float64Array(size), weights: new Float64Array(size) }
  buffers.idfs = ensureCapacity(buffers.idfs, size)
  buffers.weights = ensureCapacity(buffers.weights, size)
  return { idfs: buffers.idfs.subarray(0, size), weights: buffers.weights.subarray(0, size) }
}
