/** What speaks for two articles telling one event, in figures a person can check. */
export interface PairEvidence {
  /** Cosine of what the two are about: title and lead, words weighed by how rare they are. */
  readonly overlap: number
  /** How much of each title the other article says, by weight; the mean of the two shares. */
  readonly titles: number
  /** Rarity of all shared terms beyond the rarest one: one shared name alone is no evidence. */
  readonly shared: number
  /** Rarity of the shared names. */
  readonly names: number
  /** How many numbers both give. */
  readonly numbers: number
  /** How many larger figures each of them gives that the other does not. */
  readonly otherFigures: number
  /** How many terms the shorter and the longer of the two have. */
  readonly shorter: number
  readonly longer: number
  /** Null when a time is not known. */
  readonly hoursApart: number | null
  readonly sameSource: boolean
}

/** Why a pair cannot be one event, whatever its evidence. */
export type PairVeto = 'version' | 'roundup' | 'numbers' | 'occasion' | 'one-term'
