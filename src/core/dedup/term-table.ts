import { createTermNumbers } from '../similar/term-numbers.ts'

/** A number for each of many hashed terms, and one for all others: faster than a map, for the busiest lookup there is. */
export function termTable(values: Iterable<readonly [number, number]>, size: number, others: number): TermValue {
  const numbers = createTermNumbers()
  const found = new Float64Array(size)
  for (const [id, value] of values) found[numbers.numberOf(id)] = value
  return (id) => {
    const number = numbers.find(id)
    return number < 0 ? others : found[number]!
  }
}

/** What is known of a hashed term. */
export type TermValue = (id: number) => number
