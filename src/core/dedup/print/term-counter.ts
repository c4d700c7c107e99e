import type { PrintTerms } from '../../domain/print.ts'
import { withRoom } from '../containers/growing-column.ts'
import { sortHashes } from '../containers/sort-hashes.ts'

/** Counts the terms of a print. */
export interface TermCounts {
  /** Adds to how often a term occurs. */
  readonly add: (id: number, times: number) => void
  /** Sets flags of a term, if it occurs at all. */
  readonly flag: (id: number, flags: number) => void
  /** What was counted; the next print starts from nothing. */
  readonly done: (bodyTerms: number) => PrintTerms
}

/** Empty counts, to be used for one print after another: a table for each would be most of the work. */
export function createTermCounts(): TermCounts {
  /** Where a term's counts stand, plus one, found by its hash; 0 is free. */
  let places = new Uint32Array(2048)
  let ids = new Int32Array(1024)
  let counts = new Uint8Array(1024)
  let flags = new Uint8Array(1024)
  let size = 0

  /** Hashes are signed here, so that they need no memory of their own. */
  const slotOf = (id: number): number => {
    let slot = id & (places.length - 1)
    while (places[slot] !== 0 && ids[places[slot]! - 1] !== id) slot = (slot + 1) & (places.length - 1)
    return slot
  }
  const widen = (): void => {
    places = new Uint32Array(2 * places.length)
    ids = withRoom(ids, size + 1)
    counts = withRoom(counts, size + 1)
    flags = withRoom(flags, size + 1)
    for (let place = 0; place < size; place++) places[slotOf(ids[place]!)] = place + 1
  }
  const begin = (id: number): number => {
    if (size === ids.length) widen()
    ids[size] = id
    counts[size] = 0
    flags[size] = 0
    places[slotOf(id)] = size + 1
    return size++
  }
  return {
    add: (id, times) => {
      const known = places[slotOf(id)]!
      const place = known === 0 ? begin(id) : known - 1
      counts[place] = Math.min(255, counts[place]! + times)
    },
    flag: (id, bits) => {
      const known = places[slotOf(id)]!
      if (known > 0) flags[known - 1]! |= bits
    },
    done: (bodyTerms) => {
      const result = emptyTerms(size, bodyTerms)
      result.ids.set(ids.subarray(0, size))
      sortHashes(result.ids)
      for (let at = 0; at < size; at++) {
        const place = places[slotOf(result.ids[at]! | 0)]! - 1
        result.counts[at] = counts[place]!
        result.flags[at] = flags[place]!
      }
      places.fill(0)
      size = 0
      return result
    },
  }
}

/** Columns that share their memory: to ask for each one's own would be most of the work. */
function emptyTerms(size: number, bodyTerms: number): PrintTerms {
  const memory = new ArrayBuffer(6 * size)
  const bytesFrom = (column: number): Uint8Array => new Uint8Array(memory, column * size, size)
  const ids = new Uint32Array(memory, 0, size)
  return { ids, counts: bytesFrom(4), flags: bytesFrom(5), bodyTerms }
}
