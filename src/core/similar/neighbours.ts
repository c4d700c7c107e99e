import { type Edges, type Graph, graphOfEdges } from './potts.ts'
import { createSpreadVector } from './spread-vector.ts'
import type { SparseVector } from './vectors.ts'

/** Which pairs of vectors are compared and kept. */
export type NeighbourPolicy = {
  /** Only this many heaviest terms of an article bring it together with others. */
  readonly heaviest: number
  /** A term heavy in more articles than this brings nobody together: the work stays linear in the window. */
  readonly commonest: number
  /** Two articles are compared when their common heavy terms alone make them this alike. */
  readonly leastHeavy: number
  /** Weights below are left out: they are chance. */
  readonly least: number
}

/** How near in time two nodes are, 1 for the same moment; 1 as well where a time is not known. */
export type Nearness = (a: number, b: number) => number

/**
 * The graph of alike articles. Only pairs that share enough heavy terms are looked at, by an inverted index,
 * so that the work grows with the likeness there is and not with the square of the window.
 */
export function neighbourGraph(vectors: readonly SparseVector[], policy: NeighbourPolicy, nearness: Nearness): Graph {
  const heavy = vectors.map((vector) => heaviestPlaces(vector, policy.heaviest))
  const postings = heavyPostings(vectors, heavy, policy.commonest)
  const shared = new Float64Array(vectors.length)
  const edges: Edges = { from: [], to: [], weights: [] }
  const own = createSpreadVector()
  vectors.forEach((vector, node) => {
    const touched: number[] = []
    own.lay(vector)
    for (const at of heavy[node]!) {
      const list = postings.get(vector.ids[at]!)
      if (list !== undefined) addShared(list, node, vector.weights[at]!, { shared, touched })
    }
    for (const other of touched) {
      if (shared[other]! >= policy.leastHeavy) {
        const weight = own.dotWith(vectors[other]!, 0, vectors[other]!.ids.length) * nearness(node, other)
        if (weight >= policy.least) {
          edges.from.push(node)
          edges.to.push(other)
          edges.weights.push(weight)
        }
      }
      shared[other] = 0
    }
  })
  return graphOfEdges(vectors.length, edges)
}

type Posting = { readonly nodes: number[]; readonly weights: number[] }

function heavyPostings(
  vectors: readonly SparseVector[],
  heavy: readonly (readonly number[])[],
  commonest: number,
): Map<number, Posting> {
  const postings = new Map<number, Posting>()
  vectors.forEach((vector, node) => {
    for (const at of heavy[node]!) {
      const list = postings.get(vector.ids[at]!) ?? { nodes: [], weights: [] }
      postings.set(vector.ids[at]!, list)
      list.nodes.push(node)
      list.weights.push(vector.weights[at]!)
    }
  })
  for (const [term, { nodes }] of postings) if (nodes.length > commonest) postings.delete(term)
  return postings
}

type Meetings = { readonly shared: Float64Array; readonly touched: number[] }

/** Each pair is met once, from its later member. */
function addShared(list: Posting, node: number, weight: number, { shared, touched }: Meetings): void {
  const { nodes, weights } = list
  for (let at = 0; at < nodes.length; at++) {
    const other = nodes[at]!
    if (other >= node) return
    if (shared[other] === 0) touched.push(other)
    shared[other]! += weight * weights[at]!
  }
}

/** Where weights are put in order: a column of its own for each article would have to be cleared away again. */
let sorting = new Float64Array(256)

/** Where the heaviest terms stand, ascending; of equally heavy ones at the edge the earlier win. */
export function heaviestPlaces({ weights }: SparseVector, most: number): number[] {
  const edge = weights.length <= most ? 0 : nthLightest(weights, weights.length - most)
  let above = 0
  for (let at = 0; at < weights.length; at++) if (weights[at]! > edge) above++
  let level = most - above
  const places: number[] = []
  for (let at = 0; at < weights.length; at++) {
    if (weights[at]! > edge || (edge > 0 && weights[at] === edge && level-- > 0)) places.push(at)
  }
  return places
}

/** The one that would stand at a place if all were in order; only the side it is on is put in order further. */
function nthLightest(weights: Float64Array, nth: number): number {
  if (sorting.length < weights.length) sorting = new Float64Array(2 * weights.length)
  sorting.set(weights)
  let [low, high] = [0, weights.length - 1]
  while (low < high) {
    const middle = sorting[(low + high) >>> 1]!
    let [left, right] = [low, high]
    while (left <= right) {
      while (sorting[left]! < middle) left++
      while (sorting[right]! > middle) right--
      if (left > right) break
      const lighter = sorting[right]!
      sorting[right--] = sorting[left]!
      sorting[left++] = lighter
    }
    if (nth <= right) high = right
    else if (nth >= left) low = left
    else return middle
  }
  return sorting[nth]!
}
