import { type PrintTerms, TERM_FLAGS } from '../domain/print.ts'
import { emptyLaidTerms, layTerms, placeOf } from './containers/term-lookup.ts'
import { isFigure, termWeight, type WeighedArticle } from './epoch/weighed-article.ts'

/** What the terms of two articles of one language have in common. */
export interface TermEvidence {
  overlap: number
  titles: number
  shared: number
  rarest: number
  otherFigures: number
}

/** Terms within larger columns: each column is read from its offset on. */
export interface TermColumns {
  size: number
  ids: Uint32Array
  idsFrom: number
  counts: Uint8Array
  countsFrom: number
  flags: Uint8Array
  flagsFrom: number
}

/** The values that are needed of the other article of a comparison. */
export type OtherSide = Pick<WeighedArticle, 'length' | 'titleTotal' | 'figures'>

/** Only the IDF above this counts as shared rarity: a word with this IDF is in one text of twenty. */
const COMMON_IDF = 3
/** A name of Han characters makes several overlapping pairs, which must not count as several names. */
const PAIR_SHARE = 0.6
const PAIR_NAMES = 0.4
const HAS_PAIRS: ReadonlySet<string> = new Set(['zh', 'ja'])

/** Compares one article with many others. */
export interface PairComparison {
  readonly begin: (article: WeighedArticle) => void
  /** The evidence of terms of the same language; a record that the next call overwrites. */
  readonly compare: (terms: TermColumns, other: OtherSide) => TermEvidence
  /** How many names the two share, as `PairEvidence` counts them. Only one newsroom's articles are asked. */
  readonly countNames: (terms: TermColumns) => number
}

/** Puts the terms of one article into a hash table once, and looks up those of each other article. */
export function createPairComparison(): PairComparison {
  const laid = emptyLaidTerms()
  let own: WeighedArticle | null = null
  const found: TermEvidence = { overlap: 0, titles: 0, shared: 0, rarest: 0, otherFigures: 0 }
  return {
    begin: (article) => {
      own = article
      layTerms(laid, article)
    },
    compare: (terms, other) => {
      const { idfs, weights, flags } = own!
      const hasPairs = HAS_PAIRS.has(own!.language)
      let dot = 0
      let shared = 0
      let rarest = 0
      let figures = 0
      let inOwnTitle = 0
      let inOtherTitle = 0
      for (let at = 0; at < terms.size; at++) {
        const place = placeOf(laid, terms.ids[terms.idsFrom + at]!)
        if (place < 0) continue
        const idf = idfs[place]!
        dot += weights[place]! * termWeight(terms.counts[terms.countsFrom + at]!, idf)
        if ((flags[place]! & TERM_FLAGS.inTitle) !== 0) inOwnTitle += idf
        if ((terms.flags[terms.flagsFrom + at]! & TERM_FLAGS.inTitle) !== 0) inOtherTitle += idf
        const isNumber = (flags[place]! & TERM_FLAGS.largeNumber) !== 0
        if (isFigure(flags[place]!)) figures++
        // Small numbers and years are shared by chance.
        if (idf > COMMON_IDF && (!isNumber || isFigure(flags[place]!))) {
          shared += idf - COMMON_IDF
          rarest = Math.max(rarest, idf - COMMON_IDF)
        }
      }
      found.overlap = dot / other.length
      found.titles = (part(inOwnTitle, own!.titleTotal) + part(inOtherTitle, other.titleTotal)) / 2
      found.shared = (shared - rarest) * (hasPairs ? PAIR_SHARE : 1)
      found.rarest = rarest
      found.otherFigures = Math.max(0, Math.min(own!.figures, other.figures) - figures)
      return found
    },
    countNames: (terms) => {
      const { flags, isName, language } = own!
      let [names, titled] = [0, 0]
      for (let at = 0; at < terms.size; at++) {
        const id = terms.ids[terms.idsFrom + at]!
        const place = placeOf(laid, id)
        if (place < 0 || !isName(id, flags[place]!)) continue
        names++
        titled |= (flags[place]! | terms.flags[terms.flagsFrom + at]!) & TERM_FLAGS.inTitle
      }
      return titled === 0 ? 0 : names * (HAS_PAIRS.has(language) ? PAIR_NAMES : 1)
    },
  }
}

/** A share from 0 to 1; 0 for a title without terms. */
const part = (some: number, all: number): number => (all === 0 ? 0 : Math.min(1, some / all))

/** The terms of a print as columns. */
export function columnsOf({ ids, counts, flags }: PrintTerms): TermColumns {
  return { size: ids.length, ids, idsFrom: 0, counts, countsFrom: 0, flags, flagsFrom: 0 }
}
