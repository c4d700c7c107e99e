import { createBlockedAccumulators } from './blocked-accumulators.ts'
import { createCandidateSums } from './candidate-sums.ts'
import type { SlotFilter, Threshold } from './candidate-threshold.ts'
import type { InvertedIndex } from './posting-list.ts'
import {
  clearRuns,
  createRuns,
  heaviestOf,
  latestIn,
  lengthOfList,
  putRun,
  type Run,
  weightOfRuns,
} from './posting-runs.ts'

/**
 * Counts candidates over posting lists, term at a time with pruning by an upper bound (as in MaxScore): each slot gets the
 * sum of the weights of the terms it shares with a newcomer. One counter serves all indexes of a window, one query after the
 * other.
 */
export interface CandidateCounter {
  readonly makeRoom: (slot: number) => void
  /** Adds a term: every slot of its list counts; of a long list only slots that are candidates already, and the latest open ones. */
  readonly count: (lists: InvertedIndex, id: number, weight: number) => void
  /** Adds a term that makes no new candidates: it only adds to slots that other terms brought. */
  readonly countCandidates: (lists: InvertedIndex, id: number, weight: number) => void
  /** Sums up what was added and prunes. The lists added afterwards must share no slot with the lists before. */
  readonly closeGroup: (isOpen: SlotFilter, threshold: Threshold) => void
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
  const sums = createCandidateSums()
  const short = createRuns()
  const long = createRuns()
  const frequent = createRuns()
  const best = new Int32Array(nearest)
  const paired = createBlockedAccumulators(rangeBits)
  // Whether a group was closed since the last query.
  let hasClosed = false

  /** Whether the present query has no term that is enough alone. */
  const isPaired = ({ least, classes, admits }: Threshold): boolean => {
    if (classes !== null || admits !== null || hasClosed || frequent.size > 0) return false
    return heaviestOf(short) < least && heaviestOf(long) < least
  }
  const takePairs = (isOpen: SlotFilter, least: number): number => {
    for (let at = 0; at < short.size; at++) paired.add(short.all[at]!, short.all[at]!.start)
    for (let at = 0; at < long.size; at++) {
      const run = long.all[at]!
      paired.add(run, latestIn(run, latest, isOpen))
    }
    const size = paired.takeBest(best, isOpen, least)
    for (const runs of [short, long]) clearRuns(runs)
    return size
  }

  /** Candidates from rarer terms count wherever they are in a long list; new candidates come only from its latest slots. */
  const addLong = (run: Run, left: number, isOpen: SlotFilter, threshold: Threshold): void => {
    const from = left < threshold.least ? run.end : latestIn(run, latest, isOpen)
    sums.addToCandidates(run, run.start, from)
    sums.add(run, from, left, threshold)
  }
  const addAll = (isOpen: SlotFilter, threshold: Threshold): void => {
    let left = weightOfRuns(short) + weightOfRuns(long) + weightOfRuns(frequent)
    for (let at = 0; at < short.size; at++) {
      const run = short.all[at]!
      sums.add(run, run.start, left, threshold)
      left -= run.weight
    }
    // Before the longest lists are walked.
    sums.prune(left, threshold)
    for (let at = 0; at < long.size; at++) {
      addLong(long.all[at]!, left, isOpen, threshold)
      left -= long.all[at]!.weight
    }
    for (let at = 0; at < frequent.size; at++) {
      const run = frequent.all[at]!
      sums.addToCandidates(run, run.start, run.end)
      left -= run.weight
      sums.prune(left, threshold)
    }
    if (frequent.size === 0 && long.size > 0) sums.prune(left, threshold)
    for (const runs of [short, long, frequent]) clearRuns(runs)
  }
  return {
    makeRoom: sums.makeRoom,
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
    closeGroup: (isOpen, threshold) => {
      addAll(isOpen, threshold)
      sums.close()
      hasClosed = true
    },
    take: (isOpen, threshold) => {
      if (isPaired(threshold)) return best.subarray(0, takePairs(isOpen, threshold.least))
      addAll(isOpen, threshold)
      const size = sums.takeBest(best, isOpen, threshold)
      sums.reset()
      hasClosed = false
      return best.subarray(0, size)
    },
    bytes: () => sums.bytes() + paired.bytes(),
  }
}
