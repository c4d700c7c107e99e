import { withRoom } from '../containers/growing-column.ts'
import { SHARED_HEAVY } from '../judge-pair.ts'
import { createPostings } from '../recent/postings.ts'

/** Inverted index from heavy terms to the articles that carry them. */
export interface NeighbourIndex {
  readonly add: (place: number, heavy: Uint32Array) => void
  /** Visits each article that shares at least two of these heavy terms, or all of the shorter list, once. */
  readonly each: (heavy: Uint32Array, visit: (place: number) => void) => void
}

/** An empty index. Shared terms are counted in one column that is cleared by walking over what was counted. */
export function createNeighbourIndex(): NeighbourIndex {
  const lists = createPostings()
  let counts = new Uint8Array(64)
  let counted = new Int32Array(64)
  let needed = new Uint8Array(64)
  return {
    add: (place, heavy) => {
      counts = withRoom(counts, place + 1)
      needed = withRoom(needed, place + 1)
      needed[place] = Math.min(SHARED_HEAVY, heavy.length)
      for (const id of heavy) lists.add(id, place)
    },
    each: (heavy, visit) => {
      let size = 0
      const count = (place: number): void => {
        if (counts[place] === 0) {
          counted = withRoom(counted, size + 1)
          counted[size++] = place
        }
        counts[place]!++
      }
      for (const id of heavy) lists.each(id, count)
      for (let at = 0; at < size; at++) {
        const place = counted[at]!
        const isNear = counts[place]! >= Math.min(needed[place]!, heavy.length)
        counts[place] = 0
        if (isNear) visit(place)
      }
    },
  }
}
