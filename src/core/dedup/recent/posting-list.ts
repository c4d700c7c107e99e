/** Inverted index: from hashed terms to the slots that carry them. */
export interface InvertedIndex {
  readonly add: (id: number, slot: number) => void
  /** The posting list of a term; a record that the next call overwrites. */
  readonly find: (id: number) => PostingList
  /** Visits the slots of a term, the highest first. */
  readonly each: (id: number, visit: (slot: number) => void) => void
  readonly bytes: () => number
}

/**
 * The slots of a term in two pieces: `sorted` from `start` to `end`, ascending; then, higher, a linked list of slots that were
 * appended since: `appended[last]` is the highest, `previous[i]` the index of the next lower one, or −1.
 */
export interface PostingList {
  sorted: Int32Array
  start: number
  end: number
  appended: Int32Array
  previous: Int32Array
  last: number
}
