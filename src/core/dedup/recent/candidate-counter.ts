import { withRoom } from '../containers/growing-column.ts'
import type { SlotList, SlotLists } from './slot-list.ts'

/**
 * Adds up a weight for each slot met while one newcomer is looked up, without clearing a column for each newcomer. One
 * serves all indexes of a window, which are asked one after the other.
 */
export interface Tally {
  readonly makeRoom: (slot: number) => void
  /** Weighs every slot of a term; of a long list those that other lists have too, and the latest that are open. */
  readonly add: (lists: SlotLists, id: number, weight: number) => void
  /** Weighs those slots of a term that are met through others. */
  readonly addToMet: (lists: SlotLists, id: number, weight: number) => void
  /** Adds up so far and forgets who is not enough. Lists that follow must have none of those met before. */
  readonly settle: (isOpen: IsOpen, bar: Bar) => void
  /** The admitted slots, no more than the nearest that are wanted; good until the next question. Forgets what was added. */
  readonly take: (isOpen: IsOpen, bar: Bar) => Int32Array
  readonly bytes: () => number
}

/** Whether a slot may be compared with the newcomer at all. */
export type IsOpen = (slot: number) => boolean

/** How much a slot must weigh. */
export interface Bar {
  /** None is admitted that weighs less, */
  readonly least: number
  /** nor, where slots are of several kinds, one that weighs less than its kind must. */
  readonly kinds: Kinds | null
  /** What else is asked of one that weighs enough; it is never refused for weighing more. */
  readonly admits: ((slot: number, sum: number) => boolean) | null
}

/** What slots of up to 256 kinds must weigh. */
export interface Kinds {
  readonly of: Uint8Array
  readonly least: Int32Array
}

/**
 * A term that thousands carry says little, so of those who share nothing else only the latest are met. What one newcomer
 * costs is bounded by this, however large the window is and however alike its articles are.
 */
export const LATEST = 1_000
/** So many of the nearest are compared: of a thousand headlines made from one frame a newcomer need not meet all. */
export const NEAREST = 32
/** Steps to find one slot in a list, as many as walking over so many slots. */
const SEARCH = 16

/** The slots of a term, ascending between two places, and what the term weighs. */
interface Run {
  slots: Int32Array
  start: number
  end: number
  weight: number
  rank: number
}

/** Runs in ascending order of their rank; their records are used again by the next question. */
interface Runs {
  readonly all: Run[]
  size: number
}

