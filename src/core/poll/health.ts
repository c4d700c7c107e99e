import type { FeedNote, StateReason } from '../domain/feed-reason.ts'
import type { FeedHealth, HealthState, PollDay } from '../domain/health.ts'
import type { PollHistory } from '../domain/poll-plan.ts'
import { noteWords, stateWords } from './feed-reason-words.ts'
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
  const { state, reason } = judge(history, week, now, policy)
  const noted = notesOf(month.malformed, history.cutOff, policy)
  return {
    state,
    reason,
    because: stateWords(reason),
    reliability: reliabilityOf(month),
    polls: month.polls,
    successes: month.successes,
    failures: month.failures,
    averageMs: month.polls === 0 ? null : Math.round(month.durationMs / month.polls),
    lastSuccessAt: history.lastSuccessAt,
    failuresInARow: history.failuresInARow,
    malformed: month.malformed,
    cutOff: history.cutOff,
    noted,
    notes: noted.map(noteWords),
  }
}

/** Entries left out today or yesterday. */
const leftOutLately = (days: readonly PollDay[], now: number): number => addUp(days, dayOf(now), 2).leftOut

function notesOf(malformed: number, cutOff: number, policy: PollPolicy): FeedNote[] {
  const notes: FeedNote[] = []
  if (malformed > 0) notes.push({ code: 'malformed', entries: malformed, days: policy.healthDays })
  if (cutOff > 0) notes.push({ code: 'cutOff', entries: cutOff, kept: policy.entriesPerDocument })
  return notes
}

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
  readonly reason: StateReason
}

type Judge = (history: PollHistory, week: PollDay, now: number, policy: PollPolicy) => StateReason | null

/** The first state that applies, worst first. */
function judge(history: PollHistory, week: PollDay, now: number, policy: PollPolicy): Judgement {
  for (const [state, judged] of judges) {
    const reason = judged(history, week, now, policy)
    if (reason !== null) return { state, reason }
  }
  return { state: 'healthy', reason: { code: 'answers' } }
}

const judges: ReadonlyArray<readonly [HealthState, Judge]> = [
  ['dead', ({ deadAt }) => (deadAt === null ? null : { code: 'gone' })],
  ['unhealthy', (history, _week, _now, policy) => brokenInARow(history, policy)],
  ['unhealthy', (_history, week, _now, policy) => brokenInShare(week, policy)],
  ['slow', (history, _week, _now, policy) => slow(history, policy)],
  ['flooding', (_history, { leftOut }, _now, policy) => (leftOut === 0 ? null : flooding(leftOut, policy))],
  ['new', (history) => unanswered(history)],
  ['dormant', (history, _week, _now, policy) => dormant(history, policy)],
  ['moved', ({ movedAt }, _week, now, policy) => moved(movedAt, now, policy)],
]

function brokenInARow({ failuresInARow, documentFailuresInARow }: PollHistory, policy: PollPolicy): StateReason | null {
  if (failuresInARow >= policy.failuresInARow) return { code: 'pollsFailed', polls: failuresInARow }
  if (documentFailuresInARow < policy.failuresInARow) return null
  return { code: 'documentsFailed', documents: documentFailuresInARow }
}

function brokenInShare({ polls, successes }: PollDay, policy: PollPolicy): StateReason | null {
  const failed = polls - successes
  if (polls < policy.failurePolls || failed <= polls * policy.failureShare) return null
  return { code: 'shareFailed', failed, polls, days: policy.failureDays }
}

function slow({ recent }: PollHistory, policy: PollPolicy): StateReason | null {
  const timeouts = recent.filter((mark) => mark === 'timeout').length
  return timeouts < policy.slowTimeouts ? null : { code: 'timedOut', timeouts, polls: recent.length }
}

/** Why entries of a feed are left out. */
export function flooding(leftOut: number, { articlesPerDay, storedBytesPerDay }: PollPolicy): StateReason {
  return { code: 'flooding', leftOut, articlesPerDay, megabytesPerDay: storedBytesPerDay / 1_000_000 }
}

/** Too early to call it healthy, or broken. */
function unanswered({ lastSuccessAt, polls }: PollHistory): StateReason | null {
  if (lastSuccessAt !== null) return null
  return { code: polls === 0 ? 'notPolled' : 'notAnswered' }
}

function dormant(history: PollHistory, policy: PollPolicy): StateReason | null {
  const quiet = quietMs(history)
  return quiet < policy.dormantAfterMs ? null : { code: 'quiet', days: Math.floor(quiet / 86_400_000) }
}

function moved(movedAt: number | null, now: number, policy: PollPolicy): StateReason | null {
  if (movedAt === null || now - movedAt >= policy.healthDays * 86_400_000) return null
  return { code: 'moved' }
}
