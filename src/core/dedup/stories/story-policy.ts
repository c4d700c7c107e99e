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

/** The mass of an article; a pair counts with the product of its two masses. */
export function storyMass(bodyTerms: number, { bareMass, fullTerms }: StoryPolicy = STORY_POLICY): number {
  return Math.sqrt(bareMass + (1 - bareMass) * Math.min(1, bodyTerms / fullTerms))
}
