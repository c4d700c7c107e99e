import { ensureCapacity } from '../containers/growing-column.ts'

/**
 * Adjacency lists as linked lists in columns, in the order of addition. Edge e has the ends 2e and 2e + 1, each of which is in the list of its node.
 * Arrays, which are copied to grow, would be most of what the garbage collector moves while stories are settled.
 */
export interface EdgeLists {
  readonly link: (edge: number, a: number, b: number) => void
  readonly unlink: (edge: number) => void
  /** The edge between two nodes, which must be there. */
  readonly find: (a: number, b: number) => number
  /** The first end in the list of a node, and the end behind another; −1 when there is none. */
  readonly first: (node: number) => number
  readonly next: (end: number) => number
  /** The node at the other end. */
  readonly otherNode: (end: number) => number
}

/** Empty lists. */
export function createEdgeLists(): EdgeLists {
  // Ends plus one; 0 for none.
  let firsts = new Int32Array(64)
  let lasts = new Int32Array(64)
  let nexts = new Int32Array(2 * 64)
  let nodes = new Int32Array(2 * 64)

  const append = (end: number, node: number): void => {
    firsts = ensureCapacity(firsts, node + 1)
    lasts = ensureCapacity(lasts, node + 1)
    nodes[end] = node
    nexts[end] = 0
    if (firsts[node] === 0) firsts[node] = end + 1
    else nexts[lasts[node]! - 1] = end + 1
    lasts[node] = end + 1
  }
  const dropEnd = (end: number): void => {
    const node = nodes[end]!
    let before = 0
    for (let at = firsts[node]!; at !== end + 1; at = nexts[at - 1]!) before = at
    if (before === 0) firsts[node] = nexts[end]!
    else nexts[before - 1] = nexts[end]!
    if (lasts[node] === end + 1) lasts[node] = before
  }
  return {
    link: (edge, a, b) => {
      nodes = ensureCapacity(nodes, 2 * edge + 2)
      nexts = ensureCapacity(nexts, 2 * edge + 2)
      append(2 * edge, a)
      append(2 * edge + 1, b)
    },
    unlink: (edge) => {
      dropEnd(2 * edge)
      dropEnd(2 * edge + 1)
    },
    find: (a, b) => {
      let end = firsts[a]! - 1
      while (nodes[end ^ 1] !== b) end = nexts[end]! - 1
      return end >> 1
    },
    first: (node) => (node < firsts.length ? firsts[node]! - 1 : -1),
    next: (end) => nexts[end]! - 1,
    otherNode: (end) => nodes[end ^ 1]!,
  }
}
