/** From which slot on all slots have one value. */
export interface UniformTail {
  readonly note: (slot: number, value: number) => void
  /** The first slot from which on every noted slot has this value; infinity when the last one has another. */
  readonly from: (value: number) => number
}

/** No slots yet. They mostly come in order; a slot that comes late may shorten the tail. */
export function createUniformTail(): UniformTail {
  let last = -1
  let lastValue = -1
  let start = 0
  return {
    note: (slot, value) => {
      if (slot > last) {
        if (value !== lastValue) start = slot
        last = slot
        lastValue = value
      } else if (value !== lastValue) start = Math.max(start, slot + 1)
    },
    from: (value) => (value === lastValue ? start : Number.POSITIVE_INFINITY),
  }
}
