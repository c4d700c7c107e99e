/** What speaks for two articles telling one event, in figures a person can check. */
export interface PairEvidence {
  /** Cosine of what the two are about: title and lead, words weighed by how rare they are. */
  readonly overlap: number
  /** How much of each title the other article says, by weight; the mean of the two shares. */
  readonly titles: number
  /** How alike two bare headlines are word by word, spellings and synonyms included; 0 where there is text to compare. */
  readonly headlines: number
  /** Rarity of all shared terms beyond the rarest one: one shared name alone is no evidence. */
  readonly shared: number
  /** Rarity of the rarest shared term. */
  readonly rarest: number
  /** How many larger figures each of them gives that the other does not. */
  readonly otherFigures: number
  /** How many terms the shorter of the two has. */
  readonly shorter: number
  /** Neither has a text to speak of: there is nothing to compare but headlines. */
  readonly isBare: boolean
  /** Null when a time is not known. */
  readonly hoursApart: number | null
  readonly sameSource: boolean
  /**
   * How many shared terms hardly any ordinary text holds: names, mostly. None unless one of them stands in a title and
   * both are of one newsroom; a pair of Han characters counts .4.
   */
  readonly names: number
  /** One newsroom's second report of an event that another newsroom tells too. */
  readonly isFollowUp: boolean
}

/** Why a pair cannot be one event, whatever its evidence. */
export type PairVeto = 'version' | 'roundup' | 'numbers' | 'occasion' | 'one-term'
