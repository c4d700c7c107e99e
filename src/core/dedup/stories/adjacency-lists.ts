import { EDGE_KINDS, type EdgeKind } from './story-edge.ts'

export type VisitEdge = (other: number, weight: number, kind: EdgeKind) => void

/** Adjacency lists of the story graph. An edge is in the lists of both its nodes. */
export interface AdjacencyLists {
  readonly add: (a: number, b: number, weight: number, kind: EdgeKind) => void
  readonly drop: (a: number, b: number) => void
  /** Drops all edges of a node. */
  readonly clear: (node: number) => void
  readonly each: (node: number, visit: VisitEdge) => void
}

/** Empty lists. A list holds for each edge a code of target and kind, then the weight. */
export function createAdjacencyLists(): AdjacencyLists {
  const lists: (number[] | undefined)[] = []
  const addTo = (from: number, code: number, weight: number): void => {
    const list = lists[from]
    if (list === undefined) lists[from] = [code, weight]
    else list.push(code, weight)
  }
  const dropFrom = (from: number, to: number): void => {
    const list = lists[from]!
    for (let at = 0; at < list.length; at += 2) if (targetOf(list[at]!) === to) list.splice(at, 2)
  }
  const each = (node: number, visit: VisitEdge): void => {
    const list = lists[node]
    if (list === undefined) return
    for (let at = 0; at < list.length; at += 2) visit(targetOf(list[at]!), list[at + 1]!, kindOf(list[at]!))
  }
  return {
    add: (a, b, weight, kind) => {
      addTo(a, codeOf(b, kind), weight)
      addTo(b, codeOf(a, kind), weight)
    },
    drop: (a, b) => {
      dropFrom(a, b)
      dropFrom(b, a)
    },
    clear: (node) => {
      each(node, (other) => dropFrom(other, node))
      lists[node] = undefined
    },
    each,
  }
}

const codeOf = (target: number, kind: EdgeKind): number => target * EDGE_KINDS.length + EDGE_KINDS.indexOf(kind)
const targetOf = (code: number): number => Math.floor(code / EDGE_KINDS.length)
const kindOf = (code: number): EdgeKind => EDGE_KINDS[code % EDGE_KINDS.length]!
