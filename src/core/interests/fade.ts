import type { Interest, Move, Profile } from '../domain/interest.ts'
import type { InterestPolicy } from './interest-policy.ts'

/**
 * Decay: each learned weight loses a tenth for every whole week without engagement, and weights near zero are removed.
 * Whole weeks, so that the profile changes only together with its version.
 */
export function fadeProfile(profile: Profile, now: number, policy: InterestPolicy): Profile {
  const faded = profile.learned.map((interest) => fadeInterest(interest, now, policy))
  if (faded.every((interest, at) => interest === profile.learned[at])) return profile
  const learned = faded.filter(({ weight }) => Math.abs(weight) >= policy.leastWeight)
  return { ...profile, version: profile.version + 1, learned }
}

/** Decays one term; returns the same record before its week is over. */
export function fadeInterest(interest: Interest, now: number, policy: InterestPolicy): Interest {
  const weeks = Math.floor((now - interest.fadesFrom) / policy.fadeMs)
  if (weeks < 1) return interest
  const weight = interest.weight * policy.fade ** weeks
  const fadesFrom = interest.fadesFrom + weeks * policy.fadeMs
  const move: Move = { cause: 'faded', amount: weight - interest.weight, at: fadesFrom, by: null }
  return { ...interest, weight, fadesFrom, moves: withFading(interest.moves, move) }
}

/** Merges consecutive weeks of decay into one entry of the list. */
function withFading(moves: readonly Move[], move: Move): Move[] {
  const last = moves.at(-1)
  if (last?.cause !== 'faded') return [...moves, move]
  return [...moves.slice(0, -1), { ...move, amount: last.amount + move.amount }]
}
