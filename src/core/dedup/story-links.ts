import type { Match } from '../domain/match.ts'
import type { Print } from '../domain/print.ts'
import type { StoryLink } from '../domain/story.ts'
import type { Bonds } from './bonds.ts'
import { judgePair } from './judge-pair.ts'
import { titleMatch } from './layer3-title.ts'
import { contentMatch } from './layer4-content.ts'
import { eventMatch } from './layer5-event.ts'
import { inOrder, type Rules } from './rules.ts'
import type { EdgeKind } from './story-edge.ts'
import type { CutPart } from './story-facts.ts'
import type { StoryGraph } from './story-graph.ts'
import { keyAt } from './story-part.ts'
import { createUnionFind } from './union-find.ts'

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

/** The best edge of an article that leads out of its story. */
export function linksOfMember(place: number, graph: StoryGraph, isOwn: (place: number) => boolean): StoryLink[] {
  let best: { other: number; strength: number; kind: EdgeKind } | null = null
  graph.eachEdge(place, (other, weight, kind) => {
    if (isOwn(other)) return
    const strength = strengthOf(weight, kind)
    const isBetter = best === null || strength > best.strength
    const isEarlier = best !== null && strength === best.strength && graph.keyAt(other) < graph.keyAt(best.other)
    if (isBetter || isEarlier) best = { other, strength, kind }
  })
  if (best === null) return []
  const { other, kind } = best as { other: number; kind: EdgeKind }
  return [describe(graph, place, other, kind, false)]
}

const strengthOf = (weight: number, kind: EdgeKind): number => (kind === 'support' ? weight : 1 + weight)

function edgeTies(members: readonly number[], { part, storyAt }: CutPart): Tie[] {
  const { starts, targets, weights, kinds, graph, places } = part
  return members.flatMap((member) => {
    const ties: Tie[] = []
    for (let at = starts[member]!; at < starts[member + 1]!; at++) {
      const other = targets[at]!
      const kind = KINDS[kinds[at]!]!
      if (other <= member || storyAt[other] !== storyAt[member] || kind === 'support') continue
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

const KINDS: readonly EdgeKind[] = ['support', 'link', 'match', 'copy']

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
  const found = findingOf(article, second, kind, graph.rules)
  return { article: article.key, other: second.key, holds, ...found }
}

type Finding = Pick<StoryLink, 'layer' | 'measure' | 'value' | 'threshold' | 'veto' | 'evidence'>

function findingOf(a: Print, b: Print, kind: EdgeKind, rules: Rules): Finding {
  const [first, second] = inOrder(a, b)
  const match = kind === 'copy' || kind === 'match' ? literalMatch(second, first, rules) : null
  if (match !== null) {
    const { layer, measure, value, threshold, veto } = match
    return { layer, measure, value, threshold, veto, evidence: null }
  }
  const { pairs } = rules.policy
  const judged = judgePair(first, second, rules.epoch, pairs)
  const { value, veto, evidence } = judged ?? { value: 0, veto: null, evidence: null }
  return { layer: 'event', measure: 'pair', value, threshold: pairs.threshold, veto, evidence }
}

/** The layer that says the two are one text, or of one story to the letter of a policy. */
function literalMatch(later: Print, earlier: Print, rules: Rules): Match | null {
  const content = contentMatch(later, earlier, rules)
  if (content !== null) return content
  const title = titleMatch(later, earlier, rules)
  if (title !== null && title.veto === null) return title
  return rules.policy.event?.measure === 'entities' ? eventMatch(later, earlier, rules) : null
}
