import type { SparseVector } from '../similar/vectors.ts'
import { uintAt } from './bytes.ts'
import { type CandidateIndex, GRAINS, lightest } from './candidate-index.ts'
import { placeIn, withRoom } from './columns.ts'
import { backgroundIdf, backgroundOf, type Epoch, termWeight } from './epoch.ts'
import type { IndexedPart } from './indexed-part.ts'
import { emptyLaidTerms, layTerms, placeOf } from './laid-terms.ts'
import { type CosineRule, heavyVector } from './layer5-event.ts'
import { createPostings } from './postings.ts'
import { readTermsLabel, type TermsLabel } from './print-label.ts'
import type { Bar, Tally } from './tally.ts'
import type { TermValue } from './term-table.ts'

/** Rounding must not lose a pair that lies on the edge. */
const SLACK = 1e-9

/**
 * Finds what the cosine rule links. Of those whom heavy terms bring together most are not alike at all: their cosine is
 * taken from the bytes they are kept in, because opening a print costs twenty times as much.
 */
export function createEventIndex(
  rule: CosineRule,
  epoch: Epoch,
  bytesAt: (slot: number) => Uint8Array,
  tally: Tally,
): CandidateIndex<IndexedPart> {
  const { nameWeight, link } = rule.thresholds
  const lists = createPostings()
  const own = emptyLaidTerms()
  const terms: TermsLabel = { size: 0, start: 0 }
  const bar: Bar = { least: rule.leastShared * GRAINS, kinds: null, admits: null }
  const languages: string[] = []
  const idfs: TermValue[] = []
  let languageAt = new Uint16Array(64)
  let lengths = new Float64Array(64)

  /** Of the vector laid out and that of a slot. */
  const cosine = ({ weights }: SparseVector, slot: number): number => {
    const idf = idfs[languageAt[slot]!]!
    const bytes = bytesAt(slot)
    readTermsLabel(bytes, terms)
    const { size, start } = terms
    const early = start + 5 * size
    const names = early + size
    let sum = 0
    for (let term = 0; term < size; term++) {
      const id = uintAt(bytes, start + 4 * term)
      const at = placeOf(own, id)
      const count = bytes[early + term]!
      if (at < 0 || count === 0) continue
      sum += weights[at]! * termWeight(count, idf(id), bytes[names + term] === 1 ? nameWeight : 1)
    }
    return sum / lengths[slot]!
  }
  return {
    add: (slot, part) => {
      if (part.terms.bodyTerms === 0) return
      const { vector, heavy } = heavyVector(part, epoch, rule)
      languageAt = withRoom(languageAt, slot + 1)
      lengths = withRoom(lengths, slot + 1)
      const language = backgroundOf(part)
      languageAt[slot] = placeIn(languages, language)
      idfs[languageAt[slot]!] ??= backgroundIdf(epoch, language)
      lengths[slot] = vector.length
      for (const id of heavy.ids) lists.add(id, slot)
    },
    each: (newcomer, isOpen, visit) => {
      if (newcomer.terms.bodyTerms === 0) return
      const { vector, heavy } = heavyVector(newcomer, epoch, rule)
      const light = lightest(heavy.weights, bar.least)
      for (let at = 0; at < heavy.ids.length; at++) {
        if (heavy.weights[at]! > light) tally.add(lists, heavy.ids[at]!, heavy.weights[at]!)
        else tally.addToMet(lists, heavy.ids[at]!, heavy.weights[at]!)
      }
      const near = tally.take(isOpen, bar)
      if (near.length > 0) layTerms(own, vector)
      for (const slot of near) if (cosine(vector, slot) >= link - SLACK) visit(slot)
    },
    bytes: () => lists.bytes() + 8 * lengths.length + 2 * languageAt.length,
  }
}
