import { ensureCapacity } from '../containers/growing-column.ts'
import type { InvertedIndex, PostingList } from './posting-list.ts'

/**
 * Counts candidates over posting lists, term at a time with pruning by an upper bound (as in MaxScore): each slot gets the
 * sum of the weights of the terms it shares with a newcomer. The column of sums is reset by walking over the candidates. One
 * counter serves all indexes of a window, one query after the other.
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

/** Whether a slot may be compared with the newcomer at all. */
export type SlotFilter = (slot: number) => boolean

/** The sum of weights a slot needs to be admitted. */
export interface Threshold {
  /** The minimum for all slots. */
  readonly least: number
  /** Higher minimums for classes of slots, where there are any. */
  readonly classes: WeightClasses | null
  /** A further condition; must be monotone: a larger sum is never refused where a smaller one is admitted. */
  readonly admits: ((slot: number, sum: number) => boolean) | null
}

/** The class of each slot, and the minimum of each of up to 256 classes. */
export interface WeightClasses {
  readonly of: Uint8Array
  readonly least: Int32Array
}

/**
 * Of a term that more slots than this carry, only the latest become candidates by that term alone. This bounds the cost of
 * a newcomer, however large the window is and however alike its articles are.
 */
export const LATEST = 1_000
/** At most so many candidates are compared: there may be thousands of headlines made from one template. */
export const NEAREST = 32
/** A binary search in a list costs about as much as walking over so many slots. */
const SEARCH = 16

/** A term's posting list, `slots` from `start` to `end` in ascending order, and the term's weight. */
interface Run {
  slots: Int32Array
  start: number
  end: number
  weight: number
  rank: number
}

/** Posting lists in ascending order of rank; the records are reused by the next query. */
interface Runs {
  readonly all: Run[]
  size: number
}

