import { mix32 } from '../../similar/hash.ts'
import { ensureCapacity } from '../containers/growing-column.ts'

/** Consecutive numbers for hashed terms, as signed 32-bit numbers, in the order of first use. */
export interface TermDictionary {
  /** The number of a term; a new term gets the next number. */
  readonly numberOf: (id: number) => number
  /** The number of a term; −1 for one that has none. */
  readonly find: (id: number) => number
  /** The hashed term of a number, unsigned. */
  readonly termAt: (number: number) => number
  readonly bytes: () => number
}

/**
 * An empty dictionary: a hash table with open addressing, at most two thirds full. Term and number lie side by side, so that a look-up in a large
 * dictionary waits for the memory once; `createTermNumbers`, which is for few terms that are dropped again, waits twice.
 */
export function createTermDictionary(): TermDictionary {
  // Pairs of a term and its number plus one; 0 for none.
  let cells = new Int32Array(2 * 1024)
  let terms = new Int32Array(512)
  let count = 0
  const cellOf = (id: number): number => {
    const last = cells.length - 1
    let at = (mix32(id) << 1) & last
    // An empty cell holds the term 0: where that is looked for, the cell is as good as a new one.
    while (cells[at] !== id && cells[at + 1] !== 0) at = (at + 2) & last
    return at
  }
  const grow = (): void => {
    cells = new Int32Array(2 * cells.length)
    for (let number = 0; number < count; number++) {
      const at = cellOf(terms[number]!)
      cells[at] = terms[number]!
      cells[at + 1] = number + 1
    }
  }
  return {
    numberOf: (id) => {
      let at = cellOf(id)
      if (cells[at + 1] !== 0) return cells[at + 1]! - 1
      if (3 * count > cells.length) {
        grow()
        at = cellOf(id)
      }
      terms = ensureCapacity(terms, count + 1)
      terms[count] = id
      cells[at] = id
      cells[at + 1] = ++count
      return count - 1
    },
    find: (id) => cells[cellOf(id) + 1]! - 1,
    termAt: (number) => terms[number]! >>> 0,
    bytes: () => 4 * (cells.length + terms.length),
  }
}
