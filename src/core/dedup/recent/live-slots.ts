import { ensureCapacity } from '../containers/growing-column.ts'
import type { SlotFilter } from './candidate-threshold.ts'

/** Which slots of a window are in use, and which of them were published near a time. */
export interface LiveSlots {
  readonly put: (slot: number, published: number | null) => void
  readonly drop: (slot: number) => void
  readonly isAlive: (slot: number) => boolean
  readonly publishedAt: (slot: number) => number | null
  /** A filter for slots in use within some time of an instant; a slot without a date passes. Valid until the next call. */
  readonly within: (published: number | null, reachMs: number) => SlotFilter
  readonly bytes: () => number
}

/** Slots are grouped in blocks of 256. Neighbours were polled together, so that for most blocks one test answers for all slots. */
const BLOCK_BITS = 8
const NOT_ASKED = 0
const ALL = 1
const SOME = 2

/** No slots yet. */
export function createLiveSlots(): LiveSlots {
  // NaN: no date.
  let published = new Float64Array(64)
  let dropped = new Uint8Array(64)
  // One element per block.
  let earliest = new Float64Array(16)
  let latest = new Float64Array(16)
  let droppedIn = new Uint16Array(16)
  let answers = new Uint8Array(16)
  let blocks = 0

  const isAlive = (slot: number): boolean => dropped[slot] !== 1
  const addBlock = (): void => {
    earliest = ensureCapacity(earliest, blocks + 1)
    latest = ensureCapacity(latest, blocks + 1)
    droppedIn = ensureCapacity(droppedIn, blocks + 1)
    answers = ensureCapacity(answers, blocks + 1)
    earliest[blocks] = Number.POSITIVE_INFINITY
    latest[blocks++] = Number.NEGATIVE_INFINITY
  }
  return {
    put: (slot, at) => {
      published = ensureCapacity(published, slot + 1)
      dropped = ensureCapacity(dropped, slot + 1)
      const block = slot >> BLOCK_BITS
      while (block >= blocks) addBlock()
      published[slot] = at ?? Number.NaN
      if (at === null) return
      earliest[block] = Math.min(earliest[block]!, at)
      latest[block] = Math.max(latest[block]!, at)
    },
    drop: (slot) => {
      if (dropped[slot] === 1) return
      dropped[slot] = 1
      droppedIn[slot >> BLOCK_BITS]!++
    },
    isAlive,
    publishedAt: (slot) => (Number.isNaN(published[slot]!) ? null : published[slot]!),
    within: (at, reachMs) => {
      if (at === null) return isAlive
      answers.fill(NOT_ASKED)
      const answerFor = (block: number): number =>
        droppedIn[block] === 0 && !(at - earliest[block]! > reachMs) && !(latest[block]! - at > reachMs) ? ALL : SOME
      let openFrom = blocks
      while (openFrom > 0 && answerFor(openFrom - 1) === ALL) openFrom--
      const isOpen = (slot: number): boolean => {
        const block = slot >> BLOCK_BITS
        if (answers[block] === NOT_ASKED) answers[block] = answerFor(block)
        return answers[block] === ALL || (dropped[slot] === 0 && !(Math.abs(published[slot]! - at) > reachMs))
      }
      return Object.assign(isOpen, { openFrom: openFrom << BLOCK_BITS })
    },
    bytes: () => 9 * published.length + 19 * earliest.length,
  }
}
