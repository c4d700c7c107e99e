import { type Print, type PrintTerms, TERM_FLAGS } from '../../domain/print.ts'
import { backgroundIdf, backgroundOf, type Epoch, idfOf, type TermIdf } from './epoch.ts'
import { heaviestOf } from './heaviest.ts'

/** An article's terms as they weigh in one epoch: a TF-IDF vector of length one, and what it is made of. */
export interface WeighedArticle {
  readonly language: string
  readonly ids: Uint32Array
  readonly flags: Uint8Array
  /** Tells of a hashed term with such flags whether it is a name, mostly: at most one ordinary text in two thousand holds it. */
  readonly isName: (id: number, flags: number) => boolean
  /** How rare each term is. */
  readonly idfs: Float64Array
  readonly weights: Float64Array
  /** Length of the vector before it was brought to one. */
  readonly length: number
  /** What the terms of the title come to. */
  readonly titleTotal: number
  /** How many larger numbers it gives. */
  readonly figures: number
  /** How many terms its body gave. */
  readonly bodyTerms: number
  /** The terms by which articles are brought together to be compared, ascending. */
  readonly heavy: Uint32Array
}

/** Articles are compared when two of so many of their heaviest terms are the same. */
export const HEAVIEST = 24

/** Numbers are not listed among ordinary words; how rare one is follows from its size. */
const NUMBER_IDF: readonly number[] = [0, 3, 3.9, 5.5]
const NUMBER_BITS = TERM_FLAGS.largeNumber

/** Whether a term is a larger number, which seldom two articles give by chance. */
export const isFigure = (flags: number): boolean => (flags & NUMBER_BITS) === TERM_FLAGS.largeNumber

/** How rare a term with such flags is. */
export function termIdf(id: number, flags: number, idf: TermIdf): number {
  const size = (flags & NUMBER_BITS) >> 2
  return size === 0 ? idf(id) : NUMBER_IDF[size]!
}

const NAME_IDF = Math.log(2_000)

const NONE: ReadonlySet<number> = new Set()
const LOGS = Float64Array.from({ length: 256 }, (_, count) => 1 + Math.log(Math.max(1, count)))

/** What a term weighs that an article has so often, repetition damped: (1 + ln tf) × idf. */
export function termWeight(count: number, idf: number): number {
  return LOGS[count]! * idf
}

/** Weighs a print in an epoch. */
export function weighPrint(
  print: Pick<Print, 'language' | 'terms'> & { title: Pick<Print['title'], 'script'> },
  epoch: Epoch,
): WeighedArticle {
  return weighTerms(print.terms, backgroundOf(print), epoch)
}

/** The same for terms whose language is known. */
export function weighTerms(
  { ids, counts, flags, bodyTerms }: PrintTerms,
  language: string,
  epoch: Epoch,
): WeighedArticle {
  const idf = idfOf(epoch, language)
  const general = backgroundIdf(epoch, language)
  const idfs = new Float64Array(ids.length)
  const weights = new Float64Array(ids.length)
  let [squares, titleTotal, figures] = [0, 0, 0]
  for (let at = 0; at < ids.length; at++) {
    idfs[at] = termIdf(ids[at]!, flags[at]!, idf)
    weights[at] = termWeight(counts[at]!, idfs[at]!)
    squares += weights[at]! * weights[at]!
    if ((flags[at]! & TERM_FLAGS.inTitle) !== 0) titleTotal += idfs[at]!
    if (isFigure(flags[at]!)) figures++
  }
  const length = Math.sqrt(squares)
  for (let at = 0; at < weights.length; at++) weights[at]! /= length
  const common = epoch.window?.commonIn(language) ?? NONE
  const heaviest = heaviestOf({ ids, weights }, HEAVIEST)
  const heavy = common.size === 0 ? heaviest : heaviest.filter((id) => !common.has(id))
  const isName = (id: number, bits: number): boolean => (bits & NUMBER_BITS) === 0 && general(id) >= NAME_IDF
  return { language, ids, flags, isName, idfs, weights, length, titleTotal, figures, bodyTerms, heavy }
}
