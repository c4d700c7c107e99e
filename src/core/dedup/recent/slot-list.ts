/** Which slots of a window carry a hashed term. */
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
