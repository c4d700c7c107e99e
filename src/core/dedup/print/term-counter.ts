import type { PrintTerms } from '../../domain/print.ts'
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

/** A hash table (open addressing) that is reused for one print after another: allocating one for each would be most of the work. */
export function createTermCounter(): TermCounter {
  /** The index of a term's counts plus one, at the slot of its hash; 0 is free. */
  let slots = new Uint32Array(2048)
  let ids = new Int32Array(1024)
  let counts = new Uint8Array(1024)
  let flags = new Uint8Array(1024)
  let size = 0

  /** Hashes are signed integers here: those above 2^31 would each be allocated on the heap. */
  const slotOf = (id: number): number => {
    let slot = id & (slots.length - 1)
    while (slots[slot] !== 0 && ids[slots[slot]! - 1] !== id) slot = (slot + 1) & (slots.length - 1)
    return slot
  }
  const grow = (): void => {
    slots = new Uint32Array(2 * slots.length)
    ids = ensureCapacity(ids, size + 1)
    counts = ensureCapacity(counts, size + 1)
    flags = ensureCapacity(flags, size + 1)
    for (let index = 0; index < size; index++) slots[slotOf(ids[index]!)] = index + 1
  }
  const insert = (id: number): number => {
    if (size === ids.length) grow()
    ids[size] = id
    counts[size] = 0
    flags[size] = 0
    slots[slotOf(id)] = size + 1
    return size++
  }
  return {
    add: (id, times) => {
      const known = slots[slotOf(id)]!
      const index = known === 0 ? insert(id) : known - 1
      counts[index] = Math.min(255, counts[index]! + times)
    },
    flag: (id, bits) => {
      const known = slots[slotOf(id)]!
      if (known > 0) flags[known - 1]! |= bits
    },
    done: (bodyTerms) => {
      const result = emptyTerms(size, bodyTerms)
      result.ids.set(ids.subarray(0, size))
      sortHashes(result.ids)
      for (let at = 0; at < size; at++) {
        const index = slots[slotOf(result.ids[at]! | 0)]! - 1
        result.counts[at] = counts[index]!
        result.flags[at] = flags[index]!
      }
      slots.fill(0)
      size = 0
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
