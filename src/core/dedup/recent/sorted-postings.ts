import { mix32 } from '../../similar/hash.ts'
import { type Pairs, sortPairs } from '../containers/radix-sort.ts'
import type { InvertedIndex, PostingList } from './posting-list.ts'
import { bytesOfLists, endOf, mergeLists, NO_LISTS, startOf } from './sorted-posting-lists.ts'

/** Appended rows are merged when there are so many, or an eighth of the sorted ones: each row moves about eight times in all. */
const LEAST_MERGED = 1 << 16
const MERGED_SHARE = 8
/** Before the first lookup there is no table, and up to half as many rows may wait: filling a window takes few merges. */
const UNASKED_SHARE = 2

/**
 * Compact inverted index for terms that few slots share (shingles, URL keys), in the manner of a log-structured merge tree:
 * most rows lie sorted and take six bytes each; rows appended lately are found through a hash table until enough of them can
 * be merged. Filling a window sorts rows without ever building the table. A `Map` of arrays takes 2.3 times as long and 95
 * bytes a row instead of 10 (`npm run bench -- hash-tables`, 16 November 2026).
 */
export function createSortedPostings(): InvertedIndex {
  let sorted = NO_LISTS
  // Rows appended since the last merge.
  let ids = new Uint32Array(64)
  let slots = new Int32Array(64)
  let size = 0
  // Hash table of pairs: a term, and the index of its latest appended row plus one. `previous` links the rows of one term.
  let table = new Int32Array(0)
  let previous = new Int32Array(0)
  let tabled = 0
  let highest = -1
  let inOrder = true
  const found: PostingList = { sorted: sorted.slots, start: 0, end: 0, appended: slots, previous, last: -1 }

  const most = (share: number): number => Math.max(LEAST_MERGED, Math.ceil(sorted.slots.length / share))
  const cellOf = (id: number): number => {
    const end = table.length - 1
    let at = (mix32(id) << 1) & end
    while (table[at + 1] !== 0 && table[at] !== (id | 0)) at = (at + 2) & end
    return at
  }
  const growTable = (): void => {
    table = new Int32Array(2 ** Math.ceil(Math.log2(2.5 * ids.length)))
    previous = new Int32Array(ids.length)
    tabled = 0
  }
  const merge = (): void => {
    const appended = { keys: ids.subarray(0, size), values: slots.subarray(0, size) }
    sorted = mergeLists(sorted, sortPairs(inOrder ? appended : bySlot(appended)))
    if (ids.length > LEAST_MERGED) {
      ids = new Uint32Array(LEAST_MERGED)
      slots = new Int32Array(LEAST_MERGED)
    }
    if (table.length > 0) growTable()
    size = 0
    tabled = 0
    inOrder = true
  }
  const fillTable = (): void => {
    // Slots out of order, as those of a day that is indexed late, must be merged; and so must too many rows.
    if (!inOrder || size > most(MERGED_SHARE)) merge()
    if (previous.length < ids.length) growTable()
    for (; tabled < size; tabled++) {
      const at = cellOf(ids[tabled]!)
      previous[tabled] = table[at + 1]! - 1
      table[at] = ids[tabled]!
      table[at + 1] = tabled + 1
    }
  }
  const find = (id: number): PostingList => {
    if (tabled < size) fillTable()
    found.sorted = sorted.slots
    found.start = startOf(sorted, id)
    found.end = endOf(sorted, id, found.start)
    found.appended = slots
    found.previous = previous
    found.last = size === 0 ? -1 : table[cellOf(id) + 1]! - 1
    return found
  }
  return {
    add: (id, slot) => {
      if (size === ids.length) {
        const enough = most(tabled === 0 ? UNASKED_SHARE : MERGED_SHARE)
        if (size >= enough) merge()
        else [ids, slots] = [larger(ids, enough), larger(slots, enough)]
      }
      if (slot < highest) inOrder = false
      else highest = slot
      ids[size] = id
      slots[size++] = slot
    },
    find,
    each: (id, visit) => {
      const { sorted: rows, start, end, appended, previous: next, last } = find(id)
      for (let at = last; at >= 0; at = next[at]!) visit(appended[at]!)
      for (let at = end - 1; at >= start; at--) visit(rows[at]!)
    },
    bytes: () => bytesOfLists(sorted) + 4 * (ids.length + slots.length + table.length + previous.length),
  }
}

function larger<T extends Uint32Array | Int32Array>(column: T, most: number): T {
  const make = column.constructor as new (size: number) => T
  const grown = new make(Math.min(2 * column.length, most))
  grown.set(column)
  return grown
}

function bySlot({ keys, values }: Pairs): Pairs {
  const sorted = sortPairs({ keys: new Uint32Array(values), values: new Int32Array(keys) })
  return { keys: new Uint32Array(sorted.values), values: new Int32Array(sorted.keys) }
}
