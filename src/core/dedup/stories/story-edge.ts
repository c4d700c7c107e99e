import type { PairEvidence, PairVeto } from '../../domain/pair-evidence.ts'
import type { Print } from '../../domain/print.ts'
import { titleMatch } from '../layer3-title.ts'
import { contentMatch } from '../layer4-content.ts'
import { eventMatch } from '../layer5-event.ts'
import { mayFollowUp, type PairPolicy, type PairSetting, pairValue, pairVeto, supportValue } from '../pair-rule.ts'
import { inOrder, isOneDomain, type Rules } from '../rules.ts'

/**
 * Kinds of edges of the story graph, from weak to strong. `unjudged`: by its terms it can be no more than support; its titles
 * were not compared yet, and its weight is an upper bound. `support`: evidence below the threshold, or vetoed; it counts in
 * average linkage but never joins two articles; below 0 it speaks against one story. `follow-up`: a link between two reports of one
 * newsroom as soon as one of them has a link to another newsroom, and nothing before that. `link`: the pair rule's evidence reached its threshold. `match`: a layer of
 * a literal policy puts the two into one story. `copy`: one text, so one story.
 */
export const EDGE_KINDS = ['unjudged', 'support', 'follow-up', 'link', 'match', 'copy'] as const
export type EdgeKind = (typeof EDGE_KINDS)[number]

/** Whether an edge ties two articles into one story. */
export const isTie = (kind: EdgeKind): boolean => kind === 'link' || kind === 'match' || kind === 'copy'

/** Kind and weight of an edge. */
export interface StoryEdge {
  readonly weight: number
  readonly kind: EdgeKind
}

/** Pairs with a smaller overlap of terms are not tested for being copies. */
const COPY_OVERLAP = 0.3
/** Edges with a smaller weight are not kept. */
export const LEAST_SUPPORT = 0.05
/** The weight of a pair that speaks against one story, as much as a copy speaks for one. */
const AGAINST = -1
/** One newsroom that names two numbers, days or versions within so many hours tells two events: nothing has run on since. */
const SAME_EDITION_HOURS = 12
const TELLING_VETOES: ReadonlySet<PairVeto | null> = new Set(['numbers', 'occasion', 'version'] as const)

/** Whether two articles with such an overlap of terms may be joined by more than the pair rule. */
export function mayBeLiteral(overlap: number, rules: Rules): boolean {
  return overlap >= COPY_OVERLAP || isLiteral(rules)
}

/** The edge between two copies. */
export const COPIED: StoryEdge = { weight: 1, kind: 'copy' }

/** The edge between copies, or between articles that a literal policy joins; null for others. Symmetric in the two. */
export function literalEdge(
  evidence: Pick<PairEvidence, 'overlap'>,
  a: Print,
  b: Print,
  rules: Rules,
): StoryEdge | null {
  const [first, second] = inOrder(a, b)
  if (isCopy(evidence, second, first, rules) || isReprint(second, first, rules)) return COPIED
  return isMatched(second, first, rules) ? { weight: 1, kind: 'match' } : null
}

/** What a pair is by the pair rule alone. */
export function pairEdge(evidence: PairEvidence, setting: PairSetting, pairs: PairPolicy): StoryEdge | null {
  const weight = supportValue(evidence, setting, pairs)
  const veto = pairVeto(evidence, setting, pairs)
  const isFree = veto === null
  if (isFree && pairValue(evidence, setting, pairs) >= pairs.threshold)
    return weight < LEAST_SUPPORT ? null : { weight, kind: 'link' }
  if (isFree && evidence.sameSource && mayFollowUp(evidence)) {
    const followUp = { ...evidence, isFollowUp: true }
    if (pairValue(followUp, setting, pairs) >= pairs.threshold)
      return { weight: supportValue(followUp, setting, pairs), kind: 'follow-up' }
  }
  if (isSameEdition(evidence) && TELLING_VETOES.has(veto) && looksAlike(evidence, setting, pairs))
    return { weight: AGAINST, kind: 'support' }
  return weight < LEAST_SUPPORT ? null : { weight, kind: 'support' }
}

function isSameEdition({ sameSource, hoursApart }: PairEvidence): boolean {
  return sameSource && hoursApart !== null && hoursApart <= SAME_EDITION_HOURS
}

/** Whether two articles of one newsroom could be mistaken for one event if they were of two. */
function looksAlike(evidence: PairEvidence, setting: PairSetting, pairs: PairPolicy): boolean {
  return supportValue({ ...evidence, sameSource: false, isCredited: false }, setting, pairs) >= LEAST_SUPPORT
}

/** Whether the later of two is a copy of the earlier. */
export function isCopy(
  { overlap }: Pick<PairEvidence, 'overlap'>,
  later: Print,
  earlier: Print,
  rules: Rules,
): boolean {
  if (overlap < COPY_OVERLAP) return false
  if (contentMatch(later, earlier, rules)?.relation === 'same') return true
  const title = titleMatch(later, earlier, rules)
  return title !== null && title.veto === null && title.relation === 'same'
}

/** Under the literal layers a title on another domain is a near duplicate, whatever the texts have in common. */
function isReprint(later: Print, earlier: Print, rules: Rules): boolean {
  return isLiteral(rules) && !isOneDomain(later, earlier) && titleMatch(later, earlier, rules) !== null
}

/** Under the literal layers the same names within a day make one story. */
function isMatched(later: Print, earlier: Print, rules: Rules): boolean {
  return isLiteral(rules) && eventMatch(later, earlier, rules) !== null
}

/** Whether the policy makes stories by its literal rules, without the pair rule. */
export const isLiteral = ({ policy }: Rules): boolean => policy.event?.measure === 'entities'
