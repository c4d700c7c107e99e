import { mix32 } from '../similar/hash.ts'

/**
 * A number for each of many hashed terms, and one for all others: faster than a map, for the busiest lookup there is. Terms
 * and numbers stand at the same place, so that memory is asked once.
 */
export function termTable(values: Iterable<readonly [number, number]>, size: number, others: number): TermValue {
  const room = 2 ** Math.ceil(Math.log2(2 * size + 2))
  const ids = new Uint32Array(room)
  const found = new Float64Array(room).fill(Number.NaN)
  const placeOf = (id: number): number => {
    let at = mix32(id) & (room - 1)
    while (ids[at] !== id && !Number.isNaN(found[at]!)) at = (at + 1) & (room - 1)
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
