import type { FeedHealth, HealthState, PollDay } from '../domain/health.ts'
import type { PollHistory } from '../domain/poll-plan.ts'
import { quietMs } from './next-poll.ts'
import { addUp, dayOf } from './poll-days.ts'
import type { PollPolicy } from './poll-policy.ts'

/** A feed's health: its state, the reason, and the figures of the last thirty days. */
export function feedHealth(
  history: PollHistory,
  days: readonly PollDay[],
  now: number,
  policy: PollPolicy,
): FeedHealth {
  const month = addUp(days, dayOf(now), policy.healthDays)
  const week = { ...addUp(days, dayOf(now), policy.failureDays), leftOut: leftOutLately(days, now) }
  const { state, because } = judge(history, week, now, policy)
  return {
    state,
    because,
    reliability: reliabilityOf(month),
    polls: month.polls,
    successes: month.successes,
    failures: month.failures,
    averageMs: month.polls === 0 ? null : Math.round(month.durationMs / month.polls),
    lastSuccessAt: history.lastSuccessAt,
    failuresInARow: history.failuresInARow,
    malformed: month.malformed,
    cutOff: history.cutOff,
    notes: notesOf(month.malformed, history.cutOff, policy),
  }
}

/** Entries left out today or yesterday. */
const leftOutLately = (days: readonly PollDay[], now: number): number => addUp(days, dayOf(now), 2).leftOut

function notesOf(malformed: number, cutOff: number, policy: PollPolicy): string[] {
  return [
    ...(malformed === 0
      ? []
      : [`${entriesWord(malformed)} without title and text in ${policy.healthDays} days, skipped`]),
    ...(cutOff === 0
      ? []
      : [
          `${entriesWord(cutOff)} of the last document not stored: only its newest ${whole(policy.entriesPerDocument)} are`,
        ]),
  ]
}

const whole = (n: number): string => n.toLocaleString('en')
const entriesWord = (n: number): string => `${whole(n)} ${n === 1 ? 'entry' : 'entries'}`

/** Reliability, 0 to 100: half for answering, three tenths for valid documents, two tenths for usable dates. */
export function reliabilityOf(window: PollDay): number | null {
  if (window.polls === 0) return null
  const answers = window.successes / window.polls
  const valid = share(window.validDocuments, window.documents)
  const dated = share(window.consistentDates, window.datedDocuments)
  return Math.round(100 * (0.5 * answers + 0.3 * valid + 0.2 * dated))
}

/** A share; 1 of nothing, since a feed that sent no document sent no bad one. */
function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole
}

interface Judgement {
  readonly state: HealthState
  readonly because: string
}

type Judge = (history: PollHistory, week: PollDay, now: number, policy: PollPolicy) => string | null

/** The first state that applies, worst first. */
function judge(history: PollHistory, week: PollDay, now: number, policy: PollPolicy): Judgement {
  for (const [state, reason] of judges) {
    const because = reason(history, week, now, policy)
    if (because !== null) return { state, because }
  }
  return { state: 'healthy', because: 'it answers' }
}

const judges: ReadonlyArray<readonly [HealthState, Judge]> = [
  ['dead', ({ deadAt }) => (deadAt === null ? null : 'the publisher says it is gone (410)')],
  ['unhealthy', (history, _week, _now, policy) => brokenInARow(history, policy)],
  ['unhealthy', (_history, week, _now, policy) => brokenInShare(week, policy)],
  ['slow', (history, _week, _now, policy) => slow(history, policy)],
  ['flooding', (_history, { leftOut }, _now, policy) => (leftOut === 0 ? null : flooding(leftOut, policy))],
  ['new', (history) => unanswered(history)],
  ['dormant', (history, _week, _now, policy) => dormant(history, policy)],
  ['moved', ({ movedAt }, _week, now, policy) => moved(movedAt, now, policy)],
]

function brokenInARow({ failuresInARow, documentFailuresInARow }: PollHistory, policy: PollPolicy): string | null {
  if (failuresInARow >= policy.failuresInARow) return `the last ${failuresInARow} polls failed`
  if (documentFailuresInARow < policy.failuresInARow) return null
  return `the last ${documentFailuresInARow} documents could not be read`
}

function brokenInShare({ polls, successes }: PollDay, policy: PollPolicy): string | null {
  const failures = polls - successes
  if (polls < policy.failurePolls || failures <= polls * policy.failureShare) return null
  return `${failures} of ${polls} polls failed in ${policy.failureDays} days`
}

function slow({ recent }: PollHistory, policy: PollPolicy): string | null {
  const timeouts = recent.filter((mark) => mark === 'timeout').length
  return timeouts < policy.slowTimeouts ? null : `${timeouts} of the last ${recent.length} polls timed out`
}

/** Why entries of a feed are left out, and what to do. */
export function flooding(leftOut: number, { articlesPerDay, storedBytesPerDay }: PollPolicy): string {
  const limits = `${articlesPerDay.toLocaleString('en')} articles or ${storedBytesPerDay / 1_000_000} MB a day`
  const entries = leftOut === 1 ? '1 entry was' : `${leftOut.toLocaleString('en')} entries were`
  return `it brings more than ${limits}, so ${entries} left out; remove it, or raise fetch.max_articles_per_feed_per_day or fetch.max_stored_per_feed_per_day`
}

/** Too early to call it healthy, or broken. */
function unanswered({ lastSuccessAt, polls }: PollHistory): string | null {
  if (lastSuccessAt !== null) return null
  return polls === 0 ? 'it has not been polled yet' : 'it has not answered yet'
}

function dormant(history: PollHistory, policy: PollPolicy): string | null {
  const quiet = quietMs(history)
  return quiet < policy.dormantAfterMs ? null : `it answers, but nothing new for ${Math.floor(quiet / 86_400_000)} days`
}

function moved(movedAt: number | null, now: number, policy: PollPolicy): string | null {
  if (movedAt === null || now - movedAt >= policy.healthDays * 86_400_000) return null
  return 'it moved to another address for good, and is read there'
}
