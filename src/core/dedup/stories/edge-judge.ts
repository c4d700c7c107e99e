import type { PairEvidence } from '../../domain/pair-evidence.ts'
import { ensureCapacity } from '../containers/growing-column.ts'
import { createMemo } from '../containers/memo.ts'
import { headlinesAlike, hoursBetween, isBarePair } from '../judge-pair.ts'
import type { PairSetting } from '../pair-rule.ts'
import { type ComparedTitle, comparedTitle, PLAIN_TITLE, settingBetween } from '../pair-setting.ts'
import type { Rules } from '../rules.ts'
import { numbersAmong } from '../titles.ts'
import { type FilteredArticle, filterCopies } from './copy-filter.ts'
import type { PackedPrints } from './packed-prints.ts'
import { COPIED, isLiteral, literalEdge, mayBeLiteral, pairEdge, type StoryEdge } from './story-edge.ts'
import type { FoundEdge, KeptEvidence } from './story-edges.ts'
import type { StoryNodes } from './story-nodes.ts'
import { createTitleSpellings } from './title-spellings.ts'
import { createTitleTerms } from './title-terms.ts'

/** Judges pairs of articles whose terms were compared. Everything here is symmetric in the two. */
export interface EdgeJudge {
  /** Compares the titles of a pair and gives its edge; null when there is none. */
  readonly judge: (a: number, b: number, terms: KeptEvidence, isFollowUp: boolean) => FoundEdge | null
  /** The evidence of a pair, from what an edge keeps. */
  readonly evidenceOf: (a: number, b: number, kept: KeptEvidence, isFollowUp: boolean) => PairEvidence
  /** What the titles of a pair say. */
  readonly settingOf: (a: number, b: number) => PairSetting
}

/** What so many titles say is cached: articles of one time are compared with each other. */
const CACHE_SIZE = 8192

/** A node as the copy filter sees it: one record for one node after the other, since the getter of a new record costs more than most of what the filter does. */
function createFilteredNode(packed: PackedPrints, nodes: StoryNodes) {
  let node = -1
  const seen: FilteredArticle = {
    get bytes() {
      return packed.headAt(node)
    },
    get key() {
      return nodes.keyAt(node)
    },
    get published() {
      return packed.publishedAt(node)
    },
    get language() {
      return packed.languageAt(node)
    },
    get title() {
      return packed.titleAt(node)
    },
  }
  return {
    set: (next: number): FilteredArticle => {
      node = next
      return seen
    },
  }
}

/** Whether two titles may be the same by soft IDF, as far as terms and spellings tell; null where a script without spaces is to be compared by its letters. */
function createTitleFilter({ policy, epoch }: Rules, packed: PackedPrints): (a: number, b: number) => boolean | null {
  const { title } = policy
  const terms = createTitleTerms(epoch, packed)
  if (title?.measure !== 'soft-idf') return terms.share
  const { thresholds } = title
  const spellings = createTitleSpellings(epoch, packed, thresholds)
  return (a, b) => {
    const share = terms.share(a, b)
    return share === true ? spellings.mostAlike(a, b) >= thresholds.same : share
  }
}

/** A judge over packed prints. Prints are decoded for copies and bare headlines only. */
export function createEdgeJudge(rules: Rules, packed: PackedPrints, nodes: StoryNodes): EdgeJudge {
  const said = createMemo<number, ComparedTitle>(CACHE_SIZE)
  // 1 for a title that says nothing: it is not read again when it has left the cache.
  let isPlain = new Uint8Array(64)
  const comparedAt = (node: number): ComparedTitle => {
    if (isPlain[node] === 1) return PLAIN_TITLE
    const known = said.get(node)
    if (known !== undefined) return known
    // Most titles say nothing and are read once: none is cached.
    const { raw, words } = packed.titleTextsAt(node)
    const compared = comparedTitle(raw, numbersAmong(words), packed.languageAt(node))
    isPlain = ensureCapacity(isPlain, node + 1)
    if (compared === PLAIN_TITLE) isPlain[node] = 1
    else said.set(node, compared)
    return compared
  }
  const mayBeOneTitle = createTitleFilter(rules, packed)
  const [own, other] = [createFilteredNode(packed, nodes), createFilteredNode(packed, nodes)]
  /** The edge of a pair by `literalEdge`; prints are decoded only where the filter does not tell. */
  const literalAt = (a: number, b: number, terms: KeptEvidence): StoryEdge | null => {
    if (!mayBeLiteral(terms.overlap, rules)) return null
    const told = isLiteral(rules) ? 'unclear' : filterCopies(own.set(a), other.set(b), rules, () => mayBeOneTitle(a, b))
    if (told === 'none') return null
    return told === 'copies' ? COPIED : literalEdge(terms, packed.printAt(a), packed.printAt(b), rules)
  }
  const isBare = (a: number, b: number): boolean =>
    isBarePair({ bodyTerms: nodes.bodyTermsAt(a) }, { bodyTerms: nodes.bodyTermsAt(b) })
  const settingOf = (a: number, b: number): PairSetting =>
    settingBetween(comparedAt(a), comparedAt(b), packed.languageAt(a))
  const evidenceOf = (a: number, b: number, kept: KeptEvidence, isFollowUp: boolean): PairEvidence => ({
    overlap: kept.overlap,
    titles: kept.titles,
    headlines: kept.headlines,
    shared: kept.shared,
    rarest: kept.rarest,
    otherFigures: kept.otherFigures,
    terms: kept.terms,
    otherNames: kept.otherNames,
    shorter: Math.min(nodes.sizeAt(a), nodes.sizeAt(b)),
    isBare: isBare(a, b),
    hoursApart: hoursBetween(packed.publishedAt(a), packed.publishedAt(b)),
    sameSource: nodes.areOneSource(a, b),
    isCredited: nodes.areCredited(a, b),
    names: kept.names,
    isFollowUp,
  })
  const withHeadlines = (a: number, b: number, terms: KeptEvidence): KeptEvidence => {
    if (!isBare(a, b)) return terms
    return { ...terms, headlines: headlinesAlike(packed.printAt(a), packed.printAt(b), terms.titles, rules.epoch) }
  }
  return {
    evidenceOf,
    settingOf,
    judge: (a, b, terms, isFollowUp) => {
      const kept = withHeadlines(a, b, terms)
      const literal = literalAt(a, b, terms)
      if (literal !== null) return { weight: literal.weight, kind: literal.kind, evidence: kept, setting: null }
      const setting = settingOf(a, b)
      const edge = pairEdge(evidenceOf(a, b, kept, isFollowUp), setting, rules.policy.pairs)
      return edge === null ? null : { weight: edge.weight, kind: edge.kind, evidence: kept, setting }
    },
  }
}
