import { withRoom } from './columns.ts'
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
  /**
   * The admitted slots, no more than the nearest that are wanted; good until the next question. Forgets what was added.
   * None is admitted that weighs less than `least`.
   */
  readonly take: (isOpen: IsOpen, admits: (slot: number, sum: number) => boolean, least?: number) => Int32Array
  readonly bytes: () => number
}

/** Whether a slot may be compared with the newcomer at all. */
export type IsOpen = (slot: number) => boolean

/**
 * A term that thousands carry says little, so of those who share nothing else only the latest are met. What one newcomer
 * costs is bounded by this, however large the window is and however alike its articles are.
 */
export const LATEST = 1_000
/** So many of the nearest are compared: of a thousand headlines made from one frame a newcomer need not meet all. */
export const NEAREST = 32
/** Steps to find one slot in a list, as many as walking over so many slots. */
const SEARCH = 8

interface Deferred {
  readonly lists: SlotLists
  readonly id: number
  readonly weight: number
  readonly length: number
}

/** Nothing added yet; weights are above 0. */
export function createTally(latest = LATEST, nearest = NEAREST): Tally {
  let sums = new Float64Array(64)
  let met = new Int32Array(64)
  let count = 0
  const long: Deferred[] = []
  const late: Deferred[] = []
  const best = new Int32Array(nearest)

  const meet = (slot: number, weight: number): void => {
    const sum = sums[slot]!
    if (sum === 0) {
      if (count === met.length) met = withRoom(met, count + 1)
      met[count++] = slot
    }
    sums[slot] = sum + weight
  }
  const addShort = ({ sorted, start, end, late: added, before, last }: SlotList, weight: number): void => {
    for (let at = start; at < end; at++) meet(sorted[at]!, weight)
    for (let at = last; at >= 0; at = before[at]!) meet(added[at]!, weight)
  }
  /** Those met through rarer terms are weighed wherever they stand in a long list; of the others only the latest. */
  const addLong = (slots: Int32Array, weight: number, isOpen: IsOpen): void => {
    let start = slots.length
    for (let left = latest; start > 0 && left > 0; ) if (isOpen(slots[--start]!)) left--
    const first = slots[start]!
    for (let at = 0; at < count; at++) {
      if (met[at]! < first && holds(slots, met[at]!, 0, start)) sums[met[at]!]! += weight
    }
    for (let at = start; at < slots.length; at++) meet(slots[at]!, weight)
  }
  const addLate = ({ sorted, start, end, late: added, before, last }: SlotList, weight: number): void => {
    if (SEARCH * count < end - start) {
      for (let at = 0; at < count; at++) if (holds(sorted, met[at]!, start, end)) sums[met[at]!]! += weight
    } else {
      for (let at = start; at < end; at++) if (sums[sorted[at]!]! > 0) sums[sorted[at]!]! += weight
    }
    for (let at = last; at >= 0; at = before[at]!) if (sums[added[at]!]! > 0) sums[added[at]!]! += weight
  }
  /** Those who cannot come to the least any more are let go, so that few are left when the longest lists come. */
  const addAllLate = (least: number): void => {
    let left = 0
    for (const { weight } of late) left += weight
    for (const { lists, id, weight } of late.sort((a, b) => b.weight - a.weight)) {
      addLate(lists.find(id), weight)
      left -= weight
      if (least > 0) letGo(least - left)
    }
    late.length = 0
  }
  const letGo = (least: number): void => {
    let kept = 0
    for (let at = 0; at < count; at++) {
      const slot = met[at]!
      if (sums[slot]! >= least) met[kept++] = slot
      else sums[slot] = 0
    }
    count = kept
  }
  const isNearer = (slot: number, than: number): boolean =>
    sums[slot]! > sums[than]! || (sums[slot] === sums[than] && slot > than)
  /** The best so far stand in order, the nearest first. */
  const takeBest = (isOpen: IsOpen, admits: (slot: number, sum: number) => boolean): number => {
    let size = 0
    for (let at = 0; at < count; at++) {
      const slot = met[at]!
      if (size === nearest && !isNearer(slot, best[size - 1]!)) continue
      if (!admits(slot, sums[slot]!) || !isOpen(slot)) continue
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
      if (length > latest) long.push({ lists, id, weight, length })
      else addShort(list, weight)
    },
    addToMet: (lists, id, weight) => {
      late.push({ lists, id, weight, length: 0 })
    },
    take: (isOpen, admits, least = 0) => {
      if (long.length > 0) {
        for (const { lists, id, weight } of long.sort((a, b) => a.length - b.length))
          addLong(inOneColumn(lists.find(id)), weight, isOpen)
        long.length = 0
      }
      addAllLate(least)
      const size = takeBest(isOpen, admits)
      for (let at = 0; at < count; at++) sums[met[at]!] = 0
      count = 0
      return best.subarray(0, size)
    },
    bytes: () => 8 * sums.length + 4 * met.length,
  }
}

function lengthOf({ start, end, before, last }: SlotList): number {
  let length = end - start
  for (let at = last; at >= 0; at = before[at]!) length++
  return length
}

/** All slots of a list, ascending. */
function inOneColumn(list: SlotList): Int32Array {
  const { sorted, start, end, late, before, last } = list
  if (last < 0) return sorted.subarray(start, end)
  const all = new Int32Array(lengthOf(list))
  all.set(sorted.subarray(start, end))
  for (let at = last, place = all.length - 1; at >= 0; at = before[at]!, place--) all[place] = late[at]!
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
