import type { SlotFilter } from './candidate-threshold.ts'
import type { PostingList } from './posting-list.ts'

/** A term's posting list, `slots` from `start` to `end` in ascending order, and the term's weight. */
export interface Run {
  slots: Int32Array
  start: number
  end: number
  weight: number
  rank: number
}

/** Posting lists in ascending order of rank; the records are reused by the next query. */
export interface Runs {
  readonly all: Run[]
  size: number
}

const NO_SLOTS = new Int32Array(0)

/** No lists. */
export function createRuns(): Runs {
  return { all: [], size: 0 }
}

/** Adds a list of a known length. */
export function putRun(runs: Runs, list: PostingList, length: number, weight: number, rank: number): void {
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

/** Drops the references to slots too, so that lists that were replaced since can be collected. */
export function clearRuns(runs: Runs): void {
  for (let at = 0; at < runs.size; at++) runs.all[at]!.slots = NO_SLOTS
  runs.size = 0
}

/** The sum of the weights of all terms. */
export function weightOfRuns({ all, size }: Runs): number {
  let weight = 0
  for (let at = 0; at < size; at++) weight += all[at]!.weight
  return weight
}

/** The number of slots in a list. */
export function lengthOfList({ start, end, previous, last }: PostingList): number {
  let length = end - start
  for (let at = last; at >= 0; at = previous[at]!) length++
  return length
}

/** Where the latest so many slots that pass a filter begin in a list; with fewer of them, the beginning of the list. */
export function latestIn({ slots, start, end }: Run, count: number, isOpen: SlotFilter): number {
  const { openFrom = Number.POSITIVE_INFINITY } = isOpen
  if (end - start >= count && slots[end - count]! >= openFrom) return end - count
  let at = end
  for (let wanted = count; at > start && wanted > 0; ) if (isOpen(slots[--at]!)) wanted--
  return at
}

/** A copy of all slots of a list, ascending. */
function inOneColumn({ sorted, start, end, appended, previous, last }: PostingList, length: number): Int32Array {
  const all = new Int32Array(length)
  all.set(sorted.subarray(start, end))
  for (let at = last, target = length - 1; at >= 0; at = previous[at]!, target--) all[target] = appended[at]!
  return all
}
