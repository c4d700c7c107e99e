import { ensureCapacity } from '../containers/growing-column.ts'
import { SHARED_HEAVY } from '../judge-pair.ts'
import { createPostings } from '../recent/postings.ts'

/** Inverted index from heavy terms to the articles that carry them. */
export interface NeighbourIndex {
  readonly add: (node: number, heavy: Uint32Array) => void
  /** The articles that share at least two of these heavy terms, or all of the shorter list, each once; a view that the next call overwrites. */
  readonly find: (heavy: Uint32Array) => Int32Array
  /** Removes all articles and gives their memory back. */
  readonly clear: () => void
}

/**
 * An empty index. Shared terms are counted in one column, which is reset by walking over the counted slots. Slots number
 * the nodes as they are added: lists of ascending slots need no sorting.
 */
export function createNeighbourIndex(): NeighbourIndex {
  let lists = createPostings()
  let counts = new Uint8Array(64)
  let counted = new Int32Array(64)
  let needed = new Uint8Array(64)
  let nodes = new Uint32Array(64)
  let slots = 0
  return {
    add: (node, heavy) => {
      const slot = slots++
      counts = ensureCapacity(counts, slots)
      needed = ensureCapacity(needed, slots)
      nodes = ensureCapacity(nodes, slots)
      needed[slot] = Math.min(SHARED_HEAVY, heavy.length)
      nodes[slot] = node
      for (let at = 0; at < heavy.length; at++) lists.add(heavy[at]!, slot)
    },
    find: (heavy) => {
      let size = 0
      for (let nth = 0; nth < heavy.length; nth++) {
        const { sorted, start, end } = lists.find(heavy[nth]!)
        counted = ensureCapacity(counted, size + end - start)
        for (let at = start; at < end; at++) {
          const slot = sorted[at]!
          if (counts[slot] === 0) counted[size++] = slot
          counts[slot]!++
        }
      }
      let found = 0
      for (let at = 0; at < size; at++) {
        const slot = counted[at]!
        const isNear = counts[slot]! >= Math.min(needed[slot]!, heavy.length)
        counts[slot] = 0
        if (isNear) counted[found++] = nodes[slot]!
      }
      return counted.subarray(0, found)
    },
    clear: () => {
      lists = createPostings()
      counted = new Int32Array(64)
      slots = 0
    },
  }
}
