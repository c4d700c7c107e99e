import type { PairEvidence, PairVeto } from '../domain/pair-evidence.ts'

/*
 * Must never take two articles for one event because of a single name, nor two posts of a series, two versions or two
 * briefings of one newsroom for each other. Must never part a report from its update because a figure has grown.
 */

/** Weights of the evidence. Each is signed so that more of it can only speak for, or only against, one event. */
export interface PairPolicy {
  readonly overlap: number
  readonly titles: number
  /** Applies when the titles share next to nothing. */
  readonly noTitle: number
  readonly shared: number
  readonly rarest: number
  /** Longer texts share more by chance. */
  readonly shorter: number
  readonly otherNumbers: number
  /** Both give larger figures, and no common one. */
  readonly otherFigures: number
  readonly bias: number
  /** Where there are only headlines to go by, these weigh instead. */
  readonly bareHeadlines: number
  readonly bareShared: number
  readonly bareRarest: number
  readonly bareNumbers: number
  readonly bareBias: number
  /** Articles of the same hours are likelier to tell one event … */
  readonly sameHours: number
  readonly sameHoursFade: number
  /** … and of different days less likely; further apart than the reach never by themselves. */
  readonly perTwoDays: number
  readonly reachHours: number
  /** Counts instead when a time is unknown: somewhere between the same hours and different days. */
  readonly unknownTime: number
  /** Without a time, what two texts share must tell more: how many terms count in favour … */
  readonly undatedTerms: number
  /** … and a name that one title has and the other article has not counts against: it may be another event of any year. */
  readonly undatedNames: number
  /** How much of what time says counts when stories are chosen among links: a running story is of several days. */
  readonly timeInStories: number
  /** A newsroom's own articles are alike in style and subject. */
  readonly sameSource: number
  /** What is printed under another name is a reprint, or as alike as they are. */
  readonly credited: number
  /** … unless it is the second report of an event that another newsroom tells too, which uses other words: it counts in favour. */
  readonly followUp: number
  /** Both titles name places, and no common one. */
  readonly otherPlaces: number
  /** Where words are inflected, compounded or not parted by spaces, fewer shared words are recognised as such. */
  readonly inflected: number
  readonly unspaced: number
  /** Where words are compounded and inflected, two reports share names rather than words of titles: much shared rarity counts more. */
  readonly compounded: number
  /** Below this summed rarity of shared terms, the rarest left out, the pair shares only one term. */
  readonly leastShared: number
  readonly bareLeastShared: number
  /** From this certainty on two articles are linked. */
  readonly threshold: number
}

/** Found by `npm run fit` (ADR 0033); docs/quality.md has what they give. */
export const PAIR_POLICY: PairPolicy = {
  overlap: 0.969,
  titles: 2.18,
  noTitle: 2.26,
  shared: 1.19,
  rarest: 0.0361,
  shorter: 1.43,
  otherNumbers: 0.3296,
  otherFigures: 0.1114,
  bias: -4.8,
  bareHeadlines: 11.62,
  bareShared: 0,
  bareRarest: 0.1973,
  bareNumbers: 2,
  bareBias: -4.928,
  sameHours: 2.578,
  sameHoursFade: 4,
  perTwoDays: 0.4543,
  reachHours: 120,
  unknownTime: 0.5743,
  undatedTerms: 0.8,
  undatedNames: 0.13,
  timeInStories: 0.6,
  sameSource: 7.38,
  credited: 3.69,
  followUp: 2.5,
  otherPlaces: 1.736,
  inflected: 1.132,
  unspaced: 0.85,
  compounded: 2,
  leastShared: 0.8832,
  bareLeastShared: 0.02,
  threshold: 0.5,
}

/** What is known of a pair besides its evidence. */
export interface PairSetting {
  readonly language: string
  /** Both titles give numbers and neither has all of the other's. */
  readonly otherNumbers: boolean
  /** The same of numbers that are no running figures: scores, days, issues, amounts, not tolls. */
  readonly otherFixedNumbers: boolean
  readonly otherPlaces: boolean
  readonly veto: PairVeto | null
}

