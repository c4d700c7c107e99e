/** Small numbers for terms, in the order they are first met. */
export interface TermNumbers {
  /** The number of a term, a new one where it was not met before. */
  readonly numberOf: (id: number) => number
  readonly size: () => number
}

const LEAST_SLOTS = 1 << 12

/**
 * Numbers terms of 32 bits. A table of the language would do, but it keeps such terms as objects and takes five times as
 * long, and a window asks some millions of times.
 */
export function termNumbers(): TermNumbers {
  let slots = new Int32Array(LEAST_SLOTS).fill(-1)
  let terms = new Uint32Array(LEAST_SLOTS >> 1)
  let met = 0
  const slotOf = (id: number): number => {
    const mask = slots.length - 1
    let slot = id & mask
    while (slots[slot]! >= 0 && terms[slots[slot]!] !== id) slot = (slot + 1) & mask
    return slot
  }
  const grow = (): void => {
    const before = terms
    slots = new Int32Array(2 * slots.length).fill(-1)
    terms = new Uint32Array(slots.length >> 1)
    terms.set(before)
    for (let number = 0; number < met; number++) slots[slotOf(before[number]!)] = number
  }
  const numberOf = (id: number): number => {
    const slot = slotOf(id)
    if (slots[slot]! >= 0) return slots[slot]!
    slots[slot] = met
    terms[met++] = id
    if (met === terms.length) grow()
    return met - 1
  }
  return { numberOf, size: () => met }
}
