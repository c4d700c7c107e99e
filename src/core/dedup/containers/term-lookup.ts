import type { SparseVector } from '../../similar/vectors.ts'

/**
 * Reusable hash table (open addressing, linear probing) from the terms of one vector to their indexes: one article's terms are
 * put in, and those of many others are looked up. A slot holds an index into `ids` plus one; 0 is empty. Unlike `term-table`
 * it is refilled for every article, so that nothing is allocated.
 */
export interface TermLookup {
  slots: Int32Array
  ids: Uint32Array
}

/** Slots per term, and the least number of slots: most lookups miss, so the table is kept sparse. */
const SLOTS_PER_TERM = 16
const LEAST_SLOTS = 4096

/** An empty table. */
export function createTermLookup(): TermLookup {
  return { slots: new Int32Array(LEAST_SLOTS), ids: new Uint32Array(0) }
}

/** Puts in the terms with a weight, in place of those before. */
export function fillTermLookup(lookup: TermLookup, { ids, weights }: SparseVector): void {
  const needed = SLOTS_PER_TERM * ids.length
  if (lookup.slots.length < needed) lookup.slots = new Int32Array(2 ** Math.ceil(Math.log2(needed)))
  else lookup.slots.fill(0)
  lookup.ids = ids
  const { slots } = lookup
  const mask = slots.length - 1
  for (let at = 0; at < ids.length; at++) {
    if (weights[at] === 0) continue
    let slot = ids[at]! & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = at + 1
  }
}

/** The index of a term; -1 when it is not in the table. */
export function indexOfTerm({ slots, ids }: TermLookup, id: number): number {
  const mask = slots.length - 1
  let slot = id & mask
  while (slots[slot] !== 0 && ids[slots[slot]! - 1] !== id) slot = (slot + 1) & mask
  return slots[slot]! - 1
}
