import { mix32 } from '../similar/hash.ts'
import { type Pairs, sortPairs } from './sort-pairs.ts'
import { bytesOfLists, endOf, mergeLists, NO_LISTS, startOf } from './sorted-lists.ts'

/**
 * Which slots of a window carry a hashed term. Most rows lie sorted, which takes six bytes each; what came lately is found
 * by a table, until it is enough to be merged. A window that is filled sorts without ever making the table.
 */
export interface SlotLists {
  readonly add: (id: number, slot: number) => void
  /** The slots of a term. Good until the next question. */
  readonly find: (id: number) => SlotList
  /** Visits the slots of a term, the highest first. */
  readonly each: (id: number, visit: (slot: number) => void) => void
  readonly bytes: () => number
}

/**
 * The slots of a term: those between two places of `sorted`, ascending; above them the late ones, the highest in `late` at
 * `last`, and at each place of `before` where the next lower one is, or −1.
 */
export interface SlotList {
  sorted: Int32Array
  start: number
  end: number
  late: Int32Array
  before: Int32Array
  last: number
}

/** So many are merged at once, or an eighth of what is sorted already: each row is moved about eight times in its life. */
const LEAST_MERGED = 1 << 15
const MERGED_SHARE = 8

/** No slots yet. */
export function createSlotLists(): SlotLists {
  let sorted = NO_LISTS
  // What came since, in the order it came.
  let ids = new Uint32Array(64)
  let slots = new Int32Array(64)
  let size = 0
  // Where the latest of each term is among them, so far as they are looked up by the table, and for each the one before it.
  let table = new Int32Array(0)
  let before = new Int32Array(0)
  let tabled = 0
  let highest = -1
  let inOrder = true
  const found: SlotList = { sorted: sorted.slots, start: 0, end: 0, late: slots, before, last: -1 }

  const most = (): number => Math.max(LEAST_MERGED, Math.ceil(sorted.slots.length / MERGED_SHARE))
  const placeOf = (id: number): number => {
    const end = table.length - 1
    let at = mix32(id) & end
    while (table[at]! >= 0 && ids[table[at]!] !== id) at = (at + 1) & end
    return at
  }
  const merge = (): void => {
    const late = { keys: ids.subarray(0, size), values: slots.subarray(0, size) }
    sorted = mergeLists(sorted, sortPairs(inOrder ? late : bySlot(late)))
    table.fill(-1)
    size = 0
    tabled = 0
    inOrder = true
  }
  const growTable = (): void => {
    table = new Int32Array(2 ** Math.ceil(Math.log2(1.25 * ids.length))).fill(-1)
    before = new Int32Array(ids.length)
    tabled = 0
  }
  const settle = (): void => {
    // Slots that come late, as those of a day opened late, must be sorted in.
    if (!inOrder) merge()
    if (before.length < ids.length) growTable()
    for (; tabled < size; tabled++) {
      const at = placeOf(ids[tabled]!)
      before[tabled] = table[at]!
      table[at] = tabled
    }
  }
  const find = (id: number): SlotList => {
    if (tabled < size) settle()
    found.sorted = sorted.slots
    found.start = startOf(sorted, id)
    found.end = endOf(sorted, id, found.start)
    found.late = slots
    found.before = before
    found.last = size === 0 ? -1 : table[placeOf(id)]!
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
