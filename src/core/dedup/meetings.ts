import { withRoom } from './columns.ts'

/** Counts how often each slot is met while one newcomer is looked up, without clearing a column for each newcomer. */
export interface Meetings {
  readonly meet: (slot: number) => void
  /** The slots met and how often, in the order of first meeting; forgets them. */
  readonly take: (visit: (slot: number, times: number) => void) => void
}

/** Nobody met yet. */
export function createMeetings(): Meetings {
  let times = new Uint8Array(64)
  let met: number[] = []
  return {
    meet: (slot) => {
      times = withRoom(times, slot + 1)
      if (times[slot] === 0) met.push(slot)
      if (times[slot]! < 255) times[slot]!++
    },
    take: (visit) => {
      const list = met
      met = []
      for (const slot of list) {
        const count = times[slot]!
        times[slot] = 0
        visit(slot, count)
      }
    },
  }
}

/** Adds up a weight for each slot met, in the same way. */
export interface Sums {
  readonly add: (slot: number, weight: number) => void
  readonly take: (visit: (slot: number, sum: number) => void) => void
}

/** Nothing added yet; weights are above 0. */
export function createSums(): Sums {
  let sums = new Float64Array(64)
  let met: number[] = []
  return {
    add: (slot, weight) => {
      sums = withRoom(sums, slot + 1)
      if (sums[slot] === 0) met.push(slot)
      sums[slot]! += weight
    },
    take: (visit) => {
      const list = met
      met = []
      for (const slot of list) {
        const sum = sums[slot]!
        sums[slot] = 0
        visit(slot, sum)
      }
    },
  }
}
