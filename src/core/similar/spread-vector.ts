import type { SparseVector } from './vectors.ts'

/** One vector laid out so that it can be compared with many. */
export interface SpreadVector {
  readonly lay: (vector: SparseVector) => void
  /** Its dot product with a run of terms and weights, to the last bit what `dot` gives. */
  readonly dotWith: (other: SparseVector, from: number, to: number) => number
}

/** Nothing laid out yet. A small table of the vector's own terms is asked for each term of the other: no branch to guess. */
export function createSpreadVector(): SpreadVector {
  let ownIds = new Uint32Array(256)
  let ownWeights = new Float64Array(256)
  return {
    lay: ({ ids, weights }) => {
      if (ownIds.length < 4 * ids.length) {
        const room = 2 ** Math.ceil(Math.log2(4 * ids.length))
        ownIds = new Uint32Array(room)
        ownWeights = new Float64Array(room)
      } else ownWeights.fill(0)
      const mask = ownIds.length - 1
      for (let at = 0; at < ids.length; at++) {
        let place = ids[at]! & mask
        // A place is free where nothing weighs.
        while (ownWeights[place] !== 0) place = (place + 1) & mask
        ownIds[place] = ids[at]!
        ownWeights[place] = weights[at]!
      }
    },
    dotWith: ({ ids, weights }, from, to) => {
      const [own, table, mask] = [ownIds, ownWeights, ownIds.length - 1]
      let sum = 0
      for (let at = from; at < to; at++) {
        const id = ids[at]!
        let place = id & mask
        while (own[place] !== id && table[place] !== 0) place = (place + 1) & mask
        if (own[place] === id) sum += table[place]! * weights[at]!
      }
      return sum
    },
  }
}
