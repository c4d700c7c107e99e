import type { PrintOrigin } from '../print/encode-print.ts'
import type { Bonds } from './story-constraints.ts'
import { EDGE_KINDS, isTie } from './story-edge.ts'
import type { StoryGraph } from './story-graph.ts'

/**
 * A connected component: articles that links and bonds tie together, in the order of publication and key, and the edges
 * among them: those of member i stand at `starts[i]` up to `starts[i + 1]`, in the order of the members they lead to. No
 * link leads out of it; edges that are no links may, and are left out.
 */
export interface Part {
  /** Where they stand in the graph. */
  readonly places: readonly number[]
  readonly graph: StoryGraph
  readonly starts: Uint32Array
  readonly targets: Uint32Array
  readonly weights: Float64Array
  readonly kinds: Uint8Array
}

export const SUPPORT = EDGE_KINDS.indexOf('support')
/** From this kind on two articles share a story without being asked. */
export const MATCH = EDGE_KINDS.indexOf('match')
export const COPY = EDGE_KINDS.indexOf('copy')

/** The key of a member. */
export function keyAt({ graph, places }: Part, member: number): string {
  return graph.keyAt(places[member]!)
}

/** How much a member asks. */
export function massAt({ graph, places }: Part, member: number): number {
  return graph.massAt(places[member]!)
}

/** Who wrote a member, and when. */
export function originAt({ graph, places }: Part, member: number): PrintOrigin {
  return graph.originAt(places[member]!)
}

/** A window taken apart: what hangs together, and who stands alone, which most do. */
export interface Parts {
  readonly parts: readonly Part[]
  /** Where they stand in the graph. */
  readonly alone: readonly number[]
}

/** Everything that hangs together with some articles: beyond it nothing can change. */
export function partsOf(keys: Iterable<string>, graph: StoryGraph, bonds: Bonds): Parts {
  const seen = new Set<number>()
  const parts: Part[] = []
  const alone: number[] = []
  let places: number[] = []
  const reach = (place: number): void => {
    if (seen.has(place)) return
    seen.add(place)
    places.push(place)
  }
  for (const key of keys) {
    const start = graph.placeOf(key)
    if (start === null || seen.has(start)) continue
    places = []
    reach(start)
    for (let at = 0; at < places.length; at++) {
      graph.eachEdge(places[at]!, (other, _, kind) => {
        if (isTie(kind)) reach(other)
      })
      for (const other of bonds.joins(graph.keyAt(places[at]!))) {
        const place = graph.placeOf(other)
        if (place !== null) reach(place)
      }
    }
    if (places.length === 1) alone.push(start)
    else parts.push(partAt(places, graph))
  }
  return { parts, alone }
}

function partAt(places: number[], graph: StoryGraph): Part {
  places.sort((a, b) => byTime(graph, a, b))
  const memberOf = new Map(places.map((place, member) => [place, member]))
  for (const place of places) judgeAmong(place, graph, (other) => memberOf.has(other))
  const starts = new Uint32Array(places.length + 1)
  places.forEach((place, member) => {
    graph.eachEdge(place, (other) => {
      if (memberOf.has(other)) starts[member + 1]!++
    })
  })
  for (let member = 0; member < places.length; member++) starts[member + 1]! += starts[member]!
  const next = starts.slice()
  const size = starts[places.length]!
  const [targets, weights, kinds] = [new Uint32Array(size), new Float64Array(size), new Uint8Array(size)]
  // Each edge is there both ways: taken from the other end, every row comes out in order.
  places.forEach((place, member) => {
    graph.eachEdge(place, (other, weight, kind) => {
      const from = memberOf.get(other)
      if (from === undefined) return
      const at = next[from]!++
      targets[at] = member
      weights[at] = weight
      kinds[at] = EDGE_KINDS.indexOf(kind)
    })
  })
  return { graph, places, starts, targets, weights, kinds }
}

/** Which of an article's edges to some others were not judged yet is judged: what supports a story must be known. */
function judgeAmong(place: number, graph: StoryGraph, isAsked: (place: number) => boolean): void {
  const unjudged: number[] = []
  graph.eachEdge(place, (other, _, kind) => {
    if (kind === 'unjudged' && isAsked(other)) unjudged.push(other)
  })
  for (const other of unjudged) graph.judge(place, other)
}

/** Earlier published first, then by key. */
export function byTime(graph: StoryGraph, a: number, b: number): number {
  const apart = (graph.publishedAt(a) ?? 0) - (graph.publishedAt(b) ?? 0)
  if (apart !== 0 || a === b) return apart
  return graph.keyAt(a) < graph.keyAt(b) ? -1 : 1
}
