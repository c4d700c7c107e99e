import { ensureCapacity } from '../containers/growing-column.ts'
import type { SlotFilter, Threshold, WeightClasses } from './candidate-threshold.ts'
import type { Run } from './posting-runs.ts'

/** Accumulators of a query: the sum of weights of each candidate slot. Resetting walks over the candidates, not over all slots. */
export interface CandidateSums {
  readonly makeRoom: (slot: number) => void
  /** Adds a list from an index on, by the weight of the terms that are left: slots that cannot reach their minimum with it become no candidates. */
  readonly add: (run: Run, from: number, left: number, threshold: Threshold) => void
  /** Adds a part of a list to slots that are candidates already. */
  readonly addToCandidates: (run: Run, from: number, to: number) => void
  /** Drops candidates that cannot reach their minimum with the weight that is left. */
  readonly prune: (left: number, threshold: Threshold) => void
  /** The candidates so far take no part in what is added or pruned from now on. */
  readonly close: () => void
  /** Writes the admitted candidates into `best`, heaviest first, then the highest slot, as many as there is room for, and returns their number. */
  readonly takeBest: (best: Int32Array, isOpen: SlotFilter, threshold: Threshold) => number
  readonly reset: () => void
  readonly bytes: () => number
}

/** A binary search in a list costs about as much as walking over so many slots. */
const SEARCH = 16

/** No candidates. Weights are positive integers whose sum in one query fits into 31 bits. */
export function createCandidateSums(): CandidateSums {
  let sums = new Int32Array(64)
  let candidates = new Int32Array(64)
  let count = 0
  // The first so many candidates are closed.
  let closed = 0

  const addAll = ({ slots, weight }: Run, start: number, end: number): void => {
    candidates = ensureCapacity(candidates, count + end - start)
    for (let at = start; at < end; at++) {
      const slot = slots[at]!
      const sum = sums[slot]!
      if (sum === 0) candidates[count++] = slot
      sums[slot] = sum + weight
    }
  }
  /** The same, but a slot whose class needs more than the remaining weight does not become a candidate. */
  const addPossible = (
    { slots, weight, end }: Run,
    start: number,
    left: number,
    { of, least }: WeightClasses,
  ): void => {
    candidates = ensureCapacity(candidates, count + end - start)
    for (let at = start; at < end; at++) {
      const slot = slots[at]!
      const sum = sums[slot]!
      if (sum === 0) {
        if (least[of[slot]!]! > left) continue
        candidates[count++] = slot
      }
      sums[slot] = sum + weight
    }
  }
  const addToCandidates = ({ slots, weight }: Run, start: number, end: number): void => {
    if (SEARCH * (count - closed) < end - start) {
      for (let at = closed; at < count; at++)
        if (holds(slots, candidates[at]!, start, end)) sums[candidates[at]!]! += weight
    } else {
      for (let at = start; at < end; at++) {
        const sum = sums[slots[at]!]!
        if (sum > 0) sums[slots[at]!] = sum + weight
      }
    }
  }
  const isNearer = (slot: number, than: number): boolean =>
    sums[slot]! > sums[than]! || (sums[slot] === sums[than] && slot > than)
  return {
    makeRoom: (slot) => {
      if (slot >= sums.length) sums = ensureCapacity(sums, slot + 1)
    },
    add: (run, from, left, { least, classes }) => {
      if (left < least) addToCandidates(run, from, run.end)
      else if (classes === null) addAll(run, from, run.end)
      else addPossible(run, from, left, classes)
    },
    addToCandidates,
    prune: (left, { least, classes }) => {
      let kept = closed
      for (let at = closed; at < count; at++) {
        const slot = candidates[at]!
        const most = sums[slot]! + left
        if (most >= least && (classes === null || most >= classes.least[classes.of[slot]!]!)) candidates[kept++] = slot
        else sums[slot] = 0
      }
      count = kept
    },
    close: () => {
      closed = count
    },
    takeBest: (best, isOpen, { admits }) => {
      let size = 0
      for (let at = 0; at < count; at++) {
        const slot = candidates[at]!
        if (size === best.length && !isNearer(slot, best[size - 1]!)) continue
        if (!isOpen(slot) || (admits !== null && !admits(slot, sums[slot]!))) continue
        if (size < best.length) size++
        let target = size - 1
        for (; target > 0 && isNearer(slot, best[target - 1]!); target--) best[target] = best[target - 1]!
        best[target] = slot
      }
      return size
    },
    reset: () => {
      for (let at = 0; at < count; at++) sums[candidates[at]!] = 0
      count = 0
      closed = 0
    },
    bytes: () => 4 * (sums.length + candidates.length),
  }
}

/** Binary search for a slot in an ascending list, between two indexes. */
function holds(slots: Int32Array, slot: number, start: number, end: number): boolean {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if (slots[middle]! < slot) low = middle + 1
    else high = middle
  }
  return low < end && slots[low] === slot
}
