import type { Print } from '../domain/print.ts'
import { withRoom } from './columns.ts'
import { createMeetings, createSums } from './meetings.ts'
import { createPostings } from './postings.ts'

/** Finds the slots a rule must look at for a newcomer: all that it admits, few besides. */
export interface CandidateIndex {
  readonly add: (slot: number, print: Print) => void
  readonly each: (newcomer: Print, visit: (slot: number) => void) => void
  readonly bytes: () => number
}

/** Admits pairs that share so many terms, or all of the shorter's. */
export function createSharedTermsIndex(termsOf: (print: Print) => Uint32Array, least: number): CandidateIndex {
  const postings = createPostings()
  const meetings = createMeetings()
  let counts = new Uint8Array(64)
  return {
    add: (slot, print) => {
      const terms = termsOf(print)
      counts = withRoom(counts, slot + 1)
      counts[slot] = Math.min(255, terms.length)
      for (const term of terms) postings.add(term, slot)
    },
    each: (newcomer, visit) => {
      const terms = termsOf(newcomer)
      for (const term of terms) postings.each(term, meetings.meet)
      meetings.take((slot, times) => {
        if (times >= Math.min(least, terms.length, counts[slot]!)) visit(slot)
      })
    },
    bytes: () => postings.bytes() + counts.length,
  }
}

/** Terms with what each says. */
export interface WeighedTerms {
  readonly ids: Uint32Array
  readonly weights: ArrayLike<number>
}

/** Decides by what the shared terms weigh for the newcomer, and by what all terms of either weigh. */
export type Admits = (shared: number, newcomerTotal: number, standingTotal: number) => boolean

/** Admits pairs whose shared terms say enough. A newcomer's terms are asked for again when it is compared. */
export function createWeighedIndex(
  termsOf: (print: Print) => WeighedTerms,
  admits: Admits,
  newcomerTerms: (print: Print) => WeighedTerms = termsOf,
): CandidateIndex {
  const postings = createPostings()
  const sums = createSums()
  let totals = new Float64Array(64)
  return {
    add: (slot, print) => {
      const terms = termsOf(print)
      totals = withRoom(totals, slot + 1)
      totals[slot] = totalOf(terms)
      for (const id of terms.ids) postings.add(id, slot)
    },
    each: (newcomer, visit) => {
      const terms = newcomerTerms(newcomer)
      const total = totalOf(terms)
      terms.ids.forEach((id, at) => {
        const weight = terms.weights[at]!
        postings.each(id, (slot) => sums.add(slot, weight))
      })
      sums.take((slot, sum) => {
        if (admits(sum, total, totals[slot]!)) visit(slot)
      })
    },
    bytes: () => postings.bytes() + 8 * totals.length,
  }
}

/** What terms weigh together. */
export function totalOf({ weights }: WeighedTerms): number {
  let total = 0
  for (let at = 0; at < weights.length; at++) total += weights[at]!
  return total
}

/** What terms both have weigh for the first, added up in the order an index adds. */
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
 * Admits pairs whose sets may reach a Jaccard. Sets that do must meet in their first n − ⌈threshold × n⌉ + 1 members, in any
 * one order of members; hashes are in random order, so their own order serves, and only those prefixes are kept.
 */
export function createPrefixIndex(setOf: (print: Print) => Uint32Array, threshold: number): CandidateIndex {
  const postings = createPostings()
  const meetings = createMeetings()
  let sizes = new Uint32Array(64)
  const prefix = (set: Uint32Array) => set.subarray(0, set.length - Math.ceil(threshold * set.length - 1e-9) + 1)
  return {
    add: (slot, print) => {
      const set = setOf(print)
      sizes = withRoom(sizes, slot + 1)
      sizes[slot] = set.length
      for (const member of prefix(set)) postings.add(member, slot)
    },
    each: (newcomer, visit) => {
      const set = setOf(newcomer)
      for (const member of prefix(set)) postings.each(member, meetings.meet)
      meetings.take((slot) => {
        const [small, large] = set.length < sizes[slot]! ? [set.length, sizes[slot]!] : [sizes[slot]!, set.length]
        if (small >= threshold * large - 1e-9) visit(slot)
      })
    },
    bytes: () => postings.bytes() + 4 * sizes.length,
  }
}

/** Admits pairs of one value. */
export function createValueIndex(hashOf: (print: Print) => number | null): CandidateIndex {
  const postings = createPostings()
  return {
    add: (slot, print) => {
      const value = hashOf(print)
      if (value !== null) postings.add(value, slot)
    },
    each: (newcomer, visit) => {
      const value = hashOf(newcomer)
      if (value !== null) postings.each(value, visit)
    },
    bytes: postings.bytes,
  }
}

/** Admits what any of several indexes admits, each slot once. */
export function joinIndexes(parts: readonly CandidateIndex[]): CandidateIndex {
  const meetings = createMeetings()
  return {
    add: (slot, print) => {
      for (const part of parts) part.add(slot, print)
    },
    each: (newcomer, visit) => {
      for (const part of parts) part.each(newcomer, meetings.meet)
      meetings.take(visit)
    },
    bytes: () => parts.reduce((sum, part) => sum + part.bytes(), 0),
  }
}