const UNSPACED: ReadonlySet<string> = new Set(['zh', 'ja', 'ko'])
/** English hardly compounds or inflects, and words in Cyrillic letters are cut to five letters: forms of one word are one term. */
const CUT_SHORT: ReadonlySet<string> = new Set([
  'en',
  'ru',
  'uk',
  'be',
  'bg',
  'mk',
  'sr',
  'kk',
  'ky',
  'mn',
  ...UNSPACED,
])
/** Rarity that two reports of one subject may share; the bonus for more grows up to `MOST_BROAD`. */
const USUAL_SHARED = 6
const MOST_BROAD = 0.6
/** So many terms are shared by chance, the terms of every subject among them. */
const USUAL_TERMS = 6
/** Two unrelated texts may have this overlap; the logarithmic scale begins here. */
const CHANCE_OVERLAP = 0.05
const SHORT_TERMS = 10
const LEAST_TERMS = 3
/** From so many terms on, nearness in time counts in full. */
const FULL_TERMS = 30
const FIGURES = 3
const MOST_FIGURES = 6
/** Two overlapping pairs of characters may be one word, so that more must be shared besides the rarest. */
const UNSPACED_SHARED = 1.2
/** A share of the titles that a single common word may make up. */
const LEAST_TITLES = 0.05
/** How much other spellings and synonyms may add to what terms say two headlines share. */
const SPELLING_SLACK = 0.3

/**
 * How sure we are that two articles tell one event, from 0 to 1: the logistic function of a weighted sum of the evidence.
 * Times apart, it rises with everything the two share and falls with everything that makes sharing likely by chance.
 */
export function pairValue(evidence: PairEvidence, setting: PairSetting, policy: PairPolicy = PAIR_POLICY): number {
  return logistic(contentLogit(evidence, setting, policy) + timeLogit(evidence, setting.language, policy))
}

/** The certainty as it counts when stories are chosen among links. */
export function supportValue(evidence: PairEvidence, setting: PairSetting, policy: PairPolicy = PAIR_POLICY): number {
  return logistic(
    contentLogit(evidence, setting, policy) + policy.timeInStories * timeLogit(evidence, setting.language, policy),
  )
}

/** The evidence of a pair before its titles are compared. */
export type TermFinding = Pick<PairEvidence, 'overlap' | 'titles' | 'shared' | 'rarest' | 'otherFigures'>
type UndatedFinding = Pick<PairEvidence, 'terms' | 'otherNames'>

/** One record, reused: the bound is computed millions of times. */
const probe = {
  overlap: 0,
  titles: 0,
  headlines: 0,
  shared: 0,
  rarest: 0,
  otherFigures: 0,
  terms: 0,
  otherNames: 0,
  shorter: 0,
  isBare: false,
  hoursApart: null as number | null,
  sameSource: false,
  isCredited: false,
  names: 0,
  isFollowUp: false,
}
const nothingParts = { language: '', otherNumbers: false, otherFixedNumbers: false, otherPlaces: false, veto: null }

/** An upper bound of `pairValue` and `supportValue`, from terms and times alone: headlines as alike as they can be, and nothing against the pair. */
export function mostCertain(
  found: TermFinding,
  undated: UndatedFinding,
  rest: Pick<PairEvidence, 'shorter' | 'isBare' | 'hoursApart'> & Partial<Pick<PairEvidence, 'isFollowUp'>>,
  language: string,
  policy: PairPolicy = PAIR_POLICY,
): number {
  probe.overlap = found.overlap
  probe.titles = found.titles
  probe.headlines = rest.isBare ? mostAlike(found.titles) : 0
  probe.shared = found.shared
  probe.rarest = found.rarest
  probe.otherFigures = found.otherFigures
  probe.terms = undated.terms
  probe.otherNames = undated.otherNames
  probe.shorter = rest.shorter
  probe.isBare = rest.isBare
  probe.hoursApart = rest.hoursApart
  probe.isFollowUp = rest.isFollowUp ?? false
  nothingParts.language = language
  const time = timeLogit(rest, language, policy)
  return logistic(contentLogit(probe, nothingParts, policy) + Math.max(time, policy.timeInStories * time))
}

/** Headlines count as no more alike than this, so that what terms say bounds what they may come to. */
export function mostAlike(titles: number): number {
  return Math.min(1, titles + SPELLING_SLACK)
}

/** Why two articles are not linked although their evidence may suffice; null when nothing forbids it. */
export function pairVeto(
  evidence: PairEvidence,
  { veto, otherFixedNumbers, language }: PairSetting,
  policy: PairPolicy = PAIR_POLICY,
): PairVeto | null {
  if (veto !== null) return veto
  if (evidence.sameSource && otherFixedNumbers) return 'numbers'
  const own = evidence.isBare ? policy.bareLeastShared : policy.leastShared
  const least = own * (UNSPACED.has(language) ? UNSPACED_SHARED : 1)
  return evidence.shared < least ? 'one-term' : null
}

