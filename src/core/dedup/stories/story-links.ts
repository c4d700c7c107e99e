import type { StoryLink } from '../../domain/story.ts'
import { createUnionFind } from '../../similar/union-find.ts'
import { titleMatch } from '../layer3-title.ts'
import { contentMatch } from '../layer4-content.ts'
import { eventMatch } from '../layer5-event.ts'
import { pairValue, pairVeto } from '../pair-rule.ts'
import { settingOf } from '../pair-setting.ts'
import { inOrder } from '../rules.ts'
import { keyAt } from './connected-component.ts'
import type { Bonds } from './story-constraints.ts'
import { EDGE_KINDS, type EdgeKind, isLiteral, isTie, type StoryEdge } from './story-edge.ts'
import type { CutPart } from './story-facts.ts'
import type { StoryGraph } from './story-graph.ts'

/** A tie between two members, the stronger first when a story's links are chosen. */
interface Tie {
  readonly a: number
  readonly b: number
  readonly strength: number
  readonly describe: () => StoryLink
}

/** The links of a story: a spanning tree of the strongest ties between its members, and each member's best refused one. */
export function linksOfStory(story: number, cut: CutPart, bonds: Bonds): StoryLink[] {
  const members = cut.stories[story]!
  const tree = spanningTree(members, [...edgeTies(members, cut), ...boundTies(members, cut, bonds)])
  const places = new Set(members.map((member) => cut.part.places[member]!))
  const refused = members.flatMap((member) =>
    linksOfMember(cut.part.places[member]!, cut.part.graph, (other) => places.has(other)),
  )
  return [...tree, ...refused]
}

/** The best edge of an article that leads out of its story. Edges that can be no better than one that is known are not judged. */
export function linksOfMember(place: number, graph: StoryGraph, isOwn: (place: number) => boolean): StoryLink[] {
  const outside: Outside[] = []
  graph.eachEdge(place, (other, weight, kind) => {
    if (!isOwn(other)) outside.push({ other, kind, strength: strengthOf(weight, kind) })
  })
  outside.sort((a, b) => b.strength - a.strength || (graph.keyAt(a.other) < graph.keyAt(b.other) ? -1 : 1))
  let best: Outside | null = null
  for (const one of outside) {
    if (best !== null && one.strength < best.strength) break
    const judged = one.kind === 'unjudged' ? judgedOf(one, graph.judge(place, one.other)) : one
    if (judged !== null && (best === null || isStronger(judged, best, graph))) best = judged
  }
  return best === null ? [] : [describe(graph, place, best.other, best.kind, false)]
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
  return a.strength > b.strength || (a.strength === b.strength && graph.keyAt(a.other) < graph.keyAt(b.other))
}

const strengthOf = (weight: number, kind: EdgeKind): number => (isTie(kind) ? 1 + weight : weight)

function edgeTies(members: readonly number[], { part, storyAt }: CutPart): Tie[] {
  const { starts, targets, weights, kinds, graph, places } = part
  return members.flatMap((member) => {
    const ties: Tie[] = []
    for (let at = starts[member]!; at < starts[member + 1]!; at++) {
      const other = targets[at]!
      const kind = EDGE_KINDS[kinds[at]!]!
      if (other <= member || storyAt[other] !== storyAt[member] || !isTie(kind)) continue
      ties.push({
        a: member,
        b: other,
        strength: strengthOf(weights[at]!, kind),
        describe: () => describe(graph, places[other]!, places[member]!, kind, true),
      })
    }
    return ties
  })
}

/** Hand-made joins and frozen stories tie where no edge does. */
function boundTies(members: readonly number[], { part }: CutPart, bonds: Bonds): Tie[] {
  const memberOf = new Map(members.map((member) => [keyAt(part, member), member]))
  return members.flatMap((member) => {
    const key = keyAt(part, member)
    return bonds.joins(key).flatMap((other): Tie[] => {
      const b = memberOf.get(other)
      if (b === undefined || b <= member) return []
      const measure = bonds.saysTogether(key, other) ? 'hand' : 'frozen'
      const link = { layer: 'event', measure, value: 1, threshold: 1, veto: null, evidence: null } as const
      const describe = (): StoryLink => ({ article: other, other: key, holds: true, ...link })
      return [{ a: member, b, strength: measure === 'hand' ? 0.5 : 0.4, describe }]
    })
  })
}

/** Kruskal's algorithm: the strongest ties that join what was not joined yet; equal ones in the order of publication. */
function spanningTree(members: readonly number[], ties: readonly Tie[]): StoryLink[] {
  const joined = createUnionFind(Math.max(...members) + 1)
  const ordered = ties.toSorted((x, y) => y.strength - x.strength || x.a - y.a || x.b - y.b)
  return ordered.filter(({ a, b }) => joined.unite(a, b)).map((tie) => tie.describe())
}

/** What is known of an edge, in figures. */
function describe(graph: StoryGraph, place: number, other: number, kind: EdgeKind, holds: boolean): StoryLink {
  const [article, second] = [graph.printAt(place), graph.printAt(other)]
  const isFirst = inOrder(article, second)[0] === article
  const pair = isFirst ? ([place, other] as const) : ([other, place] as const)
  const literal = kind === 'copy' || kind === 'match' ? literalMatch(graph, pair) : null
  return { article: article.key, other: second.key, holds, ...(literal ?? pairFinding(graph, pair)) }
}

type Finding = Pick<StoryLink, 'layer' | 'measure' | 'value' | 'threshold' | 'veto' | 'evidence'>

/** Two places, that of the earlier article first. */
type Pair = readonly [first: number, second: number]

function pairFinding(graph: StoryGraph, [first, second]: Pair): Finding {
  const { pairs } = graph.rules.policy
  const evidence = graph.evidenceAt(first, second)
  const setting = settingOf(graph.printAt(first).title, graph.printAt(second).title, graph.languageAt(first))
  const value = pairValue(evidence, setting, pairs)
  const veto = pairVeto(evidence, setting, pairs)
  return { layer: 'event', measure: 'pair', value, threshold: pairs.threshold, veto, evidence }
}

/** The layer that says the two are one text, or of one story to the letter of a policy. */
function literalMatch({ printAt, rules }: StoryGraph, [first, second]: Pair): Finding | null {
  const [earlier, later] = [printAt(first), printAt(second)]
  const title = titleMatch(later, earlier, rules)
  const match =
    contentMatch(later, earlier, rules) ??
    (title?.veto === null ? title : null) ??
    (isLiteral(rules) ? eventMatch(later, earlier, rules) : null)
  if (match === null) return null
  const { layer, measure, value, threshold, veto } = match
  return { layer, measure, value, threshold, veto, evidence: null }
}
