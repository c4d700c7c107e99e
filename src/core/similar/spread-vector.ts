import type { SparseVector } from './vectors.ts'

/** One vector laid out so that it can be compared with many. */
export interface SpreadVector {
  readonly lay: (vector: SparseVector) => void
  /** Its dot product with another, to the last bit what `dot` gives. */
  readonly dotWith: (other: SparseVector) => number
}

/** Nothing laid out yet. A small table of the vector's own terms is asked for each term of the other: no branch to guess. */
export function createSpreadVector(): SpreadVector {
  let ids = new Uint32Array(256)
  let weights = new Float64Array(256)
  const placeOf = (id: number): number => {
    const mask = ids.length - 1
    let at = id & mask
    // Nobody weighs 0 who is there.
    while (ids[at] !== id && weights[at] !== 0) at = (at + 1) & mask
    return at
  }
  return {
    lay: (vector) => {
      if (ids.length < 4 * vector.ids.length) {
        const room = 2 ** Math.ceil(Math.log2(4 * vector.ids.length))
        ids = new Uint32Array(room)
        weights = new Float64Array(room)
      } else weights.fill(0)
      for (let at = 0; at < vector.ids.length; at++) {
        const place = placeOf(vector.ids[at]!)
        ids[place] = vector.ids[at]!
        weights[place] = vector.weights[at]!
      }
    },
    dotWith: (other) => {
      let sum = 0
      for (let at = 0; at < other.ids.length; at++) {
        const place = placeOf(other.ids[at]!)
        if (ids[place] === other.ids[at]) sum += weights[place]! * other.weights[at]!
      }
      return sum
    },
  }
}
