import { ensureCapacity, internedIndex } from '../containers/growing-column.ts'
import { backgroundOf, type Epoch } from '../epoch/epoch.ts'
import type { WeighedArticle } from '../epoch/weighed-article.ts'
import { hoursBetween, isBarePair, isUndated, SHARED_HEAVY, weighedIn } from '../judge-pair.ts'
import {
  createPairComparison,
  NO_FEED_TERMS,
  NOT_UNDATED,
  type TermColumns,
  type UndatedEvidence,
} from '../pair-comparison.ts'
import { mostCertain, type PairPolicy } from '../pair-rule.ts'
import type { IndexedFields } from '../print/decode-print.ts'
import type { DenseTerms } from '../print/dense-terms.ts'
import type { LikelyTerms } from '../print/likely-terms.ts'
import type { CandidateCounter } from './candidate-counter.ts'
import type { CandidateIndex } from './candidate-index.ts'
import type { SlotFilter, Threshold } from './candidate-threshold.ts'
import { createPostings } from './postings.ts'
import { createUniformTail } from './uniform-tail.ts'

/** A shared heavy term counts `ONE`, plus up to `WEIGHT_PART` by its weight: the count admits a candidate, the weight ranks it. */
const ONE = 1 << 20
const WEIGHT_PART = 1 << 19

/** What the index reads of articles that are stored elsewhere. */
export interface StoredArticles {
  /** The terms of an article; a record that the next call overwrites. */
  readonly termsAt: (slot: number) => DenseTerms
  /** Sets what `likelyTermsAt` looks for. */
  readonly lookFor: (ids: Uint32Array) => void
  /** The terms of an article that may be looked for; a record that the next call overwrites. */
  readonly likelyTermsAt: (slot: number) => LikelyTerms
  readonly publishedAt: (slot: number) => number | null
}

/**
 * Inverted index over heavy terms, for the pair rule. Most articles that share heavy terms are not alike, so the upper bound
 * of the rule is computed from the bytes of their prints: decoding a print costs twenty times as much.
 */
export function createEventIndex(
  weights: PairPolicy,
  epoch: Epoch,
  { termsAt, lookFor, likelyTermsAt, publishedAt }: StoredArticles,
  counter: CandidateCounter,
): CandidateIndex<IndexedFields> {
  const lists = createPostings()
  const comparison = createPairComparison()
  const languages: string[] = []
  let languageAt = new Uint16Array(64)
  const lastLanguage = createUniformTail()
  let lengths = new Float64Array(64)
  let titleTotals = new Float64Array(64)
  let figures = new Uint8Array(64)
  const columns: TermColumns = {
    size: 0,
    ids: new Uint32Array(0),
    idsFrom: 0,
    counts: new Uint8Array(0),
    countsFrom: 0,
    flags: new Uint8Array(0),
    flagsFrom: 0,
    feedTerms: NO_FEED_TERMS,
  }
  const other = { length: 0, titleTotal: 0, figures: 0 }

  const setColumns = ({ size, ids, counts, flags }: DenseTerms): void => {
    columns.size = size
    columns.ids = ids
    columns.counts = counts
    columns.flags = flags
  }
  /** Here terms count that the two do not share. */
  const undatedAt = (slot: number): UndatedEvidence => {
    setColumns(termsAt(slot))
    return comparison.compareUndated(columns)
  }
  const mayLinkTo = (slot: number, own: WeighedArticle, at: number | null): boolean => {
    const hoursApart = hoursBetween(at, publishedAt(slot))
    if (hoursApart !== null && hoursApart > weights.reachHours) return false
    const terms = likelyTermsAt(slot)
    setColumns(terms)
    other.length = lengths[slot]!
    other.titleTotal = titleTotals[slot]!
    other.figures = figures[slot]!
    const found = comparison.compare(columns, other)
    const shorter = Math.min(own.ids.length, terms.all)
    const isBare = isBarePair(own, terms)
    const undated = isUndated(isBare, hoursApart) ? undatedAt(slot) : NOT_UNDATED
    return mostCertain(found, undated, { shorter, isBare, hoursApart }, own.language, weights) >= weights.threshold
  }
  /** Both lists are ascending. */
  const addHeavy = ({ ids, weights: own, heavy }: WeighedArticle): void => {
    let at = 0
    for (const id of heavy) {
      while (ids[at] !== id) at++
      counter.count(lists, id, ONE + Math.floor(own[at]! * own[at]! * WEIGHT_PART))
    }
  }
  return {
    add: (slot, part) => {
      const weighed = weighedIn(part, epoch)
      const { heavy, length, titleTotal } = weighed
      languageAt = ensureCapacity(languageAt, slot + 1)
      lengths = ensureCapacity(lengths, slot + 1)
      titleTotals = ensureCapacity(titleTotals, slot + 1)
      languageAt[slot] = internedIndex(languages, backgroundOf(part))
      lastLanguage.note(slot, languageAt[slot]!)
      lengths[slot] = length
      titleTotals[slot] = titleTotal
      figures = ensureCapacity(figures, slot + 1)
      figures[slot] = Math.min(255, weighed.figures)
      for (const id of heavy) lists.add(id, slot)
    },
    each: (newcomer, isOpen, visit) => {
      const own = weighedIn(newcomer, epoch)
      const language = languages.indexOf(own.language)
      if (language < 0) return
      const isOfLanguage: SlotFilter = Object.assign(
        (slot: number): boolean => languageAt[slot] === language && isOpen(slot),
        { openFrom: Math.max(lastLanguage.from(language), isOpen.openFrom ?? Number.POSITIVE_INFINITY) },
      )
      const threshold: Threshold = { least: SHARED_HEAVY * ONE, classes: null, admits: null }
      addHeavy(own)
      const near = counter.take(isOfLanguage, threshold)
      if (near.length > 0) {
        comparison.begin(own)
        lookFor(own.ids)
      }
      for (const slot of near) if (mayLinkTo(slot, own, newcomer.published)) visit(slot)
    },
    bytes: () => lists.bytes() + 17 * lengths.length + 2 * languageAt.length,
  }
}
