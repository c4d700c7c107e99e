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
  /** Memory of the table. */
  readonly bytes: () => number
  /** Drops all terms; the memory is kept for those that follow. */
  readonly clear: () => void
}

/**
 * An empty hash table with open addressing, with room for so many terms before it grows. It counts a window's terms and
 * those of a print, and finds the terms two articles share: two to four times as fast as a `Map`, which allocates for each
 * (`npm run bench -- hash-tables`, 16 November 2026).
 */
export function createTermNumbers(room = 512): TermNumbers {
  let slots = new Int32Array(2 * room).fill(-1)
  // Signed: a hash above 2^31 would be allocated on the heap wherever it is passed on.
  let terms = new Int32Array(room)
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
    terms = new Int32Array(2 * before.length)
    terms.set(before)
    for (let number = 0; number < count; number++) slots[slotOf(before[number]!)] = number
  }
  return {
    numberOf: (id) => {
      if (count === terms.length) grow()
      const slot = slotOf(id | 0)
      if (slots[slot]! >= 0) return slots[slot]!
      slots[slot] = count
      terms[count] = id
      return count++
    },
    find: (id) => slots[slotOf(id | 0)]!,
    termAt: (number) => terms[number]! >>> 0,
    size: () => count,
    bytes: () => 4 * (slots.length + terms.length),
    clear: () => {
      slots.fill(-1)
      count = 0
    },
  }
}
