import { createWeighingBuffers, type WeighedArticle, weighTerms } from '../epoch/weighed-article.ts'
import { hoursBetween, isBarePair, isUndated } from '../judge-pair.ts'
import {
  createPairComparison,
  NO_FEED_TERMS,
  NOT_UNDATED,
  type TermEvidence,
  type UndatedEvidence,
} from '../pair-comparison.ts'
import { mayFollowUp, mostCertain } from '../pair-rule.ts'
import type { Rules } from '../rules.ts'
import type { EdgeJudge } from './edge-judge.ts'
import { createNeighbourIndex } from './neighbour-index.ts'
import { emptyTerms, type PackedPrints } from './packed-prints.ts'
import { isTie, LEAST_SUPPORT, mayBeLiteral } from './story-edge.ts'
import type { FoundEdge, KeptEvidence } from './story-edges.ts'
import type { StoryNodes } from './story-nodes.ts'

/** Finds the edges of the story graph. */
export interface EdgeSearch {
  /** The TF-IDF vector of an article, valid until the next call for another one. */
  readonly weighAt: (node: number) => WeighedArticle
  /** Makes an article a candidate of others. */
  readonly add: (node: number) => void
  /** The edges of an article to accepted nodes; the strongest where there are too many, ties by key. */
  readonly find: (node: number, isAccepted: (node: number) => boolean) => readonly EdgeTo[]
  /** Gives back what only a search needs. No article can be weighed, added or searched for afterwards. */
  readonly end: () => void
}

/** An edge and the node it leads to. */
export interface EdgeTo {
  readonly node: number
  readonly edge: FoundEdge
}

/** The most edges found for one article: a thousand copies of one text need not all be connected with each other. */
export const MOST_EDGES = 300

/** A search over packed prints: an inverted index gives the candidates, an upper bound of the pair rule spares most of them the comparison of titles. */
export function createEdgeSearch(
  rules: Rules,
  packed: PackedPrints,
  nodes: StoryNodes,
  { judge }: EdgeJudge,
): EdgeSearch {
  const index = createNeighbourIndex()
  let comparison = createPairComparison()
  const terms = emptyTerms()
  const rest = { shorter: 0, isBare: false, hoursApart: null as number | null, isFollowUp: false }
  const buffers = createWeighingBuffers()
  const { pairs } = rules.policy
  const { window } = rules.epoch
  // The article in the buffers, and the one in the comparison's lookup table: many articles have no candidate.
  let loaded = -1
  let compared = -1
  let own: WeighedArticle | null = null

  const weighAt = (node: number): WeighedArticle => {
    if (own !== null && loaded === node) return own
    own = weighTerms(packed.articleAt(node), rules.epoch, buffers)
    loaded = node
    compared = -1
    return own
  }
  const edgeTo = (other: number, node: number, article: WeighedArticle): FoundEdge | null => {
    const hoursApart = hoursBetween(packed.publishedAt(node), packed.publishedAt(other))
    if (hoursApart !== null && hoursApart > pairs.reachHours) return null
    if (compared !== node) comparison.begin(article)
    compared = node
    packed.findTerms(other, terms)
    terms.feedTerms = window?.termsOfFeed(packed.feedAt(other)) ?? NO_FEED_TERMS
    const found = comparison.compare(terms, nodes.sideAt(other))
    const names = nodes.areOneSource(node, other) ? comparison.countNames(terms) : 0
    const isBare = isBarePair(article, { bodyTerms: nodes.bodyTermsAt(other) })
    const undated = isUndated(isBare, hoursApart) ? comparison.compareUndated(terms) : NOT_UNDATED
    if (mayBeLiteral(found.overlap, rules)) return judge(node, other, kept(found, undated, names), false)
    rest.shorter = Math.min(article.ids.length, nodes.sizeAt(other))
    rest.isBare = isBare
    rest.hoursApart = hoursApart
    rest.isFollowUp = names > 0 && mayFollowUp({ names, hoursApart })
    const weight = mostCertain(found, undated, rest, article.language, pairs)
    if (weight < LEAST_SUPPORT) return null
    const evidence = kept(found, undated, names)
    return weight < pairs.threshold
      ? { weight, kind: 'unjudged', evidence, setting: null }
      : judge(node, other, evidence, false)
  }
  return {
    weighAt,
    add: (node) => index.add(node, weighAt(node).heavy),
    find: (node, isAccepted) => {
      const found: EdgeTo[] = []
      const article = weighAt(node)
      const near = index.find(article.heavy)
      packed.prefetch(near)
      for (let at = 0; at < near.length; at++) {
        const other = near[at]!
        if (other === node || !nodes.isPresent(other) || !isAccepted(other)) continue
        if (packed.languageAt(other) !== article.language) continue
        const edge = edgeTo(other, node, article)
        if (edge !== null) found.push({ node: other, edge })
      }
      return strongestOf(found, nodes)
    },
    end: () => {
      index.clear()
      packed.dropTerms()
      // The last article, and the last it was compared with, are views of what is dropped.
      own = null
      comparison = createPairComparison()
      Object.assign(terms, emptyTerms())
    },
  }
}

/** What an edge keeps: a record of its own, made only for pairs that have an edge. */
function kept(found: TermEvidence, { terms, otherNames }: UndatedEvidence, names: number): KeptEvidence {
  const { overlap, titles, shared, rarest, otherFigures } = found
  return { overlap, titles, headlines: 0, shared, rarest, otherFigures, terms, otherNames, names }
}

function strongestOf(found: EdgeTo[], { compareKeys }: StoryNodes): EdgeTo[] {
  if (found.length <= MOST_EDGES) return found
  const strength = ({ edge: { weight, kind } }: EdgeTo): number => (isTie(kind) ? 1 + weight : weight)
  return found.sort((x, y) => strength(y) - strength(x) || compareKeys(x.node, y.node)).slice(0, MOST_EDGES)
}
