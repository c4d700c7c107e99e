import { mix32 } from '../../similar/hash.ts'

/**
 * A number for each of many hashed terms, and one for all others: faster than a map, for the busiest lookup there is. A term
 * and its number stand side by side, so that memory is asked once; where nobody stands is the number of all others.
 */
export function termTable(values: Iterable<readonly [number, number]>, size: number, others: number): TermValue {
  const room = 2 ** Math.ceil(Math.log2(2 * size + 2))
  const cells = new Float64Array(2 * room)
  for (let at = 0; at < cells.length; at += 2) {
    cells[at] = NOBODY
    cells[at + 1] = others
  }
  const last = cells.length - 1
  const placeOf = (id: number): number => {
    let at = (mix32(id) << 1) & last
    while (cells[at] !== id && cells[at] !== NOBODY) at = (at + 2) & last
    return at
  }
  for (const [id, value] of values) {
    const at = placeOf(id)
    cells[at] = id
    cells[at + 1] = value
  }
  return (id) => cells[placeOf(id) + 1]!
}

const NOBODY = -1

/** What is known of a hashed term. */
export type TermValue = (id: number) => number
