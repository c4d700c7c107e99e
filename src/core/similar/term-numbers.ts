import { mix32 } from './hash.ts'

/** Consecutive numbers for hashed terms, in the order of first use. */
export interface TermNumbers {
  /** The number of a term; a new term gets the next number. */
  readonly numberOf: (id: number) => number
  /** The number of a term; −1 for a term without one. */
  readonly find: (id: number) => number
  /** The hashed term of a number. */
  readonly termAt: (number: number) => number
  readonly size: () => number
}

/** An empty hash table with open addressing. A Map takes five times as long, and a window looks up millions of terms. */
export function createTermNumbers(): TermNumbers {
  let slots = new Int32Array(1024).fill(-1)
  let terms = new Uint32Array(512)
  let count = 0
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
    for (let number = 0; number < count; number++) slots[slotOf(before[number]!)] = number
  }
  return {
    numberOf: (id) => {
      if (count === terms.length) grow()
      const slot = slotOf(id)
      if (slots[slot]! >= 0) return slots[slot]!
      slots[slot] = count
      terms[count] = id
      return count++
    },
    find: (id) => slots[slotOf(id)]!,
    termAt: (number) => terms[number]!,
    size: () => count,
  }
}
