import type { Print } from '../../domain/print.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import type { IndexedFields } from '../print/decode-print.ts'
import type { CandidateCounter } from './candidate-counter.ts'
import type { SlotFilter, Threshold } from './candidate-threshold.ts'
import { createPostings } from './postings.ts'

/** Candidate search for one rule: a superset of the slots that the rule would match with a newcomer; the nearest where there are many. */
export interface CandidateIndex<Added = IndexedFields> {
  readonly add: (slot: number, added: Added) => void
  /** Visits each candidate once. A slot that is not open may be visited, but never displaces one that is. */
  readonly each: (newcomer: Print, isOpen: SlotFilter, visit: (slot: number) => void) => void
  readonly bytes: () => number
}

/** Candidates share at least `least` terms with the newcomer, or all terms of the shorter. */
export function createSharedTermsIndex(
  termsOf: (print: IndexedFields) => Uint32Array,
  least: number,
  counter: CandidateCounter,
): CandidateIndex {
  const lists = createPostings()
  let counts = new Uint8Array(64)
  return {
    add: (slot, print) => {
      const terms = termsOf(print)
      counts = ensureCapacity(counts, slot + 1)
      counts[slot] = Math.min(255, terms.length)
      for (const term of terms) lists.add(term, slot)
    },
    each: (newcomer, isOpen, visit) => {
      const terms = termsOf(newcomer)
      if (terms.length === 0) return
      for (const term of terms) counter.count(lists, term, 1)
      const needed = (slot: number) => Math.min(least, terms.length, counts[slot]!)
      const threshold: Threshold = { least: 0, classes: null, admits: (slot, times) => times >= needed(slot) }
      for (const slot of counter.take(isOpen, threshold)) visit(slot)
    },
    bytes: () => lists.bytes() + counts.length,
  }
}

/** Terms with fixed-point weights. */
export interface WeighedTerms {
  readonly ids: Uint32Array
  readonly weights: Int32Array
}

/** The weight 1 in fixed point: integer sums are exact, and the same in any order of addition. */
export const FIXED_POINT_ONE = 2 ** 20

/** A weight in fixed point, limited so that the sum over all terms fits into 31 bits. */
export function toFixedPoint(weight: number, terms: number): number {
  return Math.min(Math.ceil(weight * FIXED_POINT_ONE), Math.floor(LARGEST_SUM / terms))
}

const LARGEST_SUM = 2 ** 31 - 1

/** The weight that shared terms need, by the total weight of either side; must not fall as the existing total grows. */
export type Needed = (newcomerTotal: number, existingTotal: number) => number

/** Titles with a smaller total are few and match on a single word, so they have an index of their own. */
const LIGHT_TOTAL = 30 * FIXED_POINT_ONE

/** Candidates share terms of enough weight with the newcomer. */
export function createWeighedIndex(
  termsOf: (print: IndexedFields) => WeighedTerms,
  needed: Needed,
  counter: CandidateCounter,
): CandidateIndex {
  const lists = createPostings()
  const ofLight = createPostings()
  let totals = new Int32Array(64)
  // The totals rounded down to one byte, as weight classes for the counter, and the minimum of each class.
  let floors = new Uint8Array(64)
  const neededOfFloor = new Int32Array(256)
  return {
    add: (slot, print) => {
      const terms = termsOf(print)
      totals = ensureCapacity(totals, slot + 1)
      floors = ensureCapacity(floors, slot + 1)
      totals[slot] = totalOf(terms)
      floors[slot] = Math.min(255, totals[slot]! / FIXED_POINT_ONE)
      const own = totals[slot]! < LIGHT_TOTAL ? ofLight : lists
      for (const id of terms.ids) own.add(id, slot)
    },
    each: (newcomer, isOpen, visit) => {
      const { ids, weights } = termsOf(newcomer)
      const total = totalOf({ weights })
      for (let floor = 0; floor < neededOfFloor.length; floor++)
        neededOfFloor[floor] = Math.ceil(needed(total, floor * FIXED_POINT_ONE))
      const threshold: Threshold = {
        least: 0,
        classes: { of: floors, least: neededOfFloor },
        admits: (slot, sum) => sum >= needed(total, totals[slot]!),
      }
      for (let at = 0; at < ids.length; at++) counter.count(ofLight, ids[at]!, weights[at]!)
      counter.closeGroup(isOpen, 0)
      const least = needed(total, LIGHT_TOTAL)
      const light = lightest(weights, least)
      for (let at = 0; at < ids.length; at++) {
        if (weights[at]! > light) counter.count(lists, ids[at]!, weights[at]!)
        else counter.countCandidates(lists, ids[at]!, weights[at]!)
      }
      for (const slot of counter.take(isOpen, { ...threshold, least })) visit(slot)
    },
    bytes: () => lists.bytes() + ofLight.bytes() + 5 * totals.length,
  }
}