function contentLogit(evidence: PairEvidence, setting: PairSetting, policy: PairPolicy): number {
  const { language, otherPlaces } = setting
  const told = evidence.isBare ? bareLogit(evidence, setting, policy) : textLogit(evidence, setting, policy)
  return (
    told -
    sourceMalus(evidence, policy) -
    (otherPlaces ? policy.otherPlaces : 0) +
    (UNSPACED.has(language) ? policy.unspaced : language === 'en' ? 0 : policy.inflected)
  )
}

function sourceMalus({ sameSource, isCredited, isFollowUp }: PairEvidence, policy: PairPolicy): number {
  if (isFollowUp) return -policy.followUp
  return sameSource ? policy.sameSource : isCredited ? policy.credited : 0
}

/** So many names must be shared by one newsroom's report and its second one. */
const FOLLOW_UP_NAMES = 2

/** Whether one newsroom's two articles may be a report and its second one, if another newsroom tells the event too. */
export function mayFollowUp({ names, hoursApart }: Pick<PairEvidence, 'names' | 'hoursApart'>): boolean {
  return names >= FOLLOW_UP_NAMES && hoursApart !== null
}

/** The sum for bare headlines, where other figures may be all that parts two. Chinese and Japanese headlines retell one event with other figures. */
function bareLogit(evidence: PairEvidence, { language, otherNumbers }: PairSetting, policy: PairPolicy): number {
  return (
    policy.bareBias +
    policy.bareHeadlines * evidence.headlines +
    policy.bareShared * Math.log(1 + evidence.shared) +
    policy.bareRarest * evidence.rarest -
    (otherNumbers && !UNSPACED.has(language) ? policy.bareNumbers : 0)
  )
}

function textLogit(evidence: PairEvidence, { language, otherFixedNumbers }: PairSetting, policy: PairPolicy): number {
  const terms = termsOf(evidence.shorter, language)
  return (
    policy.bias +
    policy.overlap * Math.log(Math.max(evidence.overlap, 0.001) / CHANCE_OVERLAP) +
    policy.titles * evidence.titles -
    (evidence.titles < LEAST_TITLES ? policy.noTitle : 0) +
    policy.shared * Math.log(1 + evidence.shared) +
    policy.rarest * evidence.rarest +
    policy.compounded * broadness(evidence, language) +
    (evidence.hoursApart === null ? undatedLogit(evidence, policy) : 0) -
    policy.shorter * Math.log(terms / SHORT_TERMS) -
    (otherFixedNumbers ? policy.otherNumbers : 0) -
    (policy.otherFigures * Math.min(MOST_FIGURES, evidence.otherFigures)) / FIGURES
  )
}

/** How far the rarity that two newsrooms share goes beyond the usual, on a logarithmic scale. One newsroom shares its jargon. */
function broadness({ shared, sameSource, isCredited }: PairEvidence, language: string): number {
  if (sameSource || isCredited || CUT_SHORT.has(language)) return 0
  return Math.min(MOST_BROAD, Math.max(0, Math.log((1 + shared) / (1 + USUAL_SHARED))))
}

function undatedLogit({ terms, otherNames }: UndatedFinding, policy: PairPolicy): number {
  return policy.undatedTerms * Math.log((1 + terms) / USUAL_TERMS) - policy.undatedNames * otherNames
}

function timeLogit(evidence: TimeEvidence, language: string, policy: PairPolicy): number {
  const { hoursApart } = evidence
  if (hoursApart === null) return policy.unknownTime
  if (hoursApart > policy.reachHours) return Number.NEGATIVE_INFINITY
  const nearness = policy.sameHours * Math.exp(-hoursApart / policy.sameHoursFade)
  return nearness * fullness(evidence, language) - (policy.perTwoDays * hoursApart) / 48
}

type TimeEvidence = Pick<PairEvidence, 'hoursApart' | 'shorter' | 'isBare'>

/** The share of the bonus for nearness in time, by the number of terms: for a few words nearness says little. */
function fullness({ shorter, isBare }: TimeEvidence, language: string): number {
  if (isBare) return 1
  const share = Math.log(termsOf(shorter, language) / LEAST_TERMS) / Math.log(FULL_TERMS / LEAST_TERMS)
  return Math.min(1, share)
}

/** Pairs of characters are about twice as many as words. */
function termsOf(count: number, language: string): number {
  return Math.max(LEAST_TERMS, UNSPACED.has(language) ? count / 2 : count)
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}
