/** How stories are chosen among links. */
export interface StoryPolicy {
  /** The mean certainty of the pairs between two groups from which on a link makes them one story. */
  readonly leastMean: number
  /**
   * How much is expected of a bare headline when the mean is taken, where a full text counts 1: two reports of one event may
   * share no word in their headlines.
   */
  readonly bareMass: number
  /** How many terms of body make a full text. */
  readonly fullTerms: number
}

export const STORY_POLICY: StoryPolicy = { leastMean: 0.2146, bareMass: 0.05876, fullTerms: 50.06 }

/** Among so many articles without a time none has more look-alikes by chance than articles of the same days have. */
const FEW_UNDATED = 400
const UNDATED_POWER = 0.25

/**
 * How many times as much is expected of an article without a time, among so many of them: each may tell a like event of any
 * year, and the more there are, the more do.
 */
export function undatedMass(count: number): number {
  return Math.max(1, count / FEW_UNDATED) ** UNDATED_POWER
}

/** How much is expected of an article; of two of them, the product. */
export function storyMass(bodyTerms: number, { bareMass, fullTerms }: StoryPolicy = STORY_POLICY): number {
  return Math.sqrt(bareMass + (1 - bareMass) * Math.min(1, bodyTerms / fullTerms))
}
