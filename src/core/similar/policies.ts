import type { NeighbourPolicy } from './neighbours.ts'
import type { MassPolicy } from './story-mass.ts'
import type { WeighingPolicy } from './story-vector.ts'

/** The thresholds of the title rule. */
export type TitlePolicy = {
  /** From here two titles are the same headline; chosen for precision, because a drop hides an article. */
  readonly same: number
  /** From here they tell the same event; it only groups. */
  readonly link: number
  /** How far apart in time two articles may be for the rule to hold. */
  readonly sameHours: number
  readonly sameLetters: number
  readonly linkZh: number
  readonly linkJa: number
  readonly leastSpelling: number
  readonly synonym: number
  /** What a decisive word leaves of the value. */
  readonly decisive: number
  /** How strongly rarity weighs: 0 not at all, 1 as IDF. */
  readonly weightPower: number
}

/** Fitted on labelled headlines; docs/quality.md has the curves. Each value sits on a flat part. */
export const TITLE_POLICY: TitlePolicy = {
  same: 0.83,
  link: 0.61,
  sameHours: 72,
  sameLetters: 0.85,
  linkZh: 0.38,
  linkJa: 0.56,
  leastSpelling: 0.88,
  synonym: 0.75,
  decisive: 0.5,
  weightPower: 0.75,
}

/** How stories are cut out of a window. */
export type StoryPolicy = WeighingPolicy & NeighbourPolicy & MassPolicy

/** Fitted on labelled stories; docs/quality.md has the curves. */
export const STORY_POLICY: StoryPolicy = {
  titleWeight: 3,
  leadWords: 200,
  nameWeight: 1,
  heaviest: 32,
  commonest: 1000,
  leastHeavy: 0.05,
  least: 0.05,
  gammaBase: 0.04,
  gammaSlope: 0.0395,
  leastSize: 16,
  bareTitle: 0.17,
  fullBodyTerms: 12,
  pairedText: 0.39,
  centralPower: 0.25,
  leastCentral: 0.6,
  mostCentral: 1.3,
  fadeHours: 54,
  reachHours: 168,
}

/** The thresholds of the body rule. */
export type BodyPolicy = { readonly same: number; readonly confirmBits: number; readonly leastWords: number }

export const BODY_POLICY: BodyPolicy = { same: 0.7, confirmBits: 3, leastWords: 40 }

/** The thresholds of the event rule. */
export type EventPolicy = WeighingPolicy & { readonly link: number; readonly fadeHours: number }

/** Fitted on pairs of articles with bodies: names decide more there than in a window, where a common name is everywhere. */
export const EVENT_POLICY: EventPolicy = { link: 0.4, fadeHours: 48, titleWeight: 3, leadWords: 80, nameWeight: 2 }
