import type { Tier } from './source.ts'

/** The five parts of importance, each 0 to 100. */
export interface ScoreParts {
  readonly authority: number
  readonly recency: number
  readonly corroboration: number
  readonly relevance: number
  readonly depth: number
}

/** What the parts were computed from, kept so that a score can be explained and checked later. */
export interface ScoreInputs {
  readonly tier: Tier
  /** Who said so: the source's own line, the shipped registry, or nobody. */
  readonly tierFrom: 'source' | 'registry' | 'default'
  /** Share of the feed's polls of 30 days that succeeded; 1 before the first. */
  readonly successShare: number
  readonly hoursOld: number
  readonly lambda: number
  readonly dateUncertain: boolean
  /** What corroborates: independent newsrooms of the story, or feeds by setting. */
  readonly sources: number
  /** How many authority tiers they span. */
  readonly tiers: number
  /** Cosine with the interest profile; null while there is no profile. */
  readonly likeness: number | null
  readonly words: number
  readonly hasData: boolean
  readonly hasList: boolean
  readonly hasReference: boolean
  readonly partialContent: boolean
}

/** How much an article matters to one reader at one moment. */
export interface Score {
  /** 0 to 100. */
  readonly value: number
  readonly parts: ScoreParts
  readonly inputs: ScoreInputs
  readonly takenAt: number
  readonly profileVersion: number
}

/** A score and the version of the text it was taken of. */
export interface KnownScore {
  readonly contentHash: string
  readonly score: Score
}