let ascending = new Int32Array(64)

/**
 * The largest weight such that all terms up to it together stay below the needed weight: those terms, the common words with
 * the longest lists, need not make new candidates.
 */
export function lightest(weights: Int32Array, needed: number): number {
  ascending = ensureCapacity(ascending, weights.length)
  for (let at = 0; at < weights.length; at++) {
    let place = at
    for (; place > 0 && ascending[place - 1]! > weights[at]!; place--) ascending[place] = ascending[place - 1]!
    ascending[place] = weights[at]!
  }
  let light = 0
  for (let at = 0, sum = 0; at < weights.length; at++) {
    sum += ascending[at]!
    if (sum >= needed) return light
    // Terms of one weight are all light or none.
    if (at + 1 === weights.length || ascending[at + 1] !== ascending[at]) light = ascending[at]!
  }
  return light
}

/** The sum of weights. */
export function totalOf({ weights }: Pick<WeighedTerms, 'weights'>): number {
  let total = 0
  for (let at = 0; at < weights.length; at++) total += weights[at]!
  return total
}

/** The weight, on the first side, of the terms that both have. */
export function sharedWeight(a: WeighedTerms, b: WeighedTerms): number {
  let sum = 0
  let j = 0
  for (let i = 0; i < a.ids.length; i++) {
    while (j < b.ids.length && b.ids[j]! < a.ids[i]!) j++
    if (b.ids[j] === a.ids[i]) sum += a.weights[i]!
  }
  return sum
}

/**
 * Prefix filtering: sets whose Jaccard reaches a threshold share a member among their first n − ⌈threshold × n⌉ + 1, in any
 * fixed order of members. Hashes are in random order, so ascending order serves.
 */
export function prefixSize(size: number, threshold: number): number {
  return size === 0 ? 0 : size - Math.ceil(threshold * size - 1e-9) + 1
}

/** Length filter: whether sets of such sizes can reach a Jaccard. */
export function mayReach(size: number, other: number, threshold: number): boolean {
  return Math.min(size, other) >= threshold * Math.max(size, other) - 1e-9
}

/** Candidates may reach a Jaccard with the newcomer; only the prefixes of sets are indexed. */
export function createPrefixIndex(
  setOf: (print: IndexedFields) => Uint32Array,
  threshold: number,
  counter: CandidateCounter,
): CandidateIndex {
  const lists = createPostings()
  let sizes = new Uint32Array(64)
  const prefix = (set: Uint32Array) => set.subarray(0, prefixSize(set.length, threshold))
  return {
    add: (slot, print) => {
      const set = setOf(print)
      sizes = ensureCapacity(sizes, slot + 1)
      sizes[slot] = set.length
      for (const member of prefix(set)) lists.add(member, slot)
    },
    each: (newcomer, isOpen, visit) => {
      const set = setOf(newcomer)
      for (const member of prefix(set)) counter.count(lists, member, 1)
      const admission: Threshold = {
        least: 0,
        classes: null,
        admits: (slot) => mayReach(set.length, sizes[slot]!, threshold),
      }
      for (const slot of counter.take(isOpen, admission)) visit(slot)
    },
    bytes: () => lists.bytes() + 4 * sizes.length,
  }
}

/** Candidates have the same value as the newcomer. */
export function createValueIndex(hashOf: (print: IndexedFields) => number | null): CandidateIndex {
  const lists = createPostings()
  return {
    add: (slot, print) => {
      const value = hashOf(print)
      if (value !== null) lists.add(value, slot)
    },
    each: (newcomer, _isOpen, visit) => {
      const value = hashOf(newcomer)
      if (value !== null) lists.each(value, visit)
    },
    bytes: lists.bytes,
  }
}

/** The union of several indexes, each slot once. */
export function joinIndexes(parts: readonly CandidateIndex[]): CandidateIndex {
  return {
    add: (slot, print) => {
      for (const part of parts) part.add(slot, print)
    },
    each: (newcomer, isOpen, visit) => {
      const visited = new Set<number>()
      for (const part of parts) {
        part.each(newcomer, isOpen, (slot) => {
          if (visited.has(slot)) return
          visited.add(slot)
          visit(slot)
        })
      }
    },
    bytes: () => parts.reduce((sum, part) => sum + part.bytes(), 0),
  }
}