/** Nothing added yet. Weights are whole and above 0; those of one question together take no more than 31 bits. */
export function createTally(latest = LATEST, nearest = NEAREST): Tally {
  let sums = new Int32Array(64)
  let met = new Int32Array(64)
  let count = 0
  // So many of them are settled.
  let settled = 0
  const short: Runs = { all: [], size: 0 }
  const long: Runs = { all: [], size: 0 }
  const late: Runs = { all: [], size: 0 }
  const best = new Int32Array(nearest)

  const meet = ({ slots, weight }: Run, start: number, end: number): void => {
    met = withRoom(met, count + end - start)
    for (let at = start; at < end; at++) {
      const slot = slots[at]!
      const sum = sums[slot]!
      if (sum === 0) met[count++] = slot
      sums[slot] = sum + weight
    }
  }
  /** Whose kind must weigh more than is left is not met any more. */
  const meetSome = ({ slots, weight }: Run, start: number, end: number, left: number, kinds: Kinds): void => {
    met = withRoom(met, count + end - start)
    const { of, least } = kinds
    for (let at = start; at < end; at++) {
      const slot = slots[at]!
      const sum = sums[slot]!
      if (sum === 0) {
        if (least[of[slot]!]! > left) continue
        met[count++] = slot
      }
      sums[slot] = sum + weight
    }
  }
  const weighMet = ({ slots, weight }: Run, start: number, end: number): void => {
    if (SEARCH * (count - settled) < end - start) {
      for (let at = settled; at < count; at++) if (holds(slots, met[at]!, start, end)) sums[met[at]!]! += weight
    } else {
      for (let at = start; at < end; at++) {
        const sum = sums[slots[at]!]!
        if (sum > 0) sums[slots[at]!] = sum + weight
      }
    }
  }
  /** The place from which on the latest of a long list are. */
  const latestOf = ({ slots, start, end }: Run, isOpen: IsOpen): number => {
    let at = end
    for (let wanted = latest; at > start && wanted > 0; ) if (isOpen(slots[--at]!)) wanted--
    return at
  }
  /** Those met through rarer terms are weighed wherever they stand in a long list; of the others only the latest. */
  const addLong = (run: Run, left: number, isOpen: IsOpen, bar: Bar): void => {
    const from = left < bar.least ? run.end : latestOf(run, isOpen)
    weighMet(run, run.start, from)
    addRun(run, from, left, bar)
  }
  const addRun = (run: Run, from: number, left: number, { least, kinds }: Bar): void => {
    if (left < least) weighMet(run, from, run.end)
    else if (kinds === null) meet(run, from, run.end)
    else meetSome(run, from, run.end, left, kinds)
  }
  /** Those who cannot come to what they must are let go, so that few are left when the longest lists come. */
  const letGo = (left: number, { least, kinds }: Bar): void => {
    let kept = settled
    for (let at = settled; at < count; at++) {
      const slot = met[at]!
      const most = sums[slot]! + left
      if (most >= least && (kinds === null || most >= kinds.least[kinds.of[slot]!]!)) met[kept++] = slot
      else sums[slot] = 0
    }
    count = kept
  }
  /** Where a term brings as many as are wanted, nobody is admitted who weighs less than it. */
  const raised = (bar: Bar, isOpen: IsOpen): Bar => {
    if (bar.kinds !== null || bar.admits !== null) return bar
    for (let at = 0; at < short.size && short.all[at]!.weight > bar.least; at++) {
      const { slots, start, end, weight } = short.all[at]!
      let wanted = nearest
      for (let place = end; place > start && wanted > 0; ) if (isOpen(slots[--place]!)) wanted--
      if (wanted === 0) return { ...bar, least: weight }
    }
    return bar
  }
  const addAll = (isOpen: IsOpen, asked: Bar): void => {
    const bar = raised(asked, isOpen)
    let left = weightOf(short) + weightOf(long) + weightOf(late)
    for (let at = 0; at < short.size; at++) {
      const run = short.all[at]!
      addRun(run, run.start, left, bar)
      left -= run.weight
    }
    letGo(left, bar)
    for (let at = 0; at < long.size; at++) {
      addLong(long.all[at]!, left, isOpen, bar)
      left -= long.all[at]!.weight
    }
    for (let at = 0; at < late.size; at++) {
      const run = late.all[at]!
      weighMet(run, run.start, run.end)
      left -= run.weight
      letGo(left, bar)
    }
    if (late.size === 0 && long.size > 0) letGo(left, bar)
    clear(short)
    clear(long)
    clear(late)
  }
  const isNearer = (slot: number, than: number): boolean =>
    sums[slot]! > sums[than]! || (sums[slot] === sums[than] && slot > than)
  /** The best so far stand in order, the nearest first. */
  const takeBest = (isOpen: IsOpen, { admits }: Bar): number => {
    let size = 0
    for (let at = 0; at < count; at++) {
      const slot = met[at]!
      if (size === nearest && !isNearer(slot, best[size - 1]!)) continue
      if (!isOpen(slot) || (admits !== null && !admits(slot, sums[slot]!))) continue
      if (size < nearest) size++
      let place = size - 1
      for (; place > 0 && isNearer(slot, best[place - 1]!); place--) best[place] = best[place - 1]!
      best[place] = slot
    }
    return size
  }
  return {
    makeRoom: (slot) => {
      if (slot >= sums.length) sums = withRoom(sums, slot + 1)
    },
    add: (lists, id, weight) => {
      const list = lists.find(id)
      const length = lengthOf(list)
      if (length > latest) putRun(long, list, length, weight, length)
      else if (length > 0) putRun(short, list, length, weight, -weight)
    },
    addToMet: (lists, id, weight) => {
      const list = lists.find(id)
      const length = lengthOf(list)
      if (length > 0) putRun(late, list, length, weight, -weight)
    },
    settle: (isOpen, bar) => {
      addAll(isOpen, bar)
      settled = count
    },
    take: (isOpen, bar) => {
      addAll(isOpen, bar)
      const size = takeBest(isOpen, bar)
      for (let at = 0; at < count; at++) sums[met[at]!] = 0
      count = 0
      settled = 0
      return best.subarray(0, size)
    },
    bytes: () => 4 * (sums.length + met.length),
  }
}

function weightOf({ all, size }: Runs): number {
  let weight = 0
  for (let at = 0; at < size; at++) weight += all[at]!.weight
  return weight
}

const NO_SLOTS = new Int32Array(0)

/** Lets go of the slots too: lists that were outgrown since must not be kept by those who walked them. */
function clear(runs: Runs): void {
  for (let at = 0; at < runs.size; at++) runs.all[at]!.slots = NO_SLOTS
  runs.size = 0
}

function putRun(runs: Runs, list: SlotList, length: number, weight: number, rank: number): void {
  const { all } = runs
  const run = all[runs.size] ?? { slots: NO_SLOTS, start: 0, end: 0, weight, rank }
  const isWhole = list.last < 0
  run.slots = isWhole ? list.sorted : inOneColumn(list, length)
  run.start = isWhole ? list.start : 0
  run.end = isWhole ? list.end : length
  run.weight = weight
  run.rank = rank
  let place = runs.size++
  for (; place > 0 && all[place - 1]!.rank > rank; place--) all[place] = all[place - 1]!
  all[place] = run
}

function lengthOf({ start, end, before, last }: SlotList): number {
  let length = end - start
  for (let at = last; at >= 0; at = before[at]!) length++
  return length
}

/** All slots of a list, ascending. */
function inOneColumn({ sorted, start, end, late, before, last }: SlotList, length: number): Int32Array {
  const all = new Int32Array(length)
  all.set(sorted.subarray(start, end))
  for (let at = last, place = length - 1; at >= 0; at = before[at]!, place--) all[place] = late[at]!
  return all
}

/** Whether an ascending list has the slot between two places. */
function holds(slots: Int32Array, slot: number, start: number, end: number): boolean {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if (slots[middle]! < slot) low = middle + 1
    else high = middle
  }
  return low < end && slots[low] === slot
}
