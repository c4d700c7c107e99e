import { mix32 } from '../similar/hash.ts'
import { withRoom } from './columns.ts'

/** Who carries a term among the heaviest, and how much it weighs there: from `start` up to `end` in both columns. */
export interface HeavyList {
  places: Int32Array
  weights: Float32Array
  start: number
  end: number
}

/** Lists of those who carry heavy terms. */
export interface HeavyLists {
  readonly add: (id: number, place: number, weight: number) => void
  /** Tells where the list of a term lies; good until somebody is added. */
  readonly find: (id: number, found: HeavyList) => void
}

/** Where the lists lie, one after the other; an outgrown one is used again by a term that has need of so much room. */
const LEAST_ROOM = 2

/** Empty lists. */
export function createHeavyLists(): HeavyLists {
  let ids = new Uint32Array(64)
  // By the place a term has in the table; one without room is free.
  let starts = new Uint32Array(64)
  let sizes = new Uint32Array(64)
  let rooms = new Uint32Array(64)
  let terms = 0
  let places = new Int32Array(64)
  let weights = new Float32Array(64)
  let used = 0
  const outgrown = new Map<number, number[]>()

  const slotOf = (id: number): number => {
    const mask = ids.length - 1
    let slot = mix32(id) & mask
    while (rooms[slot] !== 0 && ids[slot] !== id) slot = (slot + 1) & mask
    return slot
  }
  const growTable = (): void => {
    const [oldIds, oldStarts, oldSizes, oldRooms] = [ids, starts, sizes, rooms]
    ids = new Uint32Array(2 * oldIds.length)
    starts = new Uint32Array(ids.length)
    sizes = new Uint32Array(ids.length)
    rooms = new Uint32Array(ids.length)
    for (let old = 0; old < oldIds.length; old++) {
      if (oldRooms[old] === 0) continue
      const slot = slotOf(oldIds[old]!)
      ids[slot] = oldIds[old]!
      starts[slot] = oldStarts[old]!
      sizes[slot] = oldSizes[old]!
      rooms[slot] = oldRooms[old]!
    }
  }
  const freeStart = (room: number): number => {
    const known = outgrown.get(room)?.pop()
    if (known !== undefined) return known
    used += room
    places = withRoom(places, used)
    weights = withRoom(weights, used)
    return used - room
  }
  const giveBack = (start: number, room: number): void => {
    const others = outgrown.get(room)
    if (others === undefined) outgrown.set(room, [start])
    else others.push(start)
  }
  const moveOn = (slot: number): void => {
    const [start, size] = [starts[slot]!, sizes[slot]!]
    const larger = freeStart(2 * size)
    places.copyWithin(larger, start, start + size)
    weights.copyWithin(larger, start, start + size)
    giveBack(start, size)
    starts[slot] = larger
    rooms[slot] = 2 * size
  }
  const begin = (slot: number, id: number): void => {
    ids[slot] = id
    starts[slot] = freeStart(LEAST_ROOM)
    rooms[slot] = LEAST_ROOM
    terms++
  }
  return {
    add: (id, place, weight) => {
      if (4 * terms > 3 * ids.length) growTable()
      const slot = slotOf(id)
      if (rooms[slot] === 0) begin(slot, id)
      else if (sizes[slot] === rooms[slot]) moveOn(slot)
      const at = starts[slot]! + sizes[slot]!++
      places[at] = place
      weights[at] = weight
    },
    find: (id, found) => {
      const slot = slotOf(id)
      found.places = places
      found.weights = weights
      found.start = starts[slot]!
      found.end = found.start + sizes[slot]!
    },
  }
}
