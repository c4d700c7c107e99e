import type { SparseVector } from '../similar/vectors.ts'
import { type CandidateIndex, lightest } from './candidate-index.ts'
import { withRoom } from './columns.ts'
import { eachSharedTerm } from './encode-print.ts'
import { backgroundIdf, backgroundOf, type Epoch, termWeight } from './epoch.ts'
import { type CosineRule, heavyVector, makeHeavyVector } from './layer5-event.ts'
import { createSlotLists } from './slot-lists.ts'
import type { Tally } from './tally.ts'

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
): CandidateIndex {
  const { nameWeight, link } = rule.thresholds
  const lists = createSlotLists()
  const languages: string[] = []
  let languageAt = new Uint16Array(64)
  let lengths = new Float64Array(64)

  const cosine = (own: SparseVector, slot: number): number => {
    const idf = backgroundIdf(epoch, languages[languageAt[slot]!]!)
    let sum = 0
    eachSharedTerm(bytesAt(slot), own.ids, (at, early, isName) => {
      if (early > 0) sum += own.weights[at]! * termWeight(early, idf(own.ids[at]!), isName ? nameWeight : 1)
    })
    return sum / lengths[slot]!
  }
  return {
    add: (slot, print) => {
      if (print.terms.bodyTerms === 0) return
      const { vector, heavy } = makeHeavyVector(print, epoch, rule)
      languageAt = withRoom(languageAt, slot + 1)
      lengths = withRoom(lengths, slot + 1)
      languageAt[slot] = placeIn(languages, backgroundOf(print))
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
      for (const slot of tally.take(isOpen, (_slot, shared) => shared >= rule.leastShared)) {
        if (cosine(vector, slot) >= link - SLACK) visit(slot)
      }
    },
    bytes: () => lists.bytes() + 8 * lengths.length + 2 * languageAt.length,
  }
}

function placeIn(list: string[], value: string): number {
  const known = list.indexOf(value)
  return known === -1 ? list.push(value) - 1 : known
}
