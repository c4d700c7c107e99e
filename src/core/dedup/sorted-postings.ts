import { mix32 } from '../similar/hash.ts'
import type { SlotList, SlotLists } from './slot-list.ts'
import { type Pairs, sortPairs } from './sort-pairs.ts'
import { bytesOfLists, eachTerm, endOf, mergeLists, NO_LISTS, startOf } from './sorted-lists.ts'

/** So many are merged at once, or an eighth of what is sorted already: each row is moved about eight times in its life. */
const LEAST_MERGED = 1 << 16
const MERGED_SHARE = 8

/** Of terms nobody carries, which are most, all but one in so many are known by a bit. */
const MARKS = 8

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
  let marks = new Uint32Array(16)
  let highest = -1
  let inOrder = true
  const found: SlotList = { sorted: sorted.slots, start: 0, end: 0, late: slots, before, last: -1 }

  const most = (): number => Math.max(LEAST_MERGED, Math.ceil(sorted.slots.length / MERGED_SHARE))
  const placeOf = (id: number, mixed: number): number => {
    const end = table.length - 1
    let at = (mixed << 1) & end
    while (table[at + 1] !== 0 && table[at] !== (id | 0)) at = (at + 2) & end
    return at
  }
  const mark = (id: number): void => {
    const bit = mix32(id) & (32 * marks.length - 1)
    marks[bit >>> 5]! |= 1 << (bit & 31)
  }
  const markAnew = (): void => {
    const rows = sorted.slots.length + ids.length
    if (32 * marks.length >= MARKS * rows) return
    marks = new Uint32Array(2 ** Math.ceil(Math.log2((MARKS * rows) / 32)))
    eachTerm(sorted, mark)
    for (let at = 0; at < tabled; at++) mark(ids[at]!)
  }
  const merge = (): void => {
    const late = { keys: ids.subarray(0, size), values: slots.subarray(0, size) }
    for (; tabled < size; tabled++) mark(ids[tabled]!)
    sorted = mergeLists(sorted, sortPairs(inOrder ? late : bySlot(late)))
    table.fill(0)
    size = 0
    tabled = 0
    inOrder = true
    markAnew()
  }
  const growTable = (): void => {
    table = new Int32Array(2 ** Math.ceil(Math.log2(2.5 * ids.length)))
    before = new Int32Array(ids.length)
    tabled = 0
    markAnew()
  }
  const settle = (): void => {
    // Slots that come late, as those of a day opened late, must be sorted in.
    if (!inOrder) merge()
    if (before.length < ids.length) growTable()
    for (; tabled < size; tabled++) {
      const at = placeOf(ids[tabled]!, mix32(ids[tabled]!))
      before[tabled] = table[at + 1]! - 1
      table[at] = ids[tabled]!
      table[at + 1] = tabled + 1
      mark(ids[tabled]!)
    }
  }
  const find = (id: number): SlotList => {
    if (tabled < size) settle()
    const mixed = mix32(id)
    const bit = mixed & (32 * marks.length - 1)
    if ((marks[bit >>> 5]! & (1 << (bit & 31))) === 0) {
      found.start = 0
      found.end = 0
      found.last = -1
      return found
    }
    found.sorted = sorted.slots
    found.start = startOf(sorted, id)
    found.end = endOf(sorted, id, found.start)
    found.late = slots
    found.before = before
    found.last = size === 0 ? -1 : table[placeOf(id, mixed) + 1]! - 1
    return found
  }
  return {
    add: (id, slot) => {
      if (size === ids.length) {
        if (size >= most()) merge()
        else [ids, slots] = [larger(ids, most()), larger(slots, most())]
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
    bytes: () => bytesOfLists(sorted) + 4 * (ids.length + slots.length + table.length + before.length + marks.length),
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
