import type { ScoreInputs } from '../domain/score.ts'
import type { ScorePolicy } from './score-policy.ts'

const HOUR_MS = 3_600_000

/** Recency: exponential decay, e to the minus lambda hours; reduced when the date is uncertain. */
export function recency(
  { hoursOld, lambda, dateUncertain }: Pick<ScoreInputs, 'hoursOld' | 'lambda' | 'dateUncertain'>,
  policy: ScorePolicy,
): number {
  const fresh = 100 * Math.exp(-lambda * Math.max(0, hoursOld))
  return dateUncertain ? fresh * (1 - policy.uncertainPenalty) : fresh
}

/** Hours since publication; 0 for a date in the future. */
export function hoursOld(published: number, now: number): number {
  return Math.max(0, (now - published) / HOUR_MS)
}
