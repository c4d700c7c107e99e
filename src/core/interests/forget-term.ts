import type { Profile } from '../domain/interest.ts'

/** The profile without what was learned about one term. It may be learned again. */
export function forgetTerm(profile: Profile, term: string): Profile {
  const learned = profile.learned.filter((one) => one.term !== term)
  return learned.length === profile.learned.length ? profile : { ...profile, version: profile.version + 1, learned }
}
