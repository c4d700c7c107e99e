import { withRoom } from '../containers/growing-column.ts'
import type { IsOpen } from './candidate-counter.ts'

/** Which slots of a window are alive, and which of them were published near a time. */
export interface OpenSlots {
  readonly put: (slot: number, published: number | null) => void
  readonly drop: (slot: number) => void
  readonly isAlive: (slot: number) => boolean
  /** Whether a slot is alive and so near; no date is near to all. Good until the next question. */
  readonly within: (published: number | null, reachMs: number) => IsOpen
  readonly bytes: () => number
}

/** Slots side by side came together, so that one look tells of most runs of them that all are open. */
const RUN_BITS = 8
const UNKNOWN = 0
const ALL = 1
const SOME = 2

/** No slots yet. */
export function createOpenSlots(): OpenSlots {
  // NaN stands for no date.
  let published = new Float64Array(64)
  let dead = new Uint8Array(64)
  // Of each run.
  let earliest = new Float64Array(16)
  let latest = new Float64Array(16)
  let deadIn = new Uint16Array(16)
  let told = new Uint8Array(16)
  let runs = 0

  const isAlive = (slot: number): boolean => dead[slot] !== 1
  const makeRun = (): void => {
    earliest = withRoom(earliest, runs + 1)
    latest = withRoom(latest, runs + 1)
    deadIn = withRoom(deadIn, runs + 1)
    told = withRoom(told, runs + 1)
    earliest[runs] = Number.POSITIVE_INFINITY
    latest[runs++] = Number.NEGATIVE_INFINITY
  }
  return {
    put: (slot, at) => {
      published = withRoom(published, slot + 1)
      dead = withRoom(dead, slot + 1)
      const run = slot >> RUN_BITS
      while (run >= runs) makeRun()
      published[slot] = at ?? Number.NaN
      if (at === null) return
      earliest[run] = Math.min(earliest[run]!, at)
      latest[run] = Math.max(latest[run]!, at)
    },
    drop: (slot) => {
      if (dead[slot] === 1) return
      dead[slot] = 1
      deadIn[slot >> RUN_BITS]!++
    },
    isAlive,
    within: (at, reachMs) => {
      if (at === null) return isAlive
      told.fill(UNKNOWN)
      const tell = (run: number): number =>
        deadIn[run] === 0 && !(at - earliest[run]! > reachMs) && !(latest[run]! - at > reachMs) ? ALL : SOME
      return (slot) => {
        const run = slot >> RUN_BITS
        if (told[run] === UNKNOWN) told[run] = tell(run)
        return told[run] === ALL || (dead[slot] === 0 && !(Math.abs(published[slot]! - at) > reachMs))
      }
    },
    bytes: () => 9 * published.length + 19 * earliest.length,
  }
}
