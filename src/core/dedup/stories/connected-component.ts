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

/** The components of some articles, by breadth-first search. Stories outside of them cannot change. */
export function componentsOf(keys: Iterable<string>, graph: StoryGraph, constraints: StoryConstraints): Components {
  const seen = new Set<number>()
  const components: Component[] = []
  const alone: number[] = []
  let nodes: number[] = []
  const reach = (node: number): void => {
    if (seen.has(node)) return
    seen.add(node)
    nodes.push(node)
  }
  for (const key of keys) {
    const start = graph.nodeOf(key)
    if (start === null || seen.has(start)) continue
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
    else components.push(componentAt(nodes, graph))
  }
  return { components, alone }
}

function componentAt(nodes: number[], graph: StoryGraph): Component {
  nodes.sort((a, b) => byTime(graph, a, b))
  const memberOf = new Map(nodes.map((node, member) => [node, member]))
  for (const node of nodes) judgeAmong(node, graph, (other) => memberOf.has(other))
  const starts = new Uint32Array(nodes.length + 1)
  nodes.forEach((node, member) => {
    graph.eachEdge(node, (other) => {
      if (memberOf.has(other)) starts[member + 1]!++
    })
  })
  for (let member = 0; member < nodes.length; member++) starts[member + 1]! += starts[member]!
  const next = starts.slice()
  const size = starts[nodes.length]!
  const [targets, weights, kinds] = [new Uint32Array(size), new Float64Array(size), new Uint8Array(size)]
  // Every edge is stored in both directions: filled from the targets, each row comes out in order.
  nodes.forEach((node, member) => {
    graph.eachEdge(node, (other, weight, kind) => {
      const from = memberOf.get(other)
      if (from === undefined) return
      const at = next[from]!++
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
  if (apart !== 0 || a === b) return apart
  return graph.keyAt(a) < graph.keyAt(b) ? -1 : 1
}
