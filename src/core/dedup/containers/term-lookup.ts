import type { SparseVector } from '../../similar/vectors.ts'

/**
 * The terms of one vector laid out so that many others can be looked up: in the slot a term's hash leads to is one more
 * than its place among `ids`, or in one of the slots behind; 0 ends the search.
 */
export interface LaidTerms {
  slots: Int32Array
  ids: Uint32Array
}

/** So much room for each term, and never less: most that is asked for is not there, and should find an empty slot at once. */
const ROOM = 16
const LEAST_ROOM = 4096

/** Nothing laid out yet. */
export function emptyLaidTerms(): LaidTerms {
  return { slots: new Int32Array(LEAST_ROOM), ids: new Uint32Array(0) }
}

/** Lays out the terms that weigh anything, in the place of those before. */
export function layTerms(laid: LaidTerms, { ids, weights }: SparseVector): void {
  const room = ROOM * ids.length
  if (laid.slots.length < room) laid.slots = new Int32Array(2 ** Math.ceil(Math.log2(room)))
  else laid.slots.fill(0)
  laid.ids = ids
  const { slots } = laid
  const mask = slots.length - 1
  for (let at = 0; at < ids.length; at++) {
    if (weights[at] === 0) continue
    let slot = ids[at]! & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = at + 1
  }
}

/** The place of a term among those laid out; -1 for any other. */
export function placeOf({ slots, ids }: LaidTerms, id: number): number {
  const mask = slots.length - 1
  let slot = id & mask
  while (slots[slot] !== 0 && ids[slots[slot]! - 1] !== id) slot = (slot + 1) & mask
  return slots[slot]! - 1
}
