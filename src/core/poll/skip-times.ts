import type { RefreshHints } from '../domain/feed-document.ts'

const hour = 3_600_000
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** The hint (`skipHours` or `skipDays`) that asks not to poll in this hour (GMT); null when neither does. */
export function skippedBy(at: number, hints: RefreshHints): 'skip_hours' | 'skip_days' | null {
  if (hints.skipHours.length === 0 && hints.skipDays.length === 0) return null
  const time = new Date(at)
  if (hints.skipDays.includes(weekdays[time.getUTCDay()]!)) return 'skip_days'
  return hints.skipHours.includes(time.getUTCHours()) ? 'skip_hours' : null
}

/** `at` itself when polling is allowed, else the start of the next allowed hour, if it comes before `latest`. */
export function firstAllowed(at: number, hints: RefreshHints, latest: number): number {
  let moment = at
  while (moment < latest && skippedBy(moment, hints) !== null) moment = Math.floor(moment / hour) * hour + hour
  return Math.min(moment, Math.max(at, latest))
}
