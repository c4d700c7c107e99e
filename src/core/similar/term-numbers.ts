import { mix32 } from './hash.ts'

/** Small numbers for hashed terms, in the order they are first met. */
export interface TermNumbers {
  /** The number of a term, a new one where it was not met before. */
  readonly numberOf: (id: number) => number
  /** The same, but −1 for a term not met before. */
  readonly find: (id: number) => number
  /** The hashed term of a number. */
  readonly termAt: (number: number) => number
  readonly size: () => number
}

/** No term met yet. A map would do, but takes five times as long, and a window asks millions of times. */
export function createTermNumbers(): TermNumbers {
  let slots = new Int32Array(1024).fill(-1)
  let terms = new Uint32Array(512)
  let met = 0
  const slotOf = (id: number): number => {
    const mask = slots.length - 1
    let slot = mix32(id) & mask
    while (slots[slot]! >= 0 && terms[slots[slot]!] !== id) slot = (slot + 1) & mask
    return slot
  }
  const grow = (): void => {
    const before = terms
    slots = new Int32Array(2 * slots.length).fill(-1)
    terms = new Uint32Array(2 * before.length)
    terms.set(before)
    for (let number = 0; number < met; number++) slots[slotOf(before[number]!)] = number
  }
  return {
    numberOf: (id) => {
      if (met === terms.length) grow()
      const slot = slotOf(id)
      if (slots[slot]! >= 0) return slots[slot]!
      slots[slot] = met
      terms[met] = id
      return met++
    },
    find: (id) => slots[slotOf(id)]!,
    termAt: (number) => terms[number]!,
    size: () => met,
  }
}
