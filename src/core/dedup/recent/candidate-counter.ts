import { createBlockedAccumulators } from './blocked-accumulators.ts'
import type { SlotFilter, Threshold } from './candidate-threshold.ts'
import { createNearestSlots } from './nearest-slots.ts'
import type { InvertedIndex } from './posting-list.ts'
import { clearRuns, createRuns, latestIn, lengthOfList, putRun, weightOfRuns } from './posting-runs.ts'

/**
 * Counts candidates over posting lists: each slot gets the sum of the weights of the terms it shares with a newcomer. One counter serves all indexes of a window, one query
 * after the other.
 */
export interface CandidateCounter {
  /** Adds a term: every slot of its list counts; of a long list only slots that are candidates already, and the latest open ones. */
  readonly count: (lists: InvertedIndex, id: number, weight: number) => void
  /** Adds a term that makes no new candidates: it only adds to slots that other terms brought. */
  readonly countCandidates: (lists: InvertedIndex, id: number, weight: number) => void
  /** The terms so far have a minimum of their own. The lists added afterwards must share no slot with the lists before. */
  readonly closeGroup: (isOpen: SlotFilter, least: number) => void
  /** The admitted slots, at most the nearest few, heaviest first; a view that the next query overwrites. Resets the counter. */
  readonly take: (isOpen: SlotFilter, threshold: Threshold) => Int32Array
  readonly bytes: () => number
}

/**
 * Of a term that more slots than this carry, only the latest become candidates by that term alone. This bounds the cost of
 * a newcomer, however large the window is and however alike its articles are.
 */
export const LATEST = 1_000
/** At most so many candidates are compared: there may be thousands of headlines made from one template. */
export const NEAREST = 32

/** An empty counter. Weights are positive integers whose sum in one query fits into 31 bits. */
export function createCandidateCounter(latest = LATEST, nearest = NEAREST, rangeBits?: number): CandidateCounter {
  const short = createRuns()
  const long = createRuns()
  const frequent = createRuns()
  const best = new Int32Array(nearest)
  const nearestSlots = createNearestSlots(best)
  const sums = createBlockedAccumulators(nearestSlots, rangeBits)

  /** Candidates from rarer terms count wherever they are in a long list; new candidates come only from its latest slots. */
  const addAll = (isOpen: SlotFilter, least: number): void => {
    let left = weightOfRuns(long) + weightOfRuns(frequent)
    for (let at = 0; at < short.size; at++) sums.add(short.all[at]!, short.all[at]!.start, least)
    for (let at = 0; at < long.size; at++) {
      const run = long.all[at]!
      sums.add(run, left < least ? run.end : latestIn(run, latest, isOpen), least)
      left -= run.weight
    }
    for (let at = 0; at < frequent.size; at++) sums.add(frequent.all[at]!, frequent.all[at]!.end, least)
    for (const runs of [short, long, frequent]) clearRuns(runs)
  }
  return {
    count: (lists, id, weight) => {
      const list = lists.find(id)
      const length = lengthOfList(list)
      if (length > latest) putRun(long, list, length, weight, length)
      else if (length > 0) putRun(short, list, length, weight, -weight)
    },
    countCandidates: (lists, id, weight) => {
      const list = lists.find(id)
      const length = lengthOfList(list)
      if (length > 0) putRun(frequent, list, length, weight, -weight)
    },
    closeGroup: addAll,
    take: (isOpen, threshold) => {
      addAll(isOpen, threshold.least)
      nearestSlots.clear()
      sums.take(isOpen, threshold)
      return best.subarray(0, nearestSlots.size())
    },
    bytes: sums.bytes,
  }
}
