import { mix32 } from '../../similar/hash.ts'
import { type Pairs, sortPairs } from '../containers/radix-sort.ts'
import type { SlotList, SlotLists } from './slot-list.ts'
import { bytesOfLists, endOf, mergeLists, NO_LISTS, startOf } from './sorted-lists.ts'

/** So many are merged at once, or an eighth of what is sorted already: each row is moved about eight times in its life. */
const LEAST_MERGED = 1 << 16
const MERGED_SHARE = 8
/** While nobody asks there is no table, and half as many as are sorted may wait: a window is filled in few merges. */
const UNASKED_SHARE = 2

/**
 * Lists for terms that hardly anybody shares, as those of texts and addresses. Most rows lie sorted, which takes six bytes
 * each; what came lately is found by a table, until it is enough to be merged. A window that is filled sorts without ever
 * making the table.
 */
export function createSortedPostings(): SlotLists {
  let sorted = NO_LISTS
  // What came since, in the order it came.
  let ids = new Uint32Array(64)
  let slots = new Int32Array(64)
  let size = 0
  // Pairs: a term, and where the latest of it is among them, counted from 1; for each the one before it, or −1.
  let table = new Int32Array(0)
  let before = new Int32Array(0)
  let tabled = 0
  let highest = -1
  let inOrder = true
  const found: SlotList = { sorted: sorted.slots, start: 0, end: 0, late: slots, before, last: -1 }

  const most = (share: number): number => Math.max(LEAST_MERGED, Math.ceil(sorted.slots.length / share))
  const placeOf = (id: number): number => {
    const end = table.length - 1
    let at = (mix32(id) << 1) & end
    while (table[at + 1] !== 0 && table[at] !== (id | 0)) at = (at + 2) & end
    return at
  }
  const growTable = (): void => {
    table = new Int32Array(2 ** Math.ceil(Math.log2(2.5 * ids.length)))
    before = new Int32Array(ids.length)
    tabled = 0
  }
  const merge = (): void => {
    const late = { keys: ids.subarray(0, size), values: slots.subarray(0, size) }
    sorted = mergeLists(sorted, sortPairs(inOrder ? late : bySlot(late)))
    if (ids.length > LEAST_MERGED) {
      ids = new Uint32Array(LEAST_MERGED)
      slots = new Int32Array(LEAST_MERGED)
    }
    if (table.length > 0) growTable()
    size = 0
    tabled = 0
    inOrder = true
  }
  const settle = (): void => {
    // Slots that come late, as those of a day opened late, must be sorted in; and so must many that came unasked.
    if (!inOrder || size > most(MERGED_SHARE)) merge()
    if (before.length < ids.length) growTable()
    for (; tabled < size; tabled++) {
      const at = placeOf(ids[tabled]!)
      before[tabled] = table[at + 1]! - 1
      table[at] = ids[tabled]!
      table[at + 1] = tabled + 1
    }
  }
  const find = (id: number): SlotList => {
    if (tabled < size) settle()
    found.sorted = sorted.slots
    found.start = startOf(sorted, id)
    found.end = endOf(sorted, id, found.start)
    found.late = slots
    found.before = before
    found.last = size === 0 ? -1 : table[placeOf(id) + 1]! - 1
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
      const { sorted: rows, start, end, late, before: next, last } = find(id)
      for (let at = last; at >= 0; at = next[at]!) visit(late[at]!)
      for (let at = end - 1; at >= start; at--) visit(rows[at]!)
    },
    bytes: () => bytesOfLists(sorted) + 4 * (ids.length + slots.length + table.length + before.length),
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
