/** The evidence that two articles report one event, in figures a person can check. */
export interface PairEvidence {
  /** Cosine similarity of title and lead, terms weighted by rarity. */
  readonly overlap: number
  /** The share of each title's weight that occurs in the other article; the mean of both. */
  readonly titles: number
  /**
   * Similarity of two bare headlines word by word, spellings and synonyms included; 0 where there is text to compare.
   */
  readonly headlines: number
  /** Rarity of all shared terms except the rarest: one shared name alone is no evidence. */
  readonly shared: number
  /** Rarity of the rarest shared term. */
  readonly rarest: number
  /** How many larger numbers each has that the other does not. */
  readonly otherFigures: number
  /** How many terms both have. Counted, as the next one, only where a time is not known and there is text. */
  readonly terms: number
  /** Rarity of the rarest name in each title that the other article does not have; the sum of both. */
  readonly otherNames: number
  /** Number of terms of the shorter one. */
  readonly shorter: number
  /** True when neither has a body of any length: only headlines can be compared. */
  readonly isBare: boolean
  /** Null when a time is not known. */
  readonly hoursApart: number | null
  readonly sameSource: boolean
  /** One is credited to the newsroom of the other, or both to one agency. */
  readonly isCredited: boolean
  /**
   * How many shared terms hardly any ordinary text holds: names, mostly. None unless one of them stands in a title and
   * both are of one newsroom; a pair of Han characters counts .4.
   */
  readonly names: number
  /** One newsroom's second report of an event that another newsroom tells too. */
  readonly isFollowUp: boolean
}

/** Why a pair cannot be one event, whatever the evidence. */
export type PairVeto = 'version' | 'roundup' | 'numbers' | 'occasion' | 'one-term'
