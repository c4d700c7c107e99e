import type { Move, Profile } from '../domain/interest.ts'
import type { InterestPolicy } from './interest-policy.ts'
import { standingTerms } from './standing-terms.ts'

/** A term of the profile, its weight, and the changes that add up to the weight. */
export interface ExplainedWeight {
  readonly term: string
  readonly written: string
  readonly weight: number
  readonly moves: readonly Move[]
}

/** All weights of a profile, heaviest first, configured and learned together; also the content of an export. */
export function explainProfile(profile: Profile, policy: InterestPolicy): ExplainedWeight[] {
  const terms = new Map<string, { written: string; moves: readonly Move[] }>()
  for (const { term, written, moves } of standingTerms(profile.standing, policy)) terms.set(term, { written, moves })
  for (const { term, written, moves } of profile.learned) {
    const standing = terms.get(term)
    terms.set(term, { written: standing?.written ?? written, moves: [...(standing?.moves ?? []), ...moves] })
  }
  const explained = [...terms].map(([term, { written, moves }]) => ({ term, written, weight: sumOf(moves), moves }))
  return explained.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || (a.term < b.term ? -1 : 1))
}

function sumOf(moves: readonly Move[]): number {
  return moves.reduce((sum, { amount }) => sum + amount, 0)
}
