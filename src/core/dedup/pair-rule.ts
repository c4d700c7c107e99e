import type { PairEvidence, PairVeto } from '../domain/pair-evidence.ts'

/*
 * Must never take two articles for one event because of a single name, nor two posts of a series, two versions or two
 * briefings of one newsroom for each other. Must never part a report from its update because a figure has grown.
 */

/** Weights of the evidence. Each is signed so that more of it can only speak for, or only against, one event. */
export interface PairPolicy {
  readonly overlap: number
  readonly titles: number
  /** Neither article says anything to speak of of the other's title. */
  readonly noTitle: number
  readonly shared: number
  readonly names: number
  readonly number: number
  /** Longer texts share more by chance. */
  readonly shorter: number
  readonly longer: number
  /** Articles of the same hours are likelier to tell one event … */
  readonly sameHours: number
  readonly sameHoursFade: number
  /** … and of different days less likely; further apart than the reach never by themselves. */
  readonly perTwoDays: number
  readonly reachHours: number
  /** What it means that a time is not known: somewhere between the same hours and different days. */
  readonly unknownTime: number
  /** How much of what time says counts when stories are chosen among links: a running story is of several days. */
  readonly timeInStories: number
  /** A newsroom's own articles are alike in style and subject. */
  readonly sameSource: number
  readonly otherNumbers: number
  /** Both titles name places, and no common one. */
  readonly otherPlaces: number
  /** Both give larger figures, and no common one. */
  readonly otherFigures: number
  /** Where words are inflected, compounded or not parted by spaces, fewer shared words are recognised as such. */
  readonly inflected: number
  readonly unspaced: number
  /** Below this rarity of what is shared besides the rarest term there is no second word to speak of. */
  readonly leastShared: number
  readonly bias: number
  /** From this certainty on two articles are linked. */
  readonly threshold: number
}

/** Searched for at random against the open labelled sets and the demonstration world (ADR 0033); docs/quality.md has what they give. */
export const PAIR_POLICY: PairPolicy = {
  overlap: 0.97,
  titles: 2.23,
  noTitle: 2.27,
  shared: 1.28,
  names: 0,
  number: 0.13,
  shorter: 1.34,
  longer: 0.27,
  sameHours: 1.75,
  sameHoursFade: 4,
  perTwoDays: 0.49,
  reachHours: 120,
  unknownTime: 0,
  timeInStories: 0.45,
  sameSource: 6,
  otherNumbers: 0.01,
  otherPlaces: 1.3,
  otherFigures: 0.4,
  inflected: 1.58,
  unspaced: 0.64,
  leastShared: 0.76,
  bias: -4.95,
  threshold: 0.5,
}

/** What a pair is besides its evidence. */
export interface PairSetting {
  readonly language: string
  /** Both titles give numbers and neither has all of the other's. */
  readonly otherNumbers: boolean
  readonly otherPlaces: boolean
  readonly veto: PairVeto | null
}

const UNSPACED: ReadonlySet<string> = new Set(['zh', 'ja', 'ko'])
/** An overlap of this much is what two unrelated texts may have; at its logarithm the scale begins. */
const CHANCE_OVERLAP = 0.05
const SHORT_TERMS = 10
const LONG_TERMS = 30
const LEAST_TERMS = 3
const FIGURES = 3
const MOST_FIGURES = 6
/** Two overlapping pairs of characters may be one word, so that more must be shared besides the rarest. */
const UNSPACED_SHARED = 1.5
/** A share of the titles that a single common word may make up. */
const LEAST_TITLES = 0.05

/**
 * How sure we are that two articles tell one event, from 0 to 1: the logistic function of a weighted sum of the evidence.
 * Times apart, it rises with everything the two share and falls with everything that makes sharing likely by chance.
 */
export function pairValue(evidence: PairEvidence, setting: PairSetting, policy: PairPolicy = PAIR_POLICY): number {
  return logistic(contentLogit(evidence, setting, policy) + timeLogit(evidence.hoursApart, policy))
}

/** The certainty as it counts when stories are chosen among links. */
export function supportValue(evidence: PairEvidence, setting: PairSetting, policy: PairPolicy = PAIR_POLICY): number {
  return logistic(
    contentLogit(evidence, setting, policy) + policy.timeInStories * timeLogit(evidence.hoursApart, policy),
  )
}

/** Whether terms alone could bring two articles to a certainty, if they are of one hour and of two newsrooms. */
export function mayReach(
  least: number,
  found: Pick<PairEvidence, 'overlap' | 'titles' | 'shared' | 'names' | 'numbers' | 'otherFigures'>,
  [a, b]: readonly [number, number],
  language: string,
): boolean {
  const sizes = { shorter: Math.min(a, b), longer: Math.max(a, b) }
  const evidence = { ...found, ...sizes, hoursApart: 0, sameSource: false }
  return pairValue(evidence, { language, otherNumbers: false, otherPlaces: false, veto: null }) >= least
}

/** Why two articles are not linked although their evidence may suffice; null when nothing forbids it. */
export function pairVeto(
  evidence: PairEvidence,
  { veto, otherNumbers, language }: PairSetting,
  policy: PairPolicy = PAIR_POLICY,
): PairVeto | null {
  if (veto !== null) return veto
  if (evidence.sameSource && otherNumbers) return 'numbers'
  const least = policy.leastShared * (UNSPACED.has(language) ? UNSPACED_SHARED : 1)
  return evidence.shared < least ? 'one-term' : null
}

function contentLogit(evidence: PairEvidence, setting: PairSetting, policy: PairPolicy): number {
  const { language, otherNumbers, otherPlaces } = setting
  const isUnspaced = UNSPACED.has(language)
  // Pairs of characters are about twice as many as words.
  const scale = isUnspaced ? 0.5 : 1
  const shorter = Math.max(LEAST_TERMS, scale * evidence.shorter)
  const longer = Math.max(LEAST_TERMS, scale * evidence.longer)
  return (
    policy.bias +
    policy.overlap * Math.log(Math.max(evidence.overlap, 0.001) / CHANCE_OVERLAP) +
    policy.titles * evidence.titles -
    (evidence.titles < LEAST_TITLES ? policy.noTitle : 0) +
    policy.shared * Math.log(1 + evidence.shared) +
    policy.names * Math.log(1 + evidence.names) +
    policy.number * Math.min(2, evidence.numbers) -
    policy.shorter * Math.log(shorter / SHORT_TERMS) -
    policy.longer * Math.log(longer / LONG_TERMS) -
    (evidence.sameSource ? policy.sameSource : otherNumbers ? policy.otherNumbers : 0) -
    (otherPlaces ? policy.otherPlaces : 0) -
    (policy.otherFigures * Math.min(MOST_FIGURES, evidence.otherFigures)) / FIGURES +
    (isUnspaced ? policy.unspaced : language === 'en' ? 0 : policy.inflected)
  )
}

function timeLogit(hours: number | null, policy: PairPolicy): number {
  if (hours === null) return policy.unknownTime
  if (hours > policy.reachHours) return Number.NEGATIVE_INFINITY
  return policy.sameHours * Math.exp(-hours / policy.sameHoursFade) - (policy.perTwoDays * hours) / 48
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}
