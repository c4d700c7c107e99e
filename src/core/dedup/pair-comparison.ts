import type { PairEvidence } from '../domain/pair-evidence.ts'
import { TERM_FLAGS } from '../domain/print.ts'
import { createTermNumbers } from '../similar/term-numbers.ts'
import { isFeedTerm } from './epoch/feed-terms.ts'
import { isFigure, termWeight, type WeighedArticle } from './epoch/weighed-article.ts'

/** What the terms of two articles of one language have in common. */
export interface TermEvidence {
  /** Cosine similarity. */
  overlap: number
  /** The share of each title's IDF that the other article has, the mean of both. */
  titles: number
  /** The IDF above `COMMON_IDF` of shared terms, the rarest left out. */
  shared: number
  /** The same of the rarest shared term. */
  rarest: number
  otherFigures: number
}

/** What is counted besides where a time is not known. */
export type UndatedEvidence = Pick<PairEvidence, 'terms' | 'otherNames'>

/** Terms within larger columns: each column is read from its offset on. */
export interface TermColumns {
  size: number
  ids: Uint32Array
  idsFrom: number
  counts: Uint8Array
  countsFrom: number
  flags: Uint8Array
  flagsFrom: number
  /** The terms of the feed's boilerplate, which count for nothing. */
  feedTerms: ReadonlySet<number>
}

/** The values that are needed of the other article of a comparison. */
export type OtherSide = Pick<WeighedArticle, 'length' | 'titleTotal' | 'figures'>

/** Only the IDF above this counts as shared rarity: a word with this IDF is in one text of twenty. */
const COMMON_IDF = 3
/** Chinese and Japanese terms are character bigrams, of which one name gives several. */
const BIGRAM_SHARED_FACTOR = 0.6
const BIGRAM_NAME_FACTOR = 0.4
const BIGRAM_LANGUAGES: ReadonlySet<string> = new Set(['zh', 'ja'])

/** Compares one article with many others. */
export interface PairComparison {
  readonly begin: (article: WeighedArticle) => void
  /** The evidence of terms of the same language; a record that the next call overwrites. */
  readonly compare: (terms: TermColumns, other: OtherSide) => TermEvidence
  /** How many names the two share, as `PairEvidence` counts them. Only one newsroom's articles are asked. */
  readonly countNames: (terms: TermColumns) => number
  /** What is counted besides of two articles of which one has no time. */
  readonly compareUndated: (terms: TermColumns) => UndatedEvidence
}

/** Room for so many terms, where an article has some two hundred. */
const SPARSE = 2048
/** So many last bits of a term are marked. */
const MARKED = 0xfff

