import type { FeedHealth, HealthState, PollDay } from '../domain/health.ts'
import type { FailureClass } from '../domain/outcome.ts'
import type { PollHistory } from '../domain/poll-plan.ts'
import { quietMs } from './next-poll.ts'
import { dayOf, lastDays } from './poll-days.ts'
import type { PollPolicy } from './poll-policy.ts'

/** How a feed does: its state, why, and the figures of the last thirty days. */
export function feedHealth(
  history: PollHistory,
  days: readonly PollDay[],
  now: number,
  policy: PollPolicy,
): FeedHealth {
  const month = lastDays(days, dayOf(now), policy.healthDays)
  const polls = sum(month, 'polls')
  return {
    ...judge(history, days, now, policy),
    reliability: reliabilityOf(month),
    polls,
    successes: sum(month, 'successes'),
    failures: failuresByClass(month),
    averageMs: polls === 0 ? null : Math.round(sum(month, 'durationMs') / polls),
    lastSuccessAt: history.lastSuccessAt,
    failuresInARow: history.failuresInARow,
  }
}

/** Half for answering, three tenths for documents that can be read, two tenths for dates that can be trusted. */
export function reliabilityOf(days: readonly PollDay[]): number | null {
  if (sum(days, 'polls') === 0) return null
  const answers = sum(days, 'successes') / sum(days, 'polls')
  const valid = share(sum(days, 'validDocuments'), sum(days, 'documents'))
  const dated = share(sum(days, 'consistentDates'), sum(days, 'datedDocuments'))
  return Math.round(100 * (0.5 * answers + 0.3 * valid + 0.2 * dated))
}

/** All of nothing: a feed that sent no document sent no bad one. */
function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole
}

interface Judgement {
  readonly state: HealthState
  readonly because: string
}

type Judge = (history: PollHistory, days: readonly PollDay[], now: number, policy: PollPolicy) => string | null

/** The first state whose reason holds, worst first. */
function judge(history: PollHistory, days: readonly PollDay[], now: number, policy: PollPolicy): Judgement {
  for (const [state, reason] of judges) {
    const because = reason(history, days, now, policy)
    if (because !== null) return { state, because }
  }
  return { state: 'healthy', because: 'it answers' }
}

const judges: ReadonlyArray<readonly [HealthState, Judge]> = [
  ['dead', ({ deadAt }) => (deadAt === null ? null : 'the publisher says it is gone (410)')],
  ['unhealthy', (history, _days, _now, policy) => brokenInARow(history, policy)],
  ['unhealthy', (_history, days, now, policy) => brokenInShare(days, now, policy)],
  ['slow', (history, _days, _now, policy) => slow(history, policy)],
  ['dormant', (history, _days, _now, policy) => dormant(history, policy)],
  ['moved', ({ movedAt }, _days, now, policy) => moved(movedAt, now, policy)],
]

function brokenInARow({ failuresInARow, documentFailuresInARow }: PollHistory, policy: PollPolicy): string | null {
  if (failuresInARow >= policy.failuresInARow) return `the last ${failuresInARow} polls failed`
  if (documentFailuresInARow < policy.failuresInARow) return null
  return `the last ${documentFailuresInARow} documents could not be read`
}

function brokenInShare(days: readonly PollDay[], now: number, policy: PollPolicy): string | null {
  const week = lastDays(days, dayOf(now), policy.failureDays)
  const polls = sum(week, 'polls')
  const failures = polls - sum(week, 'successes')
  if (polls < policy.failurePolls || failures <= polls * policy.failureShare) return null
  return `${failures} of ${polls} polls failed in ${policy.failureDays} days`
}

function slow({ recent }: PollHistory, policy: PollPolicy): string | null {
  const timeouts = recent.filter((mark) => mark === 'timeout').length
  return timeouts < policy.slowTimeouts ? null : `${timeouts} of the last ${recent.length} polls timed out`
}

function dormant(history: PollHistory, policy: PollPolicy): string | null {
  const quiet = quietMs(history)
  return quiet < policy.dormantAfterMs ? null : `it answers, but nothing new for ${Math.floor(quiet / 86_400_000)} days`
}

function moved(movedAt: number | null, now: number, policy: PollPolicy): string | null {
  if (movedAt === null || now - movedAt >= policy.healthDays * 86_400_000) return null
  return 'it moved to another address for good, and is read there'
}

function sum(days: readonly PollDay[], field: Exclude<keyof PollDay, 'failures'>): number {
  let total = 0
  for (const day of days) total += day[field]
  return total
}

function failuresByClass(days: readonly PollDay[]): FeedHealth['failures'] {
  const failures: Partial<Record<FailureClass, number>> = {}
  for (const day of days) {
    for (const [kind, count] of Object.entries(day.failures) as [FailureClass, number][]) {
      failures[kind] = (failures[kind] ?? 0) + count
    }
  }
  return failures
}
