/** Parameters of average linkage over links. */
export interface StoryPolicy {
  /** The least mean weight of the pairs between two groups for a link to merge them. */
  readonly leastMean: number
  /**
   * The mass of a bare headline when the mean is taken, where a full text has 1: two reports of one event may share no word
   * in their headlines.
   */
  readonly bareMass: number
  /** The number of body terms of a full text. */
  readonly fullTerms: number
}

export const STORY_POLICY: StoryPolicy = { leastMean: 0.2146, bareMass: 0.05876, fullTerms: 50.06 }

/** Up to so many articles without a time need no correction. */
const FEW_UNDATED = 400
const UNDATED_POWER = 0.25

/**
 * The factor on the mass of an article without a time, by the number of such articles: each may tell a similar event of any
 * year, and the more there are, the more look alike by chance.
 */
export function undatedMass(count: number): number {
  return Math.max(1, count / FEW_UNDATED) ** UNDATED_POWER
}

/** The mass of an article; a pair counts with the product of its two masses. */
export function storyMass(bodyTerms: number, { bareMass, fullTerms }: StoryPolicy = STORY_POLICY): number {
  return Math.sqrt(bareMass + (1 - bareMass) * Math.min(1, bodyTerms / fullTerms))
}
