import type { Match } from '../../domain/match.ts'
import type { Print } from '../../domain/print.ts'
import type { StoryLink } from '../../domain/story.ts'
import { createUnionFind } from '../../similar/union-find.ts'
import { titleMatch } from '../layer3-title.ts'
import { contentMatch } from '../layer4-content.ts'
import { eventMatch } from '../layer5-event.ts'
import { pairValue, pairVeto } from '../pair-rule.ts'
import type { Rules } from '../rules.ts'
import { byTime, keyAt } from './connected-component.ts'
import type { StoryConstraints } from './story-constraints.ts'
import { EDGE_KINDS, type EdgeKind, isLiteral, isTie, type StoryEdge } from './story-edge.ts'
import type { ClusteredComponent } from './story-facts.ts'
import type { StoryGraph } from './story-graph.ts'

/** A link between two members that may become part of the spanning tree. */
interface LinkCandidate {
  readonly a: number
  readonly b: number
  readonly strength: number
  /** The kind of its edge, or the constraint that it stands for. */
  readonly by: EdgeKind | 'hand' | 'frozen'
}

/** A story may hold together without some of its members: as many further links of each member are kept. */
const SPARE_LINKS = 4

/**
 * The links of a story: a maximum spanning tree over its members, and the best edge of each member that leads out of the story;
 * on request also spare links, which may connect members when others are not seen.
 */
export function linksOfStory(
  story: number,
  clustered: ClusteredComponent,
  constraints: StoryConstraints,
  withSpare: boolean,
): StoryLink[] {
  const members = clustered.stories[story]!
  const candidates = [...linksByEdge(members, clustered), ...linksByConstraint(members, clustered, constraints)]
  const { tree, rest } = spanningTree(members, candidates, withSpare)
  const linkOf = (candidate: LinkCandidate): StoryLink => describeCandidate(candidate, clustered)
  const spare = spareLinks(rest).map((candidate) => ({ ...linkOf(candidate), isSpare: true }))
  const nodes = new Set(members.map((member) => clustered.component.nodes[member]!))
  const refused = members.flatMap((member) =>
    linksOfMember(clustered.component.nodes[member]!, clustered.component.graph, (other) => nodes.has(other)),
  )
  return [...tree.map(linkOf), ...spare, ...refused]
}

/** Only the links that are kept are described: a story of forty copies has 780 edges and keeps 39. */
function describeCandidate({ a, b, by }: LinkCandidate, { component }: ClusteredComponent): StoryLink {
  const { graph, nodes } = component
  if (by !== 'hand' && by !== 'frozen') return describe(graph, nodes[b]!, nodes[a]!, by, true)
  const link = { layer: 'event', measure: by, value: 1, threshold: 1, veto: null, evidence: null } as const
  return { article: keyAt(component, b), other: keyAt(component, a), holds: true, ...link }
}

/** The best edge of an article that leads out of its story. Unjudged edges whose upper bound is below the best so far stay unjudged. */
export function linksOfMember(node: number, graph: StoryGraph, isOwn: (node: number) => boolean): StoryLink[] {
  const outside: Outside[] = []
  graph.eachEdge(node, (other, weight, kind) => {
    if (!isOwn(other) && weight > 0) outside.push({ other, kind, strength: strengthOf(weight, kind) })
  })
  outside.sort((a, b) => b.strength - a.strength || graph.compareKeys(a.other, b.other))
  let best: Outside | null = null
  for (const one of outside) {
    if (best !== null && one.strength < best.strength) break
    const judged = one.kind === 'unjudged' ? judgedOf(one, graph.judge(node, one.other)) : one
    if (judged !== null && judged.strength > 0 && (best === null || isStronger(judged, best, graph))) best = judged
  }
  return best === null ? [] : [describe(graph, node, best.other, best.kind, false)]
}

interface Outside {
  readonly other: number
  readonly kind: EdgeKind
  readonly strength: number
}

function judgedOf({ other }: Outside, edge: StoryEdge | null): Outside | null {
  return edge === null ? null : { other, kind: edge.kind, strength: strengthOf(edge.weight, edge.kind) }
}

function isStronger(a: Outside, b: Outside, graph: StoryGraph): boolean {
  return a.strength > b.strength || (a.strength === b.strength && graph.compareKeys(a.other, b.other) < 0)
}

const strengthOf = (weight: number, kind: EdgeKind): number => (isTie(kind) ? 1 + weight : weight)

