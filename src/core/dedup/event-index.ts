import { createSpreadVector } from '../similar/spread-vector.ts'
import type { SparseVector } from '../similar/vectors.ts'
import { uintAt } from './bytes.ts'
import { type CandidateIndex, lightest } from './candidate-index.ts'
import { placeIn, withRoom } from './columns.ts'
import { backgroundIdf, backgroundOf, type Epoch, termWeight } from './epoch.ts'
import type { IndexedPart } from './indexed-part.ts'
import { type CosineRule, heavyVector } from './layer5-event.ts'
import { createPostings } from './postings.ts'
import { readTermsLabel, type TermsLabel } from './print-label.ts'
import type { Bar, Tally } from './tally.ts'

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
  const own = createSpreadVector()
  const terms: TermsLabel = { size: 0, start: 0 }
  const bar: Bar = { least: rule.leastShared, kinds: null, admits: null }
  const languages: string[] = []
  let languageAt = new Uint16Array(64)
  let lengths = new Float64Array(64)

  /** Of the vector laid out and that of a slot. */
  const cosine = ({ weights }: SparseVector, slot: number): number => {
    const idf = backgroundIdf(epoch, languages[languageAt[slot]!]!)
    const bytes = bytesAt(slot)
    readTermsLabel(bytes, terms)
    const { size, start } = terms
    const [early, names] = [start + 5 * size, start + 6 * size]
    let sum = 0
    for (let term = 0; term < size; term++) {
      if (bytes[early + term] === 0) continue
      const id = uintAt(bytes, start + 4 * term)
      const at = own.placeOf(id)
      if (at >= 0)
        sum += weights[at]! * termWeight(bytes[early + term]!, idf(id), bytes[names + term] === 1 ? nameWeight : 1)
    }
    return sum / lengths[slot]!
  }
  return {
    add: (slot, part) => {
      if (part.terms.bodyTerms === 0) return
      const { vector, heavy } = heavyVector(part, epoch, rule)
      languageAt = withRoom(languageAt, slot + 1)
      lengths = withRoom(lengths, slot + 1)
      languageAt[slot] = placeIn(languages, backgroundOf(part))
      lengths[slot] = vector.length
      for (const id of heavy.ids) lists.add(id, slot)
    },
    each: (newcomer, isOpen, visit) => {
      if (newcomer.terms.bodyTerms === 0) return
      const { vector, heavy } = heavyVector(newcomer, epoch, rule)
      const light = lightest(heavy.weights, rule.leastShared)
      for (let at = 0; at < heavy.ids.length; at++) {
        if (heavy.weights[at]! > light) tally.add(lists, heavy.ids[at]!, heavy.weights[at]!)
        else tally.addToMet(lists, heavy.ids[at]!, heavy.weights[at]!)
      }
      const near = tally.take(isOpen, bar)
      if (near.length > 0) own.lay(vector)
      for (const slot of near) if (cosine(vector, slot) >= link - SLACK) visit(slot)
    },
    bytes: () => lists.bytes() + 8 * lengths.length + 2 * languageAt.length,
  }
}
