import type { PrintTerms } from '../../domain/print.ts'
import { createTermNumbers } from '../../similar/term-numbers.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { sortHashes } from '../containers/sort-hashes.ts'

/** Counts how often each term of a print occurs. */
export interface TermCounter {
  /** Adds to how often a term occurs. */
  readonly add: (id: number, times: number) => void
  /** Sets flags of a term, if it occurs at all. */
  readonly flag: (id: number, flags: number) => void
  /** The counted terms; the counter is empty afterwards. */
  readonly done: (bodyTerms: number) => PrintTerms
}

/** One counter is reused for one print after another: allocating a table for each would be most of the work. */
export function createTermCounter(): TermCounter {
  const terms = createTermNumbers(1024)
  let counts = new Uint8Array(1024)
  let flags = new Uint8Array(1024)
  return {
    add: (id, times) => {
      const size = terms.size()
      const number = terms.numberOf(id)
      if (number === size) {
        counts = ensureCapacity(counts, size + 1)
        flags = ensureCapacity(flags, size + 1)
        counts[number] = 0
        flags[number] = 0
      }
      counts[number] = Math.min(255, counts[number]! + times)
    },
    flag: (id, bits) => {
      const number = terms.find(id)
      if (number >= 0) flags[number]! |= bits
    },
    done: (bodyTerms) => {
      const size = terms.size()
      const result = emptyTerms(size, bodyTerms)
      for (let number = 0; number < size; number++) result.ids[number] = terms.termAt(number)
      sortHashes(result.ids)
      for (let at = 0; at < size; at++) {
        const number = terms.find(result.ids[at]!)
        result.counts[at] = counts[number]!
        result.flags[at] = flags[number]!
      }
      terms.clear()
      return result
    },
  }
}

/** Three columns in one buffer: an allocation for each would be most of the work. */
function emptyTerms(size: number, bodyTerms: number): PrintTerms {
  const memory = new ArrayBuffer(6 * size)
  const bytesFrom = (column: number): Uint8Array => new Uint8Array(memory, column * size, size)
  const ids = new Uint32Array(memory, 0, size)
  return { ids, counts: bytesFrom(4), flags: bytesFrom(5), bodyTerms }
}
