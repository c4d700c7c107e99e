import type { SlotFilter, Threshold } from './candidate-threshold.ts'
import type { NearestSlots } from './nearest-slots.ts'
import type { Run } from './posting-runs.ts'

/**
 * Score accumulators with cache blocking. Posting lists are merged one range of slots at a time, so that the sums of a range stay in the first-level cache; otherwise
 * nearly every posting would wait for the second-level one. A slot becomes a candidate when its sum reaches the minimum, which rises to the least of the nearest so far:
 * where many slots share terms hardly any slot of the later ranges does, so that the branch is predicted.
 */
export interface BlockedAccumulators {
  /** Adds a list. Up to `from` it only adds to slots that were in a list before. A sum of lists with one minimum that does not reach it is no candidate. */
  readonly add: (run: Run, from: number, least: number) => void
  /** Adds the candidates that are open and admitted to the nearest. Resets the accumulators. */
  readonly take: (isOpen: SlotFilter, limits: Limits) => void
  readonly bytes: () => number
}

/** What a candidate must reach besides the minimum of its lists. */
type Limits = Pick<Threshold, 'classes' | 'admits'>

/** A range has so many slots, as a power of two. */
const RANGE_BITS = 13

/** A list whose rows up to `at` are added. */
interface Cursor {
  slots: Int32Array
  at: number
  from: number
  end: number
  weight: number
  least: number
}

/** No candidates. Weights are positive integers whose sum in one query fits into 31 bits. */
export function createBlockedAccumulators(nearest: NearestSlots, rangeBits = RANGE_BITS): BlockedAccumulators {
  const range = 1 << rangeBits
  const last = range - 1
  const sums = new Int32Array(range)
  // The slots of a range whose sums reach the minimum, less the first slot of the range.
  const candidates = new Int32Array(range)
  let count = 0
  const cursors: Cursor[] = []
  let lists = 0

  /** Adds the rows of a list that are in a range. */
  const addRange = (cursor: Cursor, start: number, least: number): void => {
    const { slots, from, end, weight } = cursor
    const limit = start + range
    // In variables of its own: the loops are the larger part of a search.
    const into = sums
    let found = count
    let at = cursor.at < from && slots[cursor.at]! < start ? firstFrom(slots, start, cursor.at, from) : cursor.at
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
  const keepNearest = (start: number, isOpen: SlotFilter, { classes, admits }: Limits): void => {
    const { openFrom = Number.POSITIVE_INFINITY } = isOpen
    for (let at = 0; at < count; at++) {
      const slot = start + candidates[at]!
      const sum = sums[candidates[at]!]!
      // Slots ascend from range to range, not within one.
      if (!nearest.isNear(slot, sum)) continue
      if (classes !== null && sum < classes.least[classes.of[slot]!]!) continue
      if ((slot >= openFrom || isOpen(slot)) && (admits === null || admits(slot, sum))) nearest.insert(slot, sum)
    }
    count = 0
  }
  /** The lowest slot that may become a candidate. Ranges without one are passed. */
  const firstSlot = (): number => {
    let first = Number.POSITIVE_INFINITY
    for (let nth = 0; nth < lists; nth++) {
      const { slots, at, from, end } = cursors[nth]!
      const next = Math.max(at, from)
      if (next < end) first = Math.min(first, slots[next]!)
    }
    return first
  }
  return {
    add: ({ slots, start, end, weight }, from, least) => {
      const cursor = cursors[lists++]
      if (cursor === undefined) cursors.push({ slots, at: start, from, end, weight, least: Math.max(1, least) })
      else {
        cursor.slots = slots
        cursor.at = start
        cursor.from = from
        cursor.end = end
        cursor.weight = weight
        cursor.least = Math.max(1, least)
      }
    },
    take: (isOpen, limits) => {
      for (let first = firstSlot(); first < Number.POSITIVE_INFINITY; first = firstSlot()) {
        const start = first & ~last
        const least = nearest.least()
        for (let nth = 0; nth < lists; nth++) {
          const cursor = cursors[nth]!
          addRange(cursor, start, Math.max(least, cursor.least))
        }
        keepNearest(start, isOpen, limits)
        sums.fill(0)
      }
      // Lists that are replaced can be collected.
      for (let nth = 0; nth < lists; nth++) cursors[nth]!.slots = NO_SLOTS
      lists = 0
    },
    bytes: () => 8 * range,
  }
}

/** Binary search: the first row between two whose slot is not below another. */
function firstFrom(slots: Int32Array, slot: number, from: number, to: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    if (slots[middle]! < slot) low = middle + 1
    else high = middle
  }
  return low
}

const NO_SLOTS = new Int32Array(0)
