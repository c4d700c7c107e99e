import { withRoom } from './columns.ts'

/** Adds up a weight for each slot met while one newcomer is looked up, without clearing a column for each newcomer. */
export interface Tally {
  readonly makeRoom: (slot: number) => void
  /** Weighs every slot of an ascending list; of a long one those that other lists have too, and the latest that are open. */
  readonly add: (slots: Int32Array, weight: number, isOpen: IsOpen) => void
  /** Weighs those slots of an ascending list that were met before. */
  readonly addToMet: (slots: Int32Array, weight: number) => void
  /** The admitted slots, the nearest first and no more than are wanted. Forgets what was added. */
  readonly take: (admits: (slot: number, sum: number) => boolean) => Int32Array
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

/** Nothing added yet; weights are above 0. */
export function createTally(latest = LATEST, nearest = NEAREST): Tally {
  let sums = new Float64Array(64)
  let met = new Int32Array(64)
  let count = 0
  let long: { readonly slots: Int32Array; readonly weight: number; readonly isOpen: IsOpen }[] = []
  let late: { readonly slots: Int32Array; readonly weight: number }[] = []
  const meet = (slot: number, weight: number): void => {
    if (sums[slot] === 0) met[count++] = slot
    sums[slot]! += weight
  }
  /** Those met through rarer terms are weighed wherever they stand in a long list; of the others only the latest. */
  const addLong = (slots: Int32Array, weight: number, isOpen: IsOpen): void => {
    let start = slots.length
    for (let left = latest; start > 0 && left > 0; ) if (isOpen(slots[--start]!)) left--
    for (let at = 0; at < count; at++) {
      if (met[at]! < slots[start]! && holds(slots, met[at]!, start)) sums[met[at]!]! += weight
    }
    for (let at = start; at < slots.length; at++) meet(slots[at]!, weight)
  }
  const addLate = (slots: Int32Array, weight: number): void => {
    if (SEARCH * count < slots.length) {
      for (let at = 0; at < count; at++) if (holds(slots, met[at]!, slots.length)) sums[met[at]!]! += weight
    } else for (let at = 0; at < slots.length; at++) if (sums[slots[at]!]! > 0) sums[slots[at]!]! += weight
  }
  return {
    makeRoom: (slot) => {
      sums = withRoom(sums, slot + 1)
      met = withRoom(met, slot + 1)
    },
    add: (slots, weight, isOpen) => {
      if (slots.length > latest) long.push({ slots, weight, isOpen })
      else for (let at = 0; at < slots.length; at++) meet(slots[at]!, weight)
    },
    addToMet: (slots, weight) => late.push({ slots: slots.length === 1 ? slots.slice() : slots, weight }),
    take: (admits) => {
      for (const { slots, weight, isOpen } of long.sort((a, b) => a.slots.length - b.slots.length))
        addLong(slots, weight, isOpen)
      for (const { slots, weight } of late) addLate(slots, weight)
      long = []
      late = []
      const best = new Int32Array(Math.min(nearest, count))
      let size = 0
      for (let at = 0; at < count; at++) {
        const slot = met[at]!
        if (!isNearer(slot, size < nearest ? -1 : best[size - 1]!) || !admits(slot, sums[slot]!)) continue
        let place = size
        while (place > 0 && isNearer(slot, best[place - 1]!)) place--
        if (size < nearest) size++
        best.copyWithin(place + 1, place, size - 1)
        best[place] = slot
      }
      for (let at = 0; at < count; at++) sums[met[at]!] = 0
      count = 0
      return best.subarray(0, size)
    },
  }

  function isNearer(slot: number, than: number): boolean {
    return than === -1 || sums[slot]! > sums[than]! || (sums[slot] === sums[than] && slot > than)
  }
}

/** Whether an ascending list has the slot before a place. */
function holds(slots: Int32Array, slot: number, before: number): boolean {
  let [low, high] = [0, before]
  while (low < high) {
    const middle = (low + high) >> 1
    if (slots[middle]! < slot) low = middle + 1
    else high = middle
  }
  return low < before && slots[low] === slot
}
