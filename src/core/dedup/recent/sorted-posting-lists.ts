import type { Pairs } from '../containers/radix-sort.ts'

/**
 * Immutable posting lists in six bytes per row, in the manner of compressed sparse rows: rows ascend by term and slot, `starts`
 * is indexed by the high 16 bits of a term, and a row holds the low 16 bits and the slot.
 */
export interface SortedPostingLists {
  /** The first row of each leading half; the last element is the number of rows. */
  readonly starts: Uint32Array
  readonly lows: Uint16Array
  readonly slots: Int32Array
}

const HALVES = 1 << 16

/** No rows. */
export const NO_LISTS: SortedPostingLists = {
  starts: new Uint32Array(HALVES + 1),
  lows: new Uint16Array(0),
  slots: new Int32Array(0),
}

/** Lower bound: the first row not before a term; the term's rows begin there if it has any. */
export function startOf({ starts, lows }: SortedPostingLists, id: number): number {
  return firstFrom(lows, id & 0xffff, starts[id >>> 16]!, starts[(id >>> 16) + 1]!)
}

/** The row behind a term's last, given where its rows begin. */
export function endOf({ starts, lows }: SortedPostingLists, id: number, start: number): number {
  const low = id & 0xffff
  const end = starts[(id >>> 16) + 1]!
  if (start === end || lows[start] !== low) return start
  // Most lists are short.
  let near = start + 1
  while (near < end && near < start + 4 && lows[near] === low) near++
  return near < end && lows[near] === low ? firstFrom(lows, low + 1, near, end) : near
}

function firstFrom(lows: Uint16Array, low: number, start: number, end: number): number {
  let [from, to] = [start, end]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (lows[middle]! < low) from = middle + 1
    else to = middle
  }
  return from
}

/** Merges in more rows, which must be sorted by term and slot. */
export function mergeLists({ starts, lows, slots }: SortedPostingLists, { keys, values }: Pairs): SortedPostingLists {
  const size = slots.length + keys.length
  const newStarts = new Uint32Array(HALVES + 1)
  const newLows = new Uint16Array(size)
  const newSlots = new Int32Array(size)
  let [at, old, more] = [0, 0, 0]
  for (let half = 0; half < HALVES; half++) {
    const end = starts[half + 1]!
    while (more < keys.length && keys[more]! >>> 16 === half) {
      const low = keys[more]! & 0xffff
      const slot = values[more++]!
      while (old < end && (lows[old]! < low || (lows[old] === low && slots[old]! < slot))) {
        newLows[at] = lows[old]!
        newSlots[at++] = slots[old++]!
      }
      newLows[at] = low
      newSlots[at++] = slot
    }
    while (old < end) {
      newLows[at] = lows[old]!
      newSlots[at++] = slots[old++]!
    }
    newStarts[half + 1] = at
  }
  return { starts: newStarts, lows: newLows, slots: newSlots }
}

/** Memory of the rows and the directory. */
export function bytesOfLists(lists: SortedPostingLists): number {
  if (lists === NO_LISTS) return 0
  return 4 * lists.starts.length + 2 * lists.lows.length + 4 * lists.slots.length
}