/** An empty counter. Weights are positive integers whose sum in one query fits into 31 bits. */
export function createCandidateCounter(latest = LATEST, nearest = NEAREST): CandidateCounter {
  let sums = new Int32Array(64)
  let candidates = new Int32Array(64)
  let count = 0
  // The first so many candidates belong to closed groups.
  let closed = 0
  const short: Runs = { all: [], size: 0 }
  const long: Runs = { all: [], size: 0 }
  const frequent: Runs = { all: [], size: 0 }
  const best = new Int32Array(nearest)

  const addCandidates = ({ slots, weight }: Run, start: number, end: number): void => {
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
    { slots, weight }: Run,
    start: number,
    end: number,
    left: number,
    classes: WeightClasses,
  ): void => {
    candidates = ensureCapacity(candidates, count + end - start)
    const { of, least } = classes
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
  /** Where the latest open slots of a long list begin. */
  const latestOf = ({ slots, start, end }: Run, isOpen: SlotFilter): number => {
    let at = end
    for (let wanted = latest; at > start && wanted > 0; ) if (isOpen(slots[--at]!)) wanted--
    return at
  }
  /** Candidates from rarer terms count wherever they are in a long list; new candidates come only from its latest slots. */
  const addLong = (run: Run, left: number, isOpen: SlotFilter, threshold: Threshold): void => {
    const from = left < threshold.least ? run.end : latestOf(run, isOpen)
    addToCandidates(run, run.start, from)
    addRun(run, from, left, threshold)
  }
  const addRun = (run: Run, from: number, left: number, { least, classes }: Threshold): void => {
    if (left < least) addToCandidates(run, from, run.end)
    else if (classes === null) addCandidates(run, from, run.end)
    else addPossible(run, from, run.end, left, classes)
  }
  /** Drops candidates that cannot reach their minimum with the remaining weight, before the longest lists are walked. */
  const prune = (left: number, { least, classes }: Threshold): void => {
    let kept = closed
    for (let at = closed; at < count; at++) {
      const slot = candidates[at]!
      const most = sums[slot]! + left
      if (most >= least && (classes === null || most >= classes.least[classes.of[slot]!]!)) candidates[kept++] = slot
      else sums[slot] = 0
    }
    count = kept
  }
  /** A term that alone brings as many open slots as are wanted raises the minimum to its weight. */
  const raisedThreshold = (threshold: Threshold, isOpen: SlotFilter): Threshold => {
    if (threshold.classes !== null || threshold.admits !== null) return threshold
    for (let at = 0; at < short.size && short.all[at]!.weight > threshold.least; at++) {
      const { slots, start, end, weight } = short.all[at]!
      let wanted = nearest
      for (let target = end; target > start && wanted > 0; ) if (isOpen(slots[--target]!)) wanted--
      if (wanted === 0) return { ...threshold, least: weight }
    }
    return threshold
  }
  const addAll = (isOpen: SlotFilter, asked: Threshold): void => {
    const threshold = raisedThreshold(asked, isOpen)
    let left = weightOf(short) + weightOf(long) + weightOf(frequent)
    for (let at = 0; at < short.size; at++) {
      const run = short.all[at]!
      addRun(run, run.start, left, threshold)
      left -= run.weight
    }
    prune(left, threshold)
    for (let at = 0; at < long.size; at++) {
      addLong(long.all[at]!, left, isOpen, threshold)
      left -= long.all[at]!.weight
    }
    for (let at = 0; at < frequent.size; at++) {
      const run = frequent.all[at]!
      addToCandidates(run, run.start, run.end)
      left -= run.weight
      prune(left, threshold)
    }
    if (frequent.size === 0 && long.size > 0) prune(left, threshold)
    clear(short)
    clear(long)
    clear(frequent)
  }
  const isNearer = (slot: number, than: number): boolean =>
    sums[slot]! > sums[than]! || (sums[slot] === sums[than] && slot > than)
  /** Keeps the best so far in order, heaviest first. */
  const takeNearest = (isOpen: SlotFilter, { admits }: Threshold): number => {
    let size = 0
    for (let at = 0; at < count; at++) {
      const slot = candidates[at]!
      if (size === nearest && !isNearer(slot, best[size - 1]!)) continue
      if (!isOpen(slot) || (admits !== null && !admits(slot, sums[slot]!))) continue
      if (size < nearest) size++
      let target = size - 1
      for (; target > 0 && isNearer(slot, best[target - 1]!); target--) best[target] = best[target - 1]!
      best[target] = slot
    }
    return size
  }
  return {
    makeRoom: (slot) => {
      if (slot >= sums.length) sums = ensureCapacity(sums, slot + 1)
    },
    count: (lists, id, weight) => {
      const list = lists.find(id)
      const length = lengthOf(list)
      if (length > latest) putRun(long, list, length, weight, length)
      else if (length > 0) putRun(short, list, length, weight, -weight)
    },
    countCandidates: (lists, id, weight) => {
      const list = lists.find(id)
      const length = lengthOf(list)
      if (length > 0) putRun(frequent, list, length, weight, -weight)
    },
    closeGroup: (isOpen, threshold) => {
      addAll(isOpen, threshold)
      closed = count
    },
    take: (isOpen, threshold) => {
      addAll(isOpen, threshold)
      const size = takeNearest(isOpen, threshold)
      for (let at = 0; at < count; at++) sums[candidates[at]!] = 0
      count = 0
      closed = 0
      return best.subarray(0, size)
    },
    bytes: () => 4 * (sums.length + candidates.length),
  }
}

function weightOf({ all, size }: Runs): number {
  let weight = 0
  for (let at = 0; at < size; at++) weight += all[at]!.weight
  return weight
}

const NO_SLOTS = new Int32Array(0)

/** Drops the references to slots too, so that lists that were replaced since can be collected. */
function clear(runs: Runs): void {
  for (let at = 0; at < runs.size; at++) runs.all[at]!.slots = NO_SLOTS
  runs.size = 0
}

function putRun(runs: Runs, list: PostingList, length: number, weight: number, rank: number): void {
  const { all } = runs
  const run = all[runs.size] ?? { slots: NO_SLOTS, start: 0, end: 0, weight, rank }
  const isWhole = list.last < 0
  run.slots = isWhole ? list.sorted : inOneColumn(list, length)
  run.start = isWhole ? list.start : 0
  run.end = isWhole ? list.end : length
  run.weight = weight
  run.rank = rank
  let target = runs.size++
  for (; target > 0 && all[target - 1]!.rank > rank; target--) all[target] = all[target - 1]!
  all[target] = run
}

function lengthOf({ start, end, previous, last }: PostingList): number {
  let length = end - start
  for (let at = last; at >= 0; at = previous[at]!) length++
  return length
}

/** A copy of all slots of a list, ascending. */
function inOneColumn({ sorted, start, end, appended, previous, last }: PostingList, length: number): Int32Array {
  const all = new Int32Array(length)
  all.set(sorted.subarray(start, end))
  for (let at = last, target = length - 1; at >= 0; at = previous[at]!, target--) all[target] = appended[at]!
  return all
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
