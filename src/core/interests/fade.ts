import type { Interest, Move, Profile } from '../domain/interest.ts'
import type { InterestPolicy } from './interest-policy.ts'

/**
 * Takes a tenth of every learned weight for each whole week its term went without engagement, and lets go of what is next to
 * nothing. Whole weeks, so that the profile changes only when its version does.
 */
export function fadeProfile(profile: Profile, now: number, policy: InterestPolicy): Profile {
  const faded = profile.learned.map((interest) => fadeInterest(interest, now, policy))
  if (faded.every((interest, at) => interest === profile.learned[at])) return profile
  const learned = faded.filter(({ weight }) => Math.abs(weight) >= policy.leastWeight)
  return { ...profile, version: profile.version + 1, learned }
}

/** One term, faded; the same record while its week is not over. */
export function fadeInterest(interest: Interest, now: number, policy: InterestPolicy): Interest {
  const weeks = Math.floor((now - interest.fadesFrom) / policy.fadeMs)
  if (weeks < 1) return interest
  const weight = interest.weight * policy.fade ** weeks
  const fadesFrom = interest.fadesFrom + weeks * policy.fadeMs
  const move: Move = { cause: 'faded', amount: weight - interest.weight, at: fadesFrom, by: null }
  return { ...interest, weight, fadesFrom, moves: withFading(interest.moves, move) }
}

/** Weeks of silence are one move: that nothing happened is no list of events. */
function withFading(moves: readonly Move[], move: Move): Move[] {
  const last = moves.at(-1)
  if (last?.cause !== 'faded') return [...moves, move]
  return [...moves.slice(0, -1), { ...move, amount: last.amount + move.amount }]
}