function linksByEdge(members: readonly number[], { component, storyAt }: ClusteredComponent): LinkCandidate[] {
  const { starts, targets, weights, kinds } = component
  const candidates: LinkCandidate[] = []
  for (const member of members) {
    for (let at = starts[member]!; at < starts[member + 1]!; at++) {
      const other = targets[at]!
      const kind = EDGE_KINDS[kinds[at]!]!
      if (other <= member || storyAt[other] !== storyAt[member] || !isTie(kind)) continue
      candidates.push({ a: member, b: other, strength: strengthOf(weights[at]!, kind), by: kind })
    }
  }
  return candidates
}

/** Links by hand-made joins and frozen stories, weaker than any edge. */
function linksByConstraint(
  members: readonly number[],
  { component }: ClusteredComponent,
  constraints: StoryConstraints,
): LinkCandidate[] {
  const memberOf = new Map(members.map((member) => [keyAt(component, member), member]))
  return members.flatMap((member) => {
    const key = keyAt(component, member)
    return constraints.joins(key).flatMap((other): LinkCandidate[] => {
      const b = memberOf.get(other)
      if (b === undefined || b <= member) return []
      const by = constraints.isJoinedByHand(key, other) ? 'hand' : 'frozen'
      return [{ a: member, b, strength: by === 'hand' ? 0.5 : 0.4, by }]
    })
  })
}

/** Kruskal's algorithm for the maximum spanning tree; equal strengths in the order of publication. The rest is given on request. */
function spanningTree(
  members: readonly number[],
  candidates: LinkCandidate[],
  withRest: boolean,
): { readonly tree: readonly LinkCandidate[]; readonly rest: readonly LinkCandidate[] } {
  // By their places in the story: a component may have thousands of members, and as many stories.
  const placeOf = new Map(members.map((member, place) => [member, place]))
  const joined = createUnionFind(members.length)
  candidates.sort((x, y) => y.strength - x.strength || x.a - y.a || x.b - y.b)
  const tree: LinkCandidate[] = []
  const rest: LinkCandidate[] = []
  for (const candidate of candidates) {
    if (joined.unite(placeOf.get(candidate.a)!, placeOf.get(candidate.b)!)) tree.push(candidate)
    else if (withRest) rest.push(candidate)
  }
  return { tree, rest }
}

/** The strongest of the links that the tree does not need. */
function spareLinks(strongestFirst: readonly LinkCandidate[]): LinkCandidate[] {
  const counts = new Map<number, number>()
  return strongestFirst.filter(({ a, b }) => {
    if (Math.min(counts.get(a) ?? 0, counts.get(b) ?? 0) >= SPARE_LINKS) return false
    for (const member of [a, b]) counts.set(member, (counts.get(member) ?? 0) + 1)
    return true
  })
}

/** Measure, value, threshold and evidence of an edge. */
function describe(graph: StoryGraph, node: number, other: number, kind: EdgeKind, holds: boolean): StoryLink {
  const pair: Pair = byTime(graph, node, other) <= 0 ? [node, other] : [other, node]
  const literal = kind === 'copy' || kind === 'match' ? literalMatch(graph, pair) : null
  return {
    article: graph.keyAt(node),
    other: graph.keyAt(other),
    holds,
    ...(literal ?? pairFinding(graph, pair)),
  }
}

type Finding = Pick<StoryLink, 'layer' | 'measure' | 'value' | 'threshold' | 'veto' | 'evidence'>

/** Two nodes, that of the earlier article first. */
type Pair = readonly [first: number, second: number]

function pairFinding(graph: StoryGraph, [first, second]: Pair): Finding {
  const { pairs } = graph.rules.policy
  const { evidence, setting } = graph.evidenceAt(first, second)
  const value = pairValue(evidence, setting, pairs)
  const veto = pairVeto(evidence, setting, pairs)
  return { layer: 'event', measure: 'pair', value, threshold: pairs.threshold, veto, evidence }
}

function sameTitle(later: Print, earlier: Print, rules: Rules): Match | null {
  const match = titleMatch(later, earlier, rules)
  return match?.veto === null ? match : null
}

/** The match by which two articles are copies, or of one story by a literal policy. */
function literalMatch({ printAt, rules }: StoryGraph, [first, second]: Pair): Finding | null {
  const [earlier, later] = [printAt(first), printAt(second)]
  const match =
    contentMatch(later, earlier, rules) ??
    sameTitle(later, earlier, rules) ??
    (isLiteral(rules) ? eventMatch(later, earlier, rules) : null)
  if (match === null) return null
  const { layer, measure, value, threshold, veto } = match
  return { layer, measure, value, threshold, veto, evidence: null }
}
