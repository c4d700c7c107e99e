import { type ColumnPool, createColumnPool } from '../containers/column-pool.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import type { PrintOrigin } from '../print/decode-print.ts'
import type { StoryConstraints } from './story-constraints.ts'
import { EDGE_KINDS, isTie } from './story-edge.ts'
import type { StoryGraph } from './story-graph.ts'

/**
 * A connected component of the story graph under links and must-link constraints, in compressed sparse row form: members are
 * in the order of publication and key, the edges of member i are those from `starts[i]` to `starts[i + 1]`, ordered by
 * target. Edges that are no links and lead out of the component are left out.
 */
export interface Component {
  /** The graph node of each member. */
  readonly nodes: readonly number[]
  readonly graph: StoryGraph
  readonly starts: Uint32Array
  readonly targets: Uint32Array
  readonly weights: Float64Array
  readonly kinds: Uint8Array
}

export const SUPPORT = EDGE_KINDS.indexOf('support')
/** Edges of this kind or a stronger one always put two articles into one story. */
export const MATCH = EDGE_KINDS.indexOf('match')
export const COPY = EDGE_KINDS.indexOf('copy')

/** The key of a member. */
export function keyAt({ graph, nodes }: Component, member: number): string {
  return graph.keyAt(nodes[member]!)
}

/** The mass of a member, by which weights are averaged. */
export function massAt({ graph, nodes }: Component, member: number): number {
  return graph.massAt(nodes[member]!)
}

/** Source and times of a member. */
export function originAt({ graph, nodes }: Component, member: number): PrintOrigin {
  return graph.originAt(nodes[member]!)
}

/** The connected components with two or more members, and the nodes without any link, which most articles are. */
export interface Components {
  readonly components: readonly Component[]
  readonly alone: readonly number[]
}

const DONE = -1

/** The components of some articles, by breadth-first search. Stories outside of them cannot change. */
export function componentsOf(keys: Iterable<string>, graph: StoryGraph, constraints: StoryConstraints): Components {
  // One element per node: 0 until it is reached, then its number in the component that is being made, plus one; `DONE` afterwards.
  let members = new Int32Array(64)
  const columns = createColumnPool()
  const components: Component[] = []
  const alone: number[] = []
  let nodes: number[] = []
  const reach = (node: number): void => {
    members = ensureCapacity(members, node + 1)
    if (members[node] !== 0) return
    nodes.push(node)
    members[node] = nodes.length
  }
  for (const key of keys) {
    const start = graph.nodeOf(key)
    if (start === null || (members[start] ?? 0) !== 0) continue
    nodes = []
    reach(start)
    for (let at = 0; at < nodes.length; at++) {
      graph.eachEdge(nodes[at]!, (other, _, kind) => {
        if (isTie(kind)) reach(other)
      })
      for (const other of constraints.joins(graph.keyAt(nodes[at]!))) {
        const node = graph.nodeOf(other)
        if (node !== null) reach(node)
      }
    }
    if (nodes.length === 1) alone.push(start)
    else components.push(componentAt(nodes, { graph, members, columns }))
    for (const node of nodes) members[node] = DONE
  }
  return { components, alone }
}

/** What components are made with; `members` has the number of each of its nodes plus one, and no positive number for any other node. */
interface ComponentParts {
  readonly graph: StoryGraph
  readonly members: Int32Array
  readonly columns: ColumnPool
}

let ends = new Uint32Array(64)

/** A copy of some starts, valid until the next call. */
function nextOf(starts: Uint32Array): Uint32Array {
  ends = ensureCapacity(ends, starts.length)
  ends.set(starts)
  return ends
}

function componentAt(nodes: number[], { graph, members, columns }: ComponentParts): Component {
  nodes.sort((a, b) => byTime(graph, a, b))
  for (let member = 0; member < nodes.length; member++) members[nodes[member]!] = member + 1
  const isMember = (node: number): boolean => members[node]! > 0
  for (const node of nodes) judgeAmong(node, graph, isMember)
  const starts = columns.uints(nodes.length + 1)
  nodes.forEach((node, member) => {
    graph.eachEdge(node, (other) => {
      if (isMember(other)) starts[member + 1]!++
    })
  })
  for (let member = 0; member < nodes.length; member++) starts[member + 1]! += starts[member]!
  const next = nextOf(starts)
  const size = starts[nodes.length]!
  const [targets, weights, kinds] = [columns.uints(size), columns.floats(size), columns.bytes(size)]
  // Every edge is stored in both directions: filled from the targets, each row comes out in order.
  nodes.forEach((node, member) => {
    graph.eachEdge(node, (other, weight, kind) => {
      if (!isMember(other)) return
      const at = next[members[other]! - 1]!++
      targets[at] = member
      weights[at] = weight
      kinds[at] = EDGE_KINDS.indexOf(kind)
    })
  })
  return { graph, nodes, starts, targets, weights, kinds }
}

/** Judges the unjudged edges of a node to some others: clustering needs their weights. */
function judgeAmong(node: number, graph: StoryGraph, isAsked: (node: number) => boolean): void {
  const unjudged: number[] = []
  graph.eachEdge(node, (other, _, kind) => {
    if (kind === 'unjudged' && isAsked(other)) unjudged.push(other)
  })
  for (const other of unjudged) graph.judge(node, other)
}

/** Earlier published first, then by key. */
export function byTime(graph: StoryGraph, a: number, b: number): number {
  const apart = (graph.publishedAt(a) ?? 0) - (graph.publishedAt(b) ?? 0)
  return apart === 0 ? graph.compareKeys(a, b) : apart
}
