import type { Tier } from './source.ts'

/** The five parts of importance, each 0 to 100. */
export interface ScoreParts {
  readonly authority: number
  readonly recency: number
  readonly corroboration: number
  readonly relevance: number
  readonly depth: number
}

/** The inputs of the parts, kept so that a score can be explained and checked later. */
export interface ScoreInputs {
  readonly tier: Tier
  /** Where the tier comes from: the source's own setting, the shipped registry, or neither. */
  readonly tierFrom: 'source' | 'registry' | 'default'
  /** Share of the feed's polls of 30 days that succeeded; 1 before the first. */
  readonly successShare: number
  readonly hoursOld: number
  readonly lambda: number
  readonly dateUncertain: boolean
  /** The number of corroborating sources: independent newsrooms of the story, or feeds, by setting. */
  readonly sources: number
  /** How many authority tiers they span. */
  readonly tiers: number
  /** Cosine similarity with the interest profile; null without a profile. */
  readonly likeness: number | null
  readonly words: number
  readonly hasData: boolean
  readonly hasList: boolean
  readonly hasReference: boolean
  readonly partialContent: boolean
}

/** The importance of an article for one reader at one time. */
export interface Score {
  /** 0 to 100. */
  readonly value: number
  readonly parts: ScoreParts
  readonly inputs: ScoreInputs
  readonly takenAt: number
  readonly profileVersion: number
}

/** A score and the content hash of the text it was computed from. */
export interface KnownScore {
  readonly contentHash: string
  readonly score: Score
}
