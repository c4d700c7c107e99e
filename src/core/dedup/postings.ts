import { mix32 } from '../similar/hash.ts'
import { withRoom } from './columns.ts'

/**
 * Which slots carry a hashed term. Plain columns and chains, because a map of lists takes ten times the memory: twelve
 * bytes a posting, four a bucket, and four more for a weight.
 */
export interface Postings {
  readonly add: (id: number, slot: number, weight?: number) => void
  /** Visits the slots of a term, the latest first, each with its weight where weights are kept, else 0. */
  readonly each: (id: number, visit: (slot: number, weight: number) => void) => void
  readonly bytes: () => number
}

/** Empty postings. */
export function createPostings(keepsWeights = false): Postings {
  let heads = new Int32Array(64).fill(-1)
  let ids = new Uint32Array(64)
  let slots = new Int32Array(64)
  let next = new Int32Array(64)
  let weights = new Float32Array(keepsWeights ? 64 : 0)
  let size = 0
  const hang = (node: number): void => {
    const bucket = mix32(ids[node]!) & (heads.length - 1)
    next[node] = heads[bucket]!
    heads[bucket] = node
  }
  const grow = (): void => {
    ids = withRoom(ids, size + 1)
    slots = withRoom(slots, size + 1)
    next = withRoom(next, size + 1)
    if (keepsWeights) weights = withRoom(weights, size + 1)
    heads = new Int32Array(2 * heads.length).fill(-1)
    for (let node = 0; node < size; node++) hang(node)
  }
  return {
    add: (id, slot, weight = 0) => {
      if (size === heads.length) grow()
      ids[size] = id
      slots[size] = slot
      if (keepsWeights) weights[size] = weight
      hang(size++)
    },
    each: (id, visit) => {
      for (let node = heads[mix32(id) & (heads.length - 1)]!; node >= 0; node = next[node]!) {
        if (ids[node] === id) visit(slots[node]!, weights[node] ?? 0)
      }
    },
    bytes: () => 4 * (heads.length + ids.length + slots.length + next.length + weights.length),
  }
}
