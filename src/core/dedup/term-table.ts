import { mix32 } from '../similar/hash.ts'

/** A number for each of many hashed terms, and one for all others: a third of the time a map takes, for the busiest lookup there is. */
export function termTable(values: Iterable<readonly [number, number]>, size: number, others: number): TermValue {
  let room = 16
  while (room < 2 * size) room *= 2
  const ids = new Uint32Array(room)
  // NaN stands for an empty place.
  const found = new Float64Array(room).fill(Number.NaN)
  const placeOf = (id: number): number => {
    let at = mix32(id) & (room - 1)
    while (!Number.isNaN(found[at]) && ids[at] !== id) at = (at + 1) & (room - 1)
    return at
  }
  for (const [id, value] of values) {
    const at = placeOf(id)
    ids[at] = id
    found[at] = value
  }
  return (id) => {
    const value = found[placeOf(id)]!
    return Number.isNaN(value) ? others : value
  }
}

/** What is known of a hashed term. */
export type TermValue = (id: number) => number
