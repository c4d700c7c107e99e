import type { HintName, NextPoll, PollReason } from '../domain/poll-plan.ts'

const hintWords: Readonly<Record<HintName, string>> = {
  ttl: 'its ttl',
  syndication: 'its update period',
  cache_control: 'its Cache-Control header',
  expires: 'its Expires header',
  skip_hours: 'its skipHours',
  skip_days: 'its skipDays',
}

/** Explains the time of the next poll in one sentence. */
export function explainNextPoll(next: NextPoll): string {
  const because = explanations[next.reason](next)
  return next.clamped ? `${because}; the publisher asked for more than we believe` : because
}

const explanations: Readonly<Record<PollReason, (next: NextPoll) => string>> = {
  first: () => 'it has not been polled yet',
  dead: () => 'the publisher says it is gone for good (410): add it again to revive it',
  kind: ({ intervalMs }) => `feeds of its kind start at every ${words(intervalMs)}`,
  adaptive: ({ intervalMs, newPerPoll }) => `experience suggests every ${words(intervalMs)}${average(newPerPoll)}`,
  predicted: ({ waitMs, newPerPoll }) =>
    `it keeps a rhythm, and the next article is expected within ${words(waitMs)}${average(newPerPoll)}`,
  digest: () => 'a digest is due shortly afterwards and is to have its newest articles',
  dormant: () => 'nothing new for two weeks or more, so once a day will do',
  retry_after: ({ waitMs, jitterMs }) =>
    `the server asked us to stay away for ${words(waitMs - jitterMs)} (Retry-After)`,
  slow_down: ({ intervalMs }) => `the server asked us to slow down, so the interval is now ${words(intervalMs)}`,
  failure_backoff: ({ failuresInARow, waitMs }) =>
    failuresInARow === 1
      ? `the last poll failed, so we wait ${words(waitMs)}`
      : `the last ${failuresInARow} polls failed, so we wait ${words(waitMs)}`,
  ttl: hinted,
  syndication: hinted,
  cache_control: hinted,
  expires: hinted,
  skip_hours: ({ waitMs }) => `the publisher asks not to be read at these hours, so we wait ${words(waitMs)}`,
  skip_days: ({ waitMs }) => `the publisher asks not to be read on this day, so we wait ${words(waitMs)}`,
}

function hinted({ minimumBy, minimumMs }: NextPoll): string {
  return `${minimumBy === null ? 'the publisher' : hintWords[minimumBy]} asks for ${words(minimumMs)} between polls`
}

function average(newPerPoll: number | null): string {
  return newPerPoll === null ? '' : ` (${newPerPoll.toFixed(1)} new articles per poll)`
}

/** "45 min", "2 h", "1 h 30 min", "3 days". */
function words(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  if (minutes >= 2880) return `${Math.round(minutes / 1440)} days`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}
