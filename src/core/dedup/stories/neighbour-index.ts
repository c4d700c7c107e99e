import { ensureCapacity } from '../containers/growing-column.ts'
import { SHARED_HEAVY } from '../judge-pair.ts'
import { createPostings } from '../recent/postings.ts'

/** Inverted index from heavy terms to the articles that carry them. */
export interface NeighbourIndex {
  readonly add: (node: number, heavy: Uint32Array) => void
  /** Visits each article that shares at least two of these heavy terms, or all of the shorter list, once. */
  readonly each: (heavy: Uint32Array, visit: (node: number) => void) => void
}

/** An empty index. Shared terms are counted in one column, which is reset by walking over the counted nodes. */
export function createNeighbourIndex(): NeighbourIndex {
  const lists = createPostings()
  let counts = new Uint8Array(64)
  let counted = new Int32Array(64)
  let needed = new Uint8Array(64)
  return {
    add: (node, heavy) => {
      counts = ensureCapacity(counts, node + 1)
      needed = ensureCapacity(needed, node + 1)
      needed[node] = Math.min(SHARED_HEAVY, heavy.length)
      for (const id of heavy) lists.add(id, node)
    },
    each: (heavy, visit) => {
      let size = 0
      for (const id of heavy) {
        const { sorted, start, end } = lists.find(id)
        counted = ensureCapacity(counted, size + end - start)
        for (let at = start; at < end; at++) {
          const node = sorted[at]!
          if (counts[node] === 0) counted[size++] = node
          counts[node]!++
        }
      }
      for (let at = 0; at < size; at++) {
        const node = counted[at]!
        const isNear = counts[node]! >= Math.min(needed[node]!, heavy.length)
        counts[node] = 0
        if (isNear) visit(node)
      }
    },
  }
}
