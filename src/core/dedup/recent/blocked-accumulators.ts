import { ensureCapacity } from '../containers/growing-column.ts'
import type { SlotFilter } from './candidate-threshold.ts'
import type { Run } from './posting-runs.ts'

/**
 * Score accumulators with cache blocking, for a query in which no term alone is enough: a slot becomes a candidate at its second term. Posting lists are merged one
 * range of slots at a time, so that the accumulators of a range stay in the first-level cache; otherwise nearly every posting would wait for the second-level one. The
 * sums are the same, since those of one slot do not depend on another's.
 */
export interface BlockedAccumulators {
  /** Adds a list. Up to `from` it only adds to slots that were in a list before. */
  readonly add: (run: Run, from: number) => void
  /** Writes the candidates that reach a minimum and are open into `best`, heaviest first, then the highest slot, as many as there is room for, and returns their number. Resets the accumulators. */
  readonly takeBest: (best: Int32Array, isOpen: SlotFilter, least: number) => number
  readonly bytes: () => number
}

/** The most lists of a query. */
export const MOST_LISTS = 255
const FIRST_CANDIDATE = MOST_LISTS + 1
/** A range has so many slots, as a power of two. */
const RANGE_BITS = 14

/** A list whose rows up to `at` are added. */
interface Cursor {
  slots: Int32Array
  at: number
  from: number
  end: number
}

/** No candidates. Weights are positive integers whose sum in one query fits into 31 bits. */
export function createBlockedAccumulators(rangeBits = RANGE_BITS): BlockedAccumulators {
  const range = 1 << rangeBits
  // Of each slot of a range 0, the number of the only list it was in so far, or its candidate behind those numbers.
  const states = new Uint16Array(range)
  let candidates = new Int32Array(64)
  let sums = new Int32Array(64)
  let count = 0
  let sumsOfBest = new Int32Array(64)
  const weights = new Int32Array(FIRST_CANDIDATE)
  const cursors: Cursor[] = []
  let lists = 0

  const pair = (slot: number, start: number, sum: number): void => {
    if (count === candidates.length) {
      candidates = ensureCapacity(candidates, count + 1)
      sums = ensureCapacity(sums, count + 1)
    }
    candidates[count] = slot
    sums[count] = sum
    states[slot - start] = FIRST_CANDIDATE + count++
  }
  /** Adds the rows of a list below a limit. */
  const addRange = (list: number, start: number): void => {
    const cursor = cursors[list - 1]!
    const { slots, from, end } = cursor
    const weight = weights[list]!
    const limit = start + range
    let { at } = cursor
    for (; at < from; at++) {
      const slot = slots[at]!
      if (slot >= limit) break
      const state = states[slot - start]!
      if (state === 0) continue
      if (state >= FIRST_CANDIDATE) sums[state - FIRST_CANDIDATE]! += weight
      else pair(slot, start, weights[state]! + weight)
    }
    for (; at >= from && at < end; at++) {
      const slot = slots[at]!
      if (slot >= limit) break
      const state = states[slot - start]!
      if (state === 0) states[slot - start] = list
      else if (state >= FIRST_CANDIDATE) sums[state - FIRST_CANDIDATE]! += weight
      else pair(slot, start, weights[state]! + weight)
    }
    cursor.at = at
  }
  /** Inserts a candidate if it is among the nearest so far; gives how many there are then. */
  const keepNearest = (best: Int32Array, size: number, candidate: number, isOpen: SlotFilter): number => {
    const slot = candidates[candidate]!
    const sum = sums[candidate]!
    // Slots ascend from range to range, not within one.
    let place = size
    while (place > 0 && (sum > sumsOfBest[place - 1]! || (sum === sumsOfBest[place - 1] && slot > best[place - 1]!)))
      place--
    if (place === best.length || !isOpen(slot)) return size
    const last = Math.min(size, best.length - 1)
    best.copyWithin(place + 1, place, last)
    sumsOfBest.copyWithin(place + 1, place, last)
    best[place] = slot
    sumsOfBest[place] = sum
    return last + 1
  }
  const firstSlot = (): number => {
    let first = Number.POSITIVE_INFINITY
    for (let nth = 0; nth < lists; nth++) {
      const { slots, at, end } = cursors[nth]!
      if (at < end) first = Math.min(first, slots[at]!)
    }
    return first
  }
  return {
    add: ({ slots, start, end, weight }, from) => {
      const cursor = cursors[lists]
      if (cursor === undefined) cursors.push({ slots, at: start, from, end })
      else {
        cursor.slots = slots
        cursor.at = start
        cursor.from = from
        cursor.end = end
      }
      weights[++lists] = weight
    },
    takeBest: (best, isOpen, least) => {
      sumsOfBest = ensureCapacity(sumsOfBest, best.length)
      let size = 0
      for (let first = firstSlot(); first < Number.POSITIVE_INFINITY; first = firstSlot()) {
        const start = (first >> rangeBits) << rangeBits
        for (let list = 1; list <= lists; list++) addRange(list, start)
        for (let at = 0; at < count; at++) if (sums[at]! >= least) size = keepNearest(best, size, at, isOpen)
        count = 0
        states.fill(0)
      }
      // Lists that are replaced can be collected.
      for (let nth = 0; nth < lists; nth++) cursors[nth]!.slots = NO_SLOTS
      lists = 0
      return size
    },
    bytes: () => 2 * range + 4 * (candidates.length + sums.length),
  }
}

const NO_SLOTS = new Int32Array(0)
