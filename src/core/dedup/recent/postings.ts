import { mix32 } from '../../similar/hash.ts'
import { withRoom } from '../containers/growing-column.ts'
import type { SlotList, SlotLists } from './slot-list.ts'

/**
 * Which slots carry a hashed term. A term's slots lie side by side, because walking them is most of what a lookup costs;
 * the many terms that one slot alone carries take eight bytes of the table and no list.
 */
export interface Postings extends SlotLists {
  readonly add: (id: number, slot: number) => void
  /** Visits the slots of a term, the highest first. */
  readonly each: (id: number, visit: (slot: number) => void) => void
}

/** In a list's first cell stands how many it holds, in its second how many it has room for, below 0 while it is not in order. */
const HEAD = 2
const LEAST_ROOM = 2
const FREE = 0x7fffffff
const NOBODY = new Int32Array(0)

/** Empty postings. */
export function createPostings(): Postings {
  let ids = new Uint32Array(64)
  // A slot, or where the list begins as a number below 0.
  let places = new Int32Array(64).fill(FREE)
  let terms = 0
  let cells = new Int32Array(64)
  let used = 0
  // Lists that were outgrown, by the room they have, to be used again.
  const outgrown = new Map<number, number[]>()
  const found: SlotList = { sorted: cells, start: 0, end: 0, late: NOBODY, before: NOBODY, last: -1 }

  const placeOf = (id: number): number => {
    const last = ids.length - 1
    let at = mix32(id) & last
    while (places[at] !== FREE && ids[at] !== id) at = (at + 1) & last
    return at
  }
  const growTable = (): void => {
    const [oldIds, oldPlaces] = [ids, places]
    ids = new Uint32Array(2 * oldIds.length)
    places = new Int32Array(ids.length).fill(FREE)
    for (let old = 0; old < oldIds.length; old++) {
      if (oldPlaces[old] === FREE) continue
      const at = placeOf(oldIds[old]!)
      ids[at] = oldIds[old]!
      places[at] = oldPlaces[old]!
    }
  }
  const listWithRoom = (room: number): number => {
    let start = outgrown.get(room)?.pop()
    if (start === undefined) {
      start = used
      used += HEAD + room
      cells = withRoom(cells, used)
    }
    cells[start] = 0
    cells[start + 1] = room
    return start
  }
  const push = (start: number, slot: number): void => {
    const at = start + HEAD + cells[start]!++
    // A day opened late brings thousands: they are sorted when somebody asks, not one by one.
    if (at > start + HEAD && cells[at - 1]! > slot && cells[start + 1]! > 0) cells[start + 1] = -cells[start + 1]!
    cells[at] = slot
  }
  const putInOrder = (start: number): void => {
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
  const begin = (at: number, id: number, slot: number): void => {
    ids[at] = id
    places[at] = slot
    if (4 * ++terms > 3 * ids.length) growTable()
  }
  return {
    add: (id, slot) => {
      const at = placeOf(id)
      const place = places[at]!
      if (place === FREE) return begin(at, id, slot)
      let start = ~place
      if (place >= 0) {
        start = listWithRoom(LEAST_ROOM)
        push(start, place)
      } else if (cells[start] === Math.abs(cells[start + 1]!)) {
        const larger = listWithRoom(2 * cells[start]!)
        moveTo(larger, start)
        start = larger
      }
      push(start, slot)
      places[at] = ~start
    },
    find: (id) => {
      const at = placeOf(id)
      const place = places[at]!
      if (place < 0) putInOrder(~place)
      found.sorted = place < 0 ? cells : places
      found.start = place < 0 ? ~place + HEAD : at
      found.end = place < 0 ? found.start + cells[~place]! : place === FREE ? at : at + 1
      return found
    },
    each: (id, visit) => {
      const place = places[placeOf(id)]!
      if (place === FREE) return
      if (place >= 0) return visit(place)
      putInOrder(~place)
      for (let at = ~place + HEAD + cells[~place]! - 1; at >= ~place + HEAD; at--) visit(cells[at]!)
    },
    bytes: () => 4 * (ids.length + places.length + cells.length),
  }
}
