import { uintAt } from '../containers/bytes.ts'
import { placeIn, withRoom } from '../containers/growing-column.ts'
import { backgroundOf, type Epoch } from '../epoch/epoch.ts'
import type { WeighedArticle } from '../epoch/weighed-article.ts'
import { hoursBetween, isBarePair, SHARED_HEAVY, weighedIn } from '../judge-pair.ts'
import { createPairComparison, type TermColumns } from '../pair-comparison.ts'
import { mostCertain, type PairPolicy } from '../pair-rule.ts'
import type { IndexedPart } from '../print/indexed-part.ts'
import { countAt, readTermsLabel, type TermsLabel } from '../print/print-label.ts'
import type { Bar, Tally } from './candidate-counter.ts'
import type { CandidateIndex } from './candidate-index.ts'
import { createPostings } from './postings.ts'

/** Each shared heavy term counts one of these, and what it weighs a little more: the count decides, the weight ranks. */
const ONE = 1 << 20
const PART = 1 << 19

/**
 * Inverted index for the pair rule. Most articles that heavy terms bring together are not alike at all: their evidence is
 * taken from the bytes they are kept in, because opening a print costs twenty times as much.
 */
export function createEventIndex(
  weights: PairPolicy,
  epoch: Epoch,
  bytesAt: (slot: number) => Uint8Array,
  tally: Tally,
): CandidateIndex<IndexedPart> {
  const lists = createPostings()
  const comparison = createPairComparison()
  const label: TermsLabel = { size: 0, start: 0 }
  const languages: string[] = []
  let languageAt = new Uint16Array(64)
  let lengths = new Float64Array(64)
  let titleTotals = new Float64Array(64)
  let figures = new Uint8Array(64)
  let published = new Float64Array(64)
  const columns: TermColumns = {
    size: 0,
    ids: new Uint32Array(512),
    idsFrom: 0,
    counts: new Uint8Array(0),
    countsFrom: 0,
    flags: new Uint8Array(0),
    flagsFrom: 0,
  }
  const other = { length: 0, titleTotal: 0, figures: 0 }

  const mayLinkTo = (slot: number, own: WeighedArticle, at: number | null): boolean => {
    const hoursApart = hoursBetween(at, Number.isNaN(published[slot]!) ? null : published[slot]!)
    if (hoursApart !== null && hoursApart > weights.reachHours) return false
    const bytes = bytesAt(slot)
    readTermsLabel(bytes, label)
    columns.size = label.size
    columns.ids = withRoom(columns.ids, label.size)
    for (let term = 0; term < label.size; term++) columns.ids[term] = uintAt(bytes, label.start + 4 * term)
    columns.counts = bytes
    columns.countsFrom = label.start + 4 * label.size
    columns.flags = bytes
    columns.flagsFrom = columns.countsFrom + label.size
    other.length = lengths[slot]!
    other.titleTotal = titleTotals[slot]!
    other.figures = figures[slot]!
    const found = comparison.compare(columns, other)
    const shorter = Math.min(own.ids.length, label.size)
    const isBare = isBarePair(own, { bodyTerms: countAt(bytes, label.start + 6 * label.size) })
    return mostCertain(found, { shorter, isBare, hoursApart }, own.language, weights) >= weights.threshold
  }
  /** Both lists ascend. */
  const addHeavy = ({ ids, weights: own, heavy }: WeighedArticle): void => {
    let at = 0
    for (const id of heavy) {
      while (ids[at] !== id) at++
      tally.add(lists, id, ONE + Math.floor(own[at]! * own[at]! * PART))
    }
  }
  return {
    add: (slot, part) => {
      const weighed = weighedIn(part, epoch)
      const { heavy, length, titleTotal } = weighed
      languageAt = withRoom(languageAt, slot + 1)
      lengths = withRoom(lengths, slot + 1)
      titleTotals = withRoom(titleTotals, slot + 1)
      languageAt[slot] = placeIn(languages, backgroundOf(part))
      lengths[slot] = length
      titleTotals[slot] = titleTotal
      figures = withRoom(figures, slot + 1)
      figures[slot] = Math.min(255, weighed.figures)
      published = withRoom(published, slot + 1)
      published[slot] = part.published ?? Number.NaN
      for (const id of heavy) lists.add(id, slot)
    },
    each: (newcomer, isOpen, visit) => {
      const own = weighedIn(newcomer, epoch)
      const language = languages.indexOf(own.language)
      if (language < 0) return
      const isOfLanguage = (slot: number): boolean => languageAt[slot] === language && isOpen(slot)
      const bar: Bar = { least: SHARED_HEAVY * ONE, kinds: null, admits: null }
      addHeavy(own)
      const near = tally.take(isOfLanguage, bar)
      if (near.length > 0) comparison.begin(own)
      for (const slot of near) if (mayLinkTo(slot, own, newcomer.published)) visit(slot)
    },
    bytes: () => lists.bytes() + 25 * lengths.length + 2 * languageAt.length,
  }
}
