import type { SlotFilter } from './candidate-threshold.ts'
import type { Run } from './posting-runs.ts'

/**
 * Score accumulators with cache blocking, for a query in which no term alone is enough. Posting lists are merged one range of slots at a time, so that the
 * sums of a range stay in the first-level cache; otherwise nearly every posting would wait for the second-level one. A slot becomes a candidate when its sum
 * reaches the minimum, which rises to the least of the nearest so far: in a large window hardly any slot of the later ranges does, so that the branch is predicted.
 */
export interface BlockedAccumulators {
  /** Adds a list. Up to `from` it only adds to slots that were in a list before. */
  readonly add: (run: Run, from: number) => void
  /** Writes the candidates that reach a minimum and are open into `best`, heaviest first, then the highest slot, as many as there is room for, and returns their number. Resets the accumulators. */
  readonly takeBest: (best: Int32Array, isOpen: SlotFilter, least: number) => number
  readonly bytes: () => number
}

/** A range has so many slots, as a power of two. */
const RANGE_BITS = 13

/** A list whose rows up to `at` are added. */
interface Cursor {
  slots: Int32Array
  at: number
  from: number
  end: number
  weight: number
}

/** No candidates. Weights are positive integers whose sum in one query fits into 31 bits. */
export function createBlockedAccumulators(rangeBits = RANGE_BITS): BlockedAccumulators {
  const range = 1 << rangeBits
  const last = range - 1
  const sums = new Int32Array(range)
  // The slots of a range whose sums reach the minimum, less the first slot of the range.
  const candidates = new Int32Array(range)
  let count = 0
  let sumsOfBest = new Int32Array(64)
  const cursors: Cursor[] = []
  let lists = 0

  /** Adds the rows of a list below a limit. */
  const addRange = (cursor: Cursor, limit: number, least: number): void => {
    const { slots, from, end, weight } = cursor
    // In variables of its own: the loops are the larger part of a search.
    const into = sums
    let { at } = cursor
    let found = count
    for (; at < from; at++) {
      const slot = slots[at]!
      if (slot >= limit) break
      const place = slot & last
      const sum = into[place]!
      // All bits of the weight, or none where the slot was in no list before.
      const more = sum + (weight & (-sum >> 31))
      into[place] = more
      if (more >= least && sum < least) candidates[found++] = place
    }
    for (; at >= from && at < end; at++) {
      const slot = slots[at]!
      if (slot >= limit) break
      const place = slot & last
      const sum = into[place]!
      const more = sum + weight
      into[place] = more
      if (more >= least && sum < least) candidates[found++] = place
    }
    cursor.at = at
    count = found
  }
  /** Inserts a candidate that is nearer than the last of the nearest so far, or for which there is room; gives how many there are then. */
  const insert = (best: Int32Array, size: number, slot: number, sum: number): number => {
    let place = Math.min(size, best.length - 1)
    for (; place > 0 && isNearer(slot, sum, best, place - 1); place--) {
      best[place] = best[place - 1]!
      sumsOfBest[place] = sumsOfBest[place - 1]!
    }
    best[place] = slot
    sumsOfBest[place] = sum
    return Math.min(size + 1, best.length)
  }
  /** Slots ascend from range to range, not within one. */
  const isNearer = (slot: number, sum: number, best: Int32Array, place: number): boolean =>
    sum > sumsOfBest[place]! || (sum === sumsOfBest[place] && slot > best[place]!)
  const keepNearest = (best: Int32Array, before: number, start: number, isOpen: SlotFilter): number => {
    let size = before
    for (let at = 0; at < count; at++) {
      const slot = start + candidates[at]!
      const sum = sums[candidates[at]!]!
      if (size === best.length && !isNearer(slot, sum, best, size - 1)) continue
      if (isOpen(slot)) size = insert(best, size, slot, sum)
    }
    count = 0
    return size
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
      const cursor = cursors[lists++]
      if (cursor === undefined) cursors.push({ slots, at: start, from, end, weight })
      else {
        cursor.slots = slots
        cursor.at = start
        cursor.from = from
        cursor.end = end
        cursor.weight = weight
      }
    },
    takeBest: (best, isOpen, least) => {
      if (sumsOfBest.length < best.length) sumsOfBest = new Int32Array(best.length)
      let size = 0
      for (let first = firstSlot(); first < Number.POSITIVE_INFINITY; first = firstSlot()) {
        const start = first & ~last
        // Of equal sums the higher slot is nearer, and all further slots are higher.
        const needed = size === best.length ? sumsOfBest[size - 1]! : least
        for (let nth = 0; nth < lists; nth++) addRange(cursors[nth]!, start + range, needed)
        size = keepNearest(best, size, start, isOpen)
        sums.fill(0)
      }
      // Lists that are replaced can be collected.
      for (let nth = 0; nth < lists; nth++) cursors[nth]!.slots = NO_SLOTS
      lists = 0
      return size
    },
    bytes: () => 8 * range,
  }
}

const NO_SLOTS = new Int32Array(0)
