import type { Print } from '../../domain/print.ts'
import { withRoom } from '../containers/growing-column.ts'
import type { IndexedPart } from '../print/indexed-part.ts'
import type { Bar, IsOpen, Tally } from './candidate-counter.ts'
import { createPostings } from './postings.ts'

/** Finds the slots a rule must look at for a newcomer: all that it admits, few besides; the nearest where they are many. */
export interface CandidateIndex<Added = IndexedPart> {
  readonly add: (slot: number, added: Added) => void
  /** Visits each once. A slot that is not open may be visited, but never takes the place of one that is. */
  readonly each: (newcomer: Print, isOpen: IsOpen, visit: (slot: number) => void) => void
  readonly bytes: () => number
}

/** Admits pairs that share so many terms, or all of the shorter's. */
export function createSharedTermsIndex(
  termsOf: (print: IndexedPart) => Uint32Array,
  least: number,
  tally: Tally,
): CandidateIndex {
  const lists = createPostings()
  let counts = new Uint8Array(64)
  return {
    add: (slot, print) => {
      const terms = termsOf(print)
      counts = withRoom(counts, slot + 1)
      counts[slot] = Math.min(255, terms.length)
      for (const term of terms) lists.add(term, slot)
    },
    each: (newcomer, isOpen, visit) => {
      const terms = termsOf(newcomer)
      if (terms.length === 0) return
      for (const term of terms) tally.add(lists, term, 1)
      const needed = (slot: number) => Math.min(least, terms.length, counts[slot]!)
      const bar: Bar = { least: 0, kinds: null, admits: (slot, times) => times >= needed(slot) }
      for (const slot of tally.take(isOpen, bar)) visit(slot)
    },
    bytes: () => lists.bytes() + counts.length,
  }
}

/** Terms with what each says, in grains. */
export interface WeighedTerms {
  readonly ids: Uint32Array
  readonly weights: Int32Array
}

/** A weight of 1 is so many grains: whole, so that a sum is exact, and the same in whatever order they are added. */
export const GRAINS = 2 ** 20

/** A weight in grains; of so many terms all together take no more than 31 bits. */
export function grainsOf(weight: number, terms: number): number {
  return Math.min(Math.ceil(weight * GRAINS), Math.floor(MOST_GRAINS / terms))
}

const MOST_GRAINS = 2 ** 31 - 1

/** What shared terms must weigh for the newcomer, by what all terms of either weigh; never less for a heavier other. */
export type Needed = (newcomerTotal: number, standingTotal: number) => number

/** Those whose terms weigh less are few, share enough with one word, and are looked up apart. */
const LIGHT_TOTAL = 30 * GRAINS

/** Admits pairs whose shared terms say enough. */
export function createWeighedIndex(
  termsOf: (print: IndexedPart) => WeighedTerms,
  needed: Needed,
  tally: Tally,
): CandidateIndex {
  const lists = createPostings()
  const ofLight = createPostings()
  let totals = new Int32Array(64)
  // The same in whole weights, so small that asking for each slot met costs little, and what each of them asks for.
  let floors = new Uint8Array(64)
  const neededOfFloor = new Int32Array(256)
  return {
    add: (slot, print) => {
      const terms = termsOf(print)
      totals = withRoom(totals, slot + 1)
      floors = withRoom(floors, slot + 1)
      totals[slot] = totalOf(terms)
      floors[slot] = Math.min(255, totals[slot]! / GRAINS)
      const own = totals[slot]! < LIGHT_TOTAL ? ofLight : lists
      for (const id of terms.ids) own.add(id, slot)
    },
    each: (newcomer, isOpen, visit) => {
      const { ids, weights } = termsOf(newcomer)
      const total = totalOf({ weights })
      for (let floor = 0; floor < neededOfFloor.length; floor++)
        neededOfFloor[floor] = Math.ceil(needed(total, floor * GRAINS))
      const bar: Bar = {
        least: 0,
        kinds: { of: floors, least: neededOfFloor },
        admits: (slot, sum) => sum >= needed(total, totals[slot]!),
      }
      for (let at = 0; at < ids.length; at++) tally.add(ofLight, ids[at]!, weights[at]!)
      tally.settle(isOpen, bar)
      const least = needed(total, LIGHT_TOTAL)
      const light = lightest(weights, least)
      for (let at = 0; at < ids.length; at++) {
        if (weights[at]! > light) tally.add(lists, ids[at]!, weights[at]!)
        else tally.addToMet(lists, ids[at]!, weights[at]!)
      }
      for (const slot of tally.take(isOpen, { ...bar, least })) visit(slot)
    },
    bytes: () => lists.bytes() + ofLight.bytes() + 5 * totals.length,
  }
}

let ascending = new Int32Array(64)

/**
 * The weight up to which terms bring nobody together: all such terms weigh less than must be shared. They are the common
 * words, whose lists are the longest.
 */
export function lightest(weights: Int32Array, needed: number): number {
  ascending = withRoom(ascending, weights.length)
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

/** What terms weigh together. */
export function totalOf({ weights }: Pick<WeighedTerms, 'weights'>): number {
  let total = 0
  for (let at = 0; at < weights.length; at++) total += weights[at]!
  return total
}

/** What terms both have weigh for the first. */
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
 * How many members of a set are enough to find those whose Jaccard reaches a threshold: sets that do must meet in their
 * first n − ⌈threshold × n⌉ + 1 members, in any one order of members; hashes are in random order, so their own order serves.
 */
export function prefixSize(size: number, threshold: number): number {
  return size === 0 ? 0 : size - Math.ceil(threshold * size - 1e-9) + 1
}

/** Whether sets of such sizes may reach a Jaccard. */
export function mayReach(size: number, other: number, threshold: number): boolean {
  return Math.min(size, other) >= threshold * Math.max(size, other) - 1e-9
}

/** Admits pairs whose sets may reach a Jaccard; only their prefixes are kept. */
export function createPrefixIndex(
  setOf: (print: IndexedPart) => Uint32Array,
  threshold: number,
  tally: Tally,
): CandidateIndex {
  const lists = createPostings()
  let sizes = new Uint32Array(64)
  const prefix = (set: Uint32Array) => set.subarray(0, prefixSize(set.length, threshold))
  return {
    add: (slot, print) => {
      const set = setOf(print)
      sizes = withRoom(sizes, slot + 1)
      sizes[slot] = set.length
      for (const member of prefix(set)) lists.add(member, slot)
    },
    each: (newcomer, isOpen, visit) => {
      const set = setOf(newcomer)
      for (const member of prefix(set)) tally.add(lists, member, 1)
      const bar: Bar = { least: 0, kinds: null, admits: (slot) => mayReach(set.length, sizes[slot]!, threshold) }
      for (const slot of tally.take(isOpen, bar)) visit(slot)
    },
    bytes: () => lists.bytes() + 4 * sizes.length,
  }
}

/** Admits pairs of one value. */
export function createValueIndex(hashOf: (print: IndexedPart) => number | null): CandidateIndex {
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

/** Admits what any of several indexes admits, each slot once. */
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
