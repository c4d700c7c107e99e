import { mix32 } from '../../similar/hash.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import type { InvertedIndex, PostingList } from './posting-list.ts'

/**
 * Inverted index as a hash table (open addressing) of growing lists. The slots of a term lie side by side, because walking
 * them is most of the cost of a lookup; a term with a single slot, as most have, takes eight bytes of the table and no list.
 * A `Map` of arrays takes twice as long and 37 bytes a row instead of 8 (`npm run bench -- hash-tables`, 16 November 2026).
 */
export interface Postings extends InvertedIndex {
  readonly add: (id: number, slot: number) => void
  /** Visits the slots of a term, the highest first. */
  readonly each: (id: number, visit: (slot: number) => void) => void
}

/** A list begins with two cells: its length, and its capacity, negative while the list is not sorted. */
const HEAD = 2
const LEAST_ROOM = 2
const FREE = 0x7fffffff
const NO_SLOTS = new Int32Array(0)

/** Empty postings. */
export function createPostings(): Postings {
  // Pairs of a term and its value, side by side, so that a lookup touches one cache line. The value is the only slot of a term, or the complement
  // of where its list begins.
  let table = emptyTable(64)
  let terms = 0
  let cells = new Int32Array(64)
  let used = 0
  // Free lists by capacity: the memory of lists that were moved to larger ones.
  const outgrown = new Map<number, number[]>()
  const found: PostingList = { sorted: cells, start: 0, end: 0, appended: NO_SLOTS, previous: NO_SLOTS, last: -1 }

  const cellOf = (id: number): number => {
    const last = table.length - 1
    const term = id | 0
    let at = (mix32(id) << 1) & last
    while (table[at + 1] !== FREE && table[at] !== term) at = (at + 2) & last
    return at
  }
  const growTable = (): void => {
    const before = table
    table = emptyTable(before.length)
    for (let old = 0; old < before.length; old += 2) {
      if (before[old + 1] === FREE) continue
      const at = cellOf(before[old]!)
      table[at] = before[old]!
      table[at + 1] = before[old + 1]!
    }
  }
  const listWithRoom = (room: number): number => {
    let start = outgrown.get(room)?.pop()
    if (start === undefined) {
      start = used
      used += HEAD + room
      cells = ensureCapacity(cells, used)
    }
    cells[start] = 0
    cells[start + 1] = room
    return start
  }
  const push = (start: number, slot: number): void => {
    const at = start + HEAD + cells[start]!++
    // A day that is indexed late brings thousands: the list is sorted at the next lookup, not at each insertion.
    if (at > start + HEAD && cells[at - 1]! > slot && cells[start + 1]! > 0) cells[start + 1] = -cells[start + 1]!
    cells[at] = slot
  }
  const sortList = (start: number): void => {
    if (cells[start + 1]! > 0) return
    cells.subarray(start + HEAD, start + HEAD + cells[start]!).sort()
    cells[start + 1] = -cells[start + 1]!
  }
  const moveTo = (larger: number, start: number): void => {
    const [size, room] = [cells[start]!, Math.abs(cells[start + 1]!)]
    if (cells[start + 1]! < 0) cells[larger + 1] = -cells[larger + 1]!
    cells.copyWithin(larger + HEAD, start + HEAD, start + HEAD + size)
    cells[larger] = size
    const others = outgrown.get(room)
    if (others === undefined) outgrown.set(room, [start])
    else others.push(start)
  }
  const addTerm = (at: number, id: number, slot: number): void => {
    table[at] = id
    table[at + 1] = slot
    if (8 * ++terms > 3 * table.length) growTable()
  }
  return {
    add: (id, slot) => {
      const at = cellOf(id)
      const value = table[at + 1]!
      if (value === FREE) return addTerm(at, id, slot)
      let start = ~value
      if (value >= 0) {
        start = listWithRoom(LEAST_ROOM)
        push(start, value)
      } else if (cells[start] === Math.abs(cells[start + 1]!)) {
        const larger = listWithRoom(2 * cells[start]!)
        moveTo(larger, start)
        start = larger
      }
      push(start, slot)
      table[at + 1] = ~start
    },
    find: (id) => {
      const at = cellOf(id)
      const value = table[at + 1]!
      if (value < 0) sortList(~value)
      found.sorted = value < 0 ? cells : table
      found.start = value < 0 ? ~value + HEAD : at + 1
      found.end = value < 0 ? found.start + cells[~value]! : value === FREE ? at + 1 : at + 2
      return found
    },
    each: (id, visit) => {
      const value = table[cellOf(id) + 1]!
      if (value === FREE) return
      if (value >= 0) return visit(value)
      sortList(~value)
      for (let at = ~value + HEAD + cells[~value]! - 1; at >= ~value + HEAD; at--) visit(cells[at]!)
    },
    bytes: () => 4 * (table.length + cells.length),
  }
}

/** Room for so many terms, none of them used. */
function emptyTable(room: number): Int32Array {
  return new Int32Array(2 * room).fill(FREE)
}
