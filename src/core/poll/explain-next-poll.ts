import type { VisitCause, VisitReason } from '../domain/feed-reason.ts'
import type { NextPoll, PollReason } from '../domain/poll-plan.ts'

/** Why the next poll is when it is, of the plan that was made for it. */
export function explainNextPoll(next: NextPoll): VisitReason {
  return { ...causes[next.reason](next), clamped: next.clamped }
}

const causes: Readonly<Record<PollReason, (next: NextPoll) => VisitCause>> = {
  first: () => ({ code: 'first' }),
  dead: () => ({ code: 'dead' }),
  kind: ({ intervalMs }) => ({ code: 'kind', minutes: minutesOf(intervalMs) }),
  adaptive: ({ intervalMs, newPerPoll }) => ({
    code: 'adaptive',
    minutes: minutesOf(intervalMs),
    newPerPoll: tenths(newPerPoll),
  }),
  predicted: ({ waitMs, newPerPoll }) => ({
    code: 'predicted',
    minutes: minutesOf(waitMs),
    newPerPoll: tenths(newPerPoll),
  }),
  digest: () => ({ code: 'digest' }),
  turned_over: () => ({ code: 'turnedOver' }),
  dormant: () => ({ code: 'dormant' }),
  retry_after: ({ waitMs, jitterMs }) => ({ code: 'retryAfter', minutes: minutesOf(waitMs - jitterMs) }),
  slow_down: ({ intervalMs }) => ({ code: 'slowDown', minutes: minutesOf(intervalMs) }),
  failure_backoff: ({ failuresInARow, waitMs }) => ({
    code: 'failures',
    polls: failuresInARow,
    minutes: minutesOf(waitMs),
  }),
  ttl: hinted,
  syndication: hinted,
  cache_control: hinted,
  expires: hinted,
  skip_hours: ({ waitMs }) => ({ code: 'skipHours', minutes: minutesOf(waitMs) }),
  skip_days: ({ waitMs }) => ({ code: 'skipDays', minutes: minutesOf(waitMs) }),
}

function hinted({ minimumBy, minimumMs }: NextPoll): VisitCause {
  return { code: 'hint', by: minimumBy, minutes: minutesOf(minimumMs) }
}

const minutesOf = (ms: number): number => Math.max(1, Math.round(ms / 60_000))

const tenths = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(1)))
