/** The top k slots by their sums, of equal ones the highest slot first: a sorted list with room for k. */
export interface NearestSlots {
  /** Whether a slot would be among them. */
  readonly isNear: (slot: number, sum: number) => boolean
  /** Adds a slot that would be; the last one falls out where there is no room. */
  readonly insert: (slot: number, sum: number) => void
  /** A slot with a smaller sum cannot be among them. */
  readonly least: () => number
  readonly size: () => number
  readonly clear: () => void
}

/** No slots yet; they are written into a column that the caller reads. */
export function createNearestSlots(slots: Int32Array): NearestSlots {
  const most = slots.length
  const sums = new Int32Array(most)
  let size = 0
  const isBefore = (slot: number, sum: number, place: number): boolean =>
    sum > sums[place]! || (sum === sums[place] && slot > slots[place]!)
  return {
    isNear: (slot, sum) => size < most || isBefore(slot, sum, most - 1),
    insert: (slot, sum) => {
      let place = Math.min(size, most - 1)
      for (; place > 0 && isBefore(slot, sum, place - 1); place--) {
        slots[place] = slots[place - 1]!
        sums[place] = sums[place - 1]!
      }
      slots[place] = slot
      sums[place] = sum
      size = Math.min(size + 1, most)
    },
    least: () => (size < most ? 0 : sums[most - 1]!),
    size: () => size,
    clear: () => {
      size = 0
    },
  }
}
