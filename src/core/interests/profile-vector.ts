import type { Profile } from '../domain/interest.ts'
import { hashedVocabulary } from '../similar/subject.ts'
import { type SparseVector, unitVector } from '../similar/vectors.ts'
import type { InterestPolicy } from './interest-policy.ts'
import { standingTerms } from './standing-terms.ts'

/** Whether enough was learned to count: before, a single click would lower every story it is not about. */
export const countsLearned = ({ engaged }: Profile, { leastArticles, leastDays }: InterestPolicy): boolean =>
  engaged.articles >= leastArticles && engaged.days.length >= leastDays

/**
 * The profile as a vector for relevance; null without interests and before what was learned counts: categories alone are the
 * default and say nothing about the reader.
 */
export function profileVector(profile: Profile, policy: InterestPolicy): SparseVector | null {
  const learned = countsLearned(profile, policy) ? profile.learned : []
  if (Object.keys(profile.standing.interests).length === 0 && learned.length === 0) return null
  const weights = new Map<string, number>()
  const add = (term: string, amount: number): void => {
    weights.set(term, (weights.get(term) ?? 0) + amount)
  }
  for (const { term, moves } of standingTerms(profile.standing, policy))
    for (const { amount } of moves) add(term, amount)
  for (const { term, weight } of learned) add(term, weight)
  return unitVector([...weights].map(([term, weight]) => [hashedVocabulary.numberOf(term), weight]))
}
