import type { PairEvidence } from '../../domain/pair-evidence.ts'
import { createMemo } from '../containers/memo.ts'
import { headlinesAlike, hoursBetween, isBarePair } from '../judge-pair.ts'
import type { PairSetting } from '../pair-rule.ts'
import { type ComparedTitle, comparedTitle, settingBetween } from '../pair-setting.ts'
import type { Rules } from '../rules.ts'
import type { PackedPrints } from './packed-prints.ts'
import { literalEdge, mayBeLiteral, pairEdge } from './story-edge.ts'
import type { FoundEdge, KeptEvidence } from './story-edges.ts'
import type { StoryNodes } from './story-nodes.ts'

/** Judges pairs of articles whose terms were compared. Everything here is symmetric in the two. */
export interface EdgeJudge {
  /** Compares the titles of a pair and gives its edge; null when there is none. */
  readonly judge: (a: number, b: number, terms: ComparedTerms, isFollowUp: boolean) => FoundEdge | null
  /** The evidence of a pair, from what an edge keeps. */
  readonly evidenceOf: (a: number, b: number, kept: KeptEvidence, isFollowUp: boolean) => PairEvidence
  /** What the titles of a pair say. */
  readonly settingOf: (a: number, b: number) => PairSetting
}

/** What was found of a pair before its titles are compared. */
export type ComparedTerms = Omit<KeptEvidence, 'headlines'>

/** So many titles that were read are cached: articles of one time are compared with each other. */
const CACHE_SIZE = 8192

/** A judge over packed prints. Prints are decoded for copies and bare headlines only. */
export function createEdgeJudge(rules: Rules, packed: PackedPrints, nodes: StoryNodes): EdgeJudge {
  const titles = createMemo<number, ComparedTitle>(CACHE_SIZE)
  const titleAt = (node: number): ComparedTitle => {
    const known = titles.get(node)
    if (known !== undefined) return known
    const read = comparedTitle(packed.titleAt(node), packed.languageAt(node))
    titles.set(node, read)
    return read
  }
  const isBare = (a: number, b: number): boolean =>
    isBarePair({ bodyTerms: nodes.bodyTermsAt(a) }, { bodyTerms: nodes.bodyTermsAt(b) })
  const settingOf = (a: number, b: number): PairSetting => settingBetween(titleAt(a), titleAt(b), packed.languageAt(a))
  const evidenceOf = (a: number, b: number, kept: KeptEvidence, isFollowUp: boolean): PairEvidence => ({
    overlap: kept.overlap,
    titles: kept.titles,
    headlines: kept.headlines,
    shared: kept.shared,
    rarest: kept.rarest,
    otherFigures: kept.otherFigures,
    shorter: Math.min(nodes.sizeAt(a), nodes.sizeAt(b)),
    isBare: isBare(a, b),
    hoursApart: hoursBetween(nodes.publishedAt(a), nodes.publishedAt(b)),
    sameSource: nodes.areOneSource(a, b),
    isCredited: nodes.areCredited(a, b),
    names: kept.names,
    isFollowUp,
  })
  const withHeadlines = (a: number, b: number, terms: ComparedTerms): KeptEvidence => {
    const { overlap, titles, shared, rarest, otherFigures, names } = terms
    const headlines = isBare(a, b) ? headlinesAlike(packed.printAt(a), packed.printAt(b), titles, rules.epoch) : 0
    return { overlap, titles, headlines, shared, rarest, otherFigures, names }
  }
  return {
    evidenceOf,
    settingOf,
    judge: (a, b, terms, isFollowUp) => {
      const kept = withHeadlines(a, b, terms)
      const literal = mayBeLiteral(terms.overlap, rules)
        ? literalEdge(terms, packed.printAt(a), packed.printAt(b), rules)
        : null
      if (literal !== null) return { weight: literal.weight, kind: literal.kind, evidence: kept, setting: null }
      const setting = settingOf(a, b)
      const edge = pairEdge(evidenceOf(a, b, kept, isFollowUp), setting, rules.policy.pairs)
      return edge === null ? null : { weight: edge.weight, kind: edge.kind, evidence: kept, setting }
    },
  }
}