/** Puts the terms of one article into a hash table once, and looks up those of each other article. */
export function createPairComparison(): PairComparison {
  // Sparse: most lookups miss. A term's number is its index in the article.
  const ownTerms = createTermNumbers(SPARSE)
  // A bit set of the last bits of its terms: nine lookups of ten end here.
  const marks = new Uint8Array(MARKED + 1)
  let own: WeighedArticle | null = null
  const found: TermEvidence = { overlap: 0, titles: 0, shared: 0, rarest: 0, otherFigures: 0 }
  return {
    begin: (article) => {
      if (own === article) return
      own = article
      ownTerms.clear()
      marks.fill(0)
      for (let at = 0; at < article.ids.length; at++) {
        ownTerms.numberOf(article.ids[at]!)
        marks[article.ids[at]! & MARKED] = 1
      }
    },
    compare: (terms, other) => {
      const { idfs, weights, flags } = own!
      const hasBigrams = BIGRAM_LANGUAGES.has(own!.language)
      const hasFeedTerms = terms.feedTerms.size > 0
      let dot = 0
      let shared = 0
      let rarest = 0
      let figures = 0
      let inOwnTitle = 0
      let inOtherTitle = 0
      for (let at = 0; at < terms.size; at++) {
        const id = terms.ids[terms.idsFrom + at]!
        if (marks[id & MARKED] === 0) continue
        const index = ownTerms.find(id)
        if (index < 0) continue
        const otherFlags = terms.flags[terms.flagsFrom + at]!
        if (hasFeedTerms && isFeedTerm(id, otherFlags, terms.feedTerms)) continue
        const idf = idfs[index]!
        // The product of two normalised weights: symmetric to the last digit, so that evidence does not depend on arrival.
        dot += weights[index]! * (termWeight(terms.counts[terms.countsFrom + at]!, idf) / other.length)
        if ((flags[index]! & TERM_FLAGS.inTitle) !== 0) inOwnTitle += idf
        if ((otherFlags & TERM_FLAGS.inTitle) !== 0) inOtherTitle += idf
        const isNumber = (flags[index]! & TERM_FLAGS.largeNumber) !== 0
        if (isFigure(flags[index]!)) figures++
        // Small numbers and years are shared by chance.
        if (idf > COMMON_IDF && (!isNumber || isFigure(flags[index]!))) {
          shared += idf - COMMON_IDF
          rarest = Math.max(rarest, idf - COMMON_IDF)
        }
      }
      found.overlap = dot
      found.titles = (shareOf(inOwnTitle, own!.titleTotal) + shareOf(inOtherTitle, other.titleTotal)) / 2
      found.shared = (shared - rarest) * (hasBigrams ? BIGRAM_SHARED_FACTOR : 1)
      found.rarest = rarest
      found.otherFigures = Math.max(0, Math.min(own!.figures, other.figures) - figures)
      return found
    },
    countNames: (terms) => {
      const { flags, isName, language } = own!
      let [names, titled] = [0, 0]
      for (let at = 0; at < terms.size; at++) {
        const id = terms.ids[terms.idsFrom + at]!
        if (marks[id & MARKED] === 0) continue
        const index = ownTerms.find(id)
        const otherFlags = terms.flags[terms.flagsFrom + at]!
        if (index < 0 || !isName(id, flags[index]!) || isFeedTerm(id, otherFlags, terms.feedTerms)) continue
        names++
        titled |= (flags[index]! | otherFlags) & TERM_FLAGS.inTitle
      }
      return titled === 0 ? 0 : names * (BIGRAM_LANGUAGES.has(language) ? BIGRAM_NAME_FACTOR : 1)
    },
    compareUndated: (terms) => {
      const { ids, flags, idf, idfs } = own!
      const shared = new Set<number>()
      let rarestOfOther = 0
      for (let at = 0; at < terms.size; at++) {
        const id = terms.ids[terms.idsFrom + at]!
        const bits = terms.flags[terms.flagsFrom + at]!
        const index = ownTerms.find(id)
        if (index < 0) {
          if (isTitleName(bits)) rarestOfOther = Math.max(rarestOfOther, idf(id))
        } else if (!isFeedTerm(id, bits, terms.feedTerms)) shared.add(index)
      }
      let rarestOfOwn = 0
      for (let at = 0; at < ids.length; at++)
        if (isTitleName(flags[at]!) && !shared.has(at)) rarestOfOwn = Math.max(rarestOfOwn, idfs[at]!)
      return { terms: shared.size, otherNames: rarestOfOwn + rarestOfOther }
    },
  }
}

/** Whether a term is a name in its article's title. Numbers have bits of their own. */
const isTitleName = (flags: number): boolean => flags === (TERM_FLAGS.name | TERM_FLAGS.inTitle)

/** What is not counted where both times are known. */
export const NOT_UNDATED: UndatedEvidence = { terms: 0, otherNames: 0 }

/** A share from 0 to 1; 0 for a title without terms. */
const shareOf = (some: number, all: number): number => (all === 0 ? 0 : Math.min(1, some / all))

export const NO_FEED_TERMS: ReadonlySet<number> = new Set()

/** The terms of a weighed article as columns. */
export function columnsOf({ ids, counts, flags }: Pick<WeighedArticle, 'ids' | 'counts' | 'flags'>): TermColumns {
  const feedTerms = NO_FEED_TERMS
  return { size: ids.length, ids, idsFrom: 0, counts, countsFrom: 0, flags, flagsFrom: 0, feedTerms }
}
