import type { PairEvidence } from '../../domain/pair-evidence.ts'
import { createMemo } from '../containers/memo.ts'
import { type WeighedArticle, weighTerms } from '../epoch/weighed-article.ts'
import { evidenceOf, hoursBetween, isBarePair } from '../judge-pair.ts'
import { createPairComparison, type TermEvidence } from '../pair-comparison.ts'
import { mayFollowUp, mostCertain } from '../pair-rule.ts'
import type { Rules } from '../rules.ts'
import { createNeighbourIndex } from './neighbour-index.ts'
import { emptyTerms, type PackedPrints } from './packed-prints.ts'
import { COPY_OVERLAP, type EdgeKind, edgeOf, isLiteral, isTie, LEAST_SUPPORT, type StoryEdge } from './story-edge.ts'
import type { StoryNodes } from './story-nodes.ts'

/** Finds the edges of the story graph. */
export interface EdgeSearch {
  /** The TF-IDF vector of an article, cached. */
  readonly weighAt: (node: number) => WeighedArticle
  /** Makes an article a candidate of others. */
  readonly add: (node: number) => void
  /** The edges of an article to accepted nodes; the strongest where there are too many, ties by key. */
  readonly find: (node: number, isAccepted: (node: number) => boolean) => readonly FoundEdge[]
  /** The evidence that two articles of one language tell one event. Whether another newsroom tells it too is left open. */
  readonly evidenceAt: (node: number, other: number) => PairEvidence
}

/** An edge to be kept. */
export interface FoundEdge {
  readonly node: number
  readonly weight: number
  readonly kind: EdgeKind
}

/** So many weighed articles are cached: neighbours of one article are neighbours of the next too. */
const CACHE_SIZE = 2048

/** The most edges found for one article: a thousand copies of one text need not all be connected with each other. */
export const MOST_EDGES = 300

/** A search over packed prints: an inverted index gives the candidates, an upper bound of the pair rule spares most of them the comparison of titles. */
export function createEdgeSearch(rules: Rules, packed: PackedPrints, nodes: StoryNodes): EdgeSearch {
  const index = createNeighbourIndex()
  const comparison = createPairComparison()
  const terms = emptyTerms()
  const weighed = createMemo<number, WeighedArticle>(CACHE_SIZE)
  const { pairs } = rules.policy

  const weighAt = (node: number): WeighedArticle => {
    const known = weighed.get(node)
    if (known !== undefined) return known
    const { terms: found, language } = packed.articleAt(node)
    const made = weighTerms(found, language, rules.epoch)
    weighed.set(node, made)
    return made
  }
  // The node whose terms are in the lookup table; one article is compared with many others in a row.
  let loadedNode = -1
  const compareTerms = (node: number, other: number): TermEvidence => {
    if (loadedNode !== node) comparison.begin(weighAt(node))
    loadedNode = node
    packed.findTerms(other, terms)
    return comparison.compare(terms, nodes.sideAt(other))
  }
  /** What else is known of a pair whose terms were compared last. */
  const restOf = (own: WeighedArticle, node: number, other: number, hoursApart: number | null) => ({
    shorter: Math.min(own.ids.length, packed.sizeAt(other)),
    isBare: isBarePair(own, { bodyTerms: nodes.bodyTermsAt(other) }),
    hoursApart,
    names: nodes.areOneSource(node, other) ? comparison.countNames(terms) : 0,
  })
  const edgeBetween = (node: number, other: number, own: WeighedArticle): StoryEdge | null => {
    const hours = hoursBetween(nodes.publishedAt(node), nodes.publishedAt(other))
    if (hours !== null && hours > pairs.reachHours) return null
    const evidence = compareTerms(node, other)
    const rest = restOf(own, node, other, hours)
    if (evidence.overlap < COPY_OVERLAP && !isLiteral(rules)) {
      const weight = mostCertain(evidence, { ...rest, isFollowUp: mayFollowUp(rest) }, own.language, pairs)
      if (weight < LEAST_SUPPORT) return null
      if (weight < pairs.threshold) return { weight, kind: 'unjudged' }
    }
    const [a, b] = [packed.printAt(node), packed.printAt(other)]
    return edgeOf(evidenceOf(evidence, rest, a, b, rules.epoch), a, b, own.language, rules)
  }
  return {
    weighAt,
    add: (node) => index.add(node, weighAt(node).heavy),
    find: (node, isAccepted) => {
      const found: FoundEdge[] = []
      const own = weighAt(node)
      index.each(own.heavy, (other) => {
        if (other === node || !nodes.isPresent(other) || !isAccepted(other)) return
        if (packed.languageAt(other) !== own.language) return
        const edge = edgeBetween(node, other, own)
        if (edge !== null) found.push({ node: other, ...edge })
      })
      return strongestOf(found, nodes)
    },
    evidenceAt: (node, other) => {
      const hours = hoursBetween(nodes.publishedAt(node), nodes.publishedAt(other))
      const found = compareTerms(node, other)
      const rest = restOf(weighAt(node), node, other, hours)
      return evidenceOf(found, rest, packed.printAt(node), packed.printAt(other), rules.epoch)
    },
  }
}

function strongestOf(found: FoundEdge[], { keyAt }: StoryNodes): FoundEdge[] {
  if (found.length <= MOST_EDGES) return found
  const strength = ({ weight, kind }: FoundEdge): number => (isTie(kind) ? 1 + weight : weight)
  return found
    .sort((x, y) => strength(y) - strength(x) || (keyAt(x.node) < keyAt(y.node) ? -1 : 1))
    .slice(0, MOST_EDGES)
}
