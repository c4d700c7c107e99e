import type { Graph } from './potts.ts'
import { dot, type SparseVector } from './vectors.ts'

/** Which pairs of vectors are compared and kept. */
export type NeighbourPolicy = {
  /** Two articles are compared when one of this many heaviest terms of each is the same. */
  readonly heaviest: number
  /** Weights below are left out: they are chance. */
  readonly least: number
}

/** How near in time two nodes are, 1 for the same moment; 1 as well where a time is not known. */
export type Nearness = (a: number, b: number) => number

/**
 * The graph of alike articles. Only pairs that share a heavy term are looked at, by an inverted index,
 * so that the work grows with the likeness there is and not with the square of the window.
 */
export function neighbourGraph(vectors: readonly SparseVector[], policy: NeighbourPolicy, nearness: Nearness): Graph {
  const heavy = vectors.map((vector) => heaviestTerms(vector, policy.heaviest))
  const postings = new Map<number, number[]>()
  const seen = new Int32Array(vectors.length).fill(-1)
  const edges: [number[], number[], number[]] = [[], [], []]
  vectors.forEach((vector, node) => {
    for (const term of heavy[node]!) {
      const list = postings.get(term)
      if (list === undefined) {
        postings.set(term, [node])
        continue
      }
      for (const other of list) {
        if (seen[other] === node) continue
        seen[other] = node
        const weight = dot(vector, vectors[other]!) * nearness(node, other)
        if (weight >= policy.least) pushEdge(edges, node, other, weight)
      }
      list.push(node)
    }
  })
  return compress(vectors.length, edges)
}

/** The numbers of the heaviest terms; equal weights go by the term's number. */
export function heaviestTerms(vector: SparseVector, most: number): number[] {
  const order = Array.from(vector.ids.keys()).sort((a, b) => vector.weights[b]! - vector.weights[a]! || a - b)
  return order.slice(0, most).map((at) => vector.ids[at]!)
}

function pushEdge([from, to, weights]: [number[], number[], number[]], a: number, b: number, weight: number): void {
  from.push(a)
  to.push(b)
  weights.push(weight)
}

/** Rows of neighbours, each edge in both, ordered by the number of the neighbour. */
function compress(nodes: number, [from, to, values]: [number[], number[], number[]]): Graph {
  const starts = new Uint32Array(nodes + 1)
  for (let edge = 0; edge < from.length; edge++) {
    starts[from[edge]! + 1]!++
    starts[to[edge]! + 1]!++
  }
  for (let node = 0; node < nodes; node++) starts[node + 1]! += starts[node]!
  const next = starts.slice()
  const targets = new Uint32Array(2 * from.length)
  const weights = new Float64Array(2 * from.length)
  const place = (node: number, other: number, weight: number): void => {
    const at = next[node]!++
    targets[at] = other
    weights[at] = weight
  }
  for (let edge = 0; edge < from.length; edge++) {
    place(from[edge]!, to[edge]!, values[edge]!)
    place(to[edge]!, from[edge]!, values[edge]!)
  }
  return { starts, targets, weights }
}
