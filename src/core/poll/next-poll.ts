import type { NextPoll, PollHistory, PollReason } from '../domain/poll-plan.ts'
import type { PollPolicy } from './poll-policy.ts'
import { predictedWait } from './predicted-wait.ts'
import { publisherMinimum } from './publisher-minimum.ts'
import { firstAllowed, skippedBy } from './skip-times.ts'

/** What the last answer requests of us. */
export interface AnswerHints {
  readonly slowDown: boolean
  readonly retryAfterMs: number | null
  /** Whether every entry of the document was new: others may have left it before we looked. */
  readonly turnedOver: boolean
}

/** The present time, a number from 0 up to 1 that spreads feeds over time, and when the next digest is due. */
export interface Moment {
  readonly now: number
  readonly jitter: number
  readonly digestAt?: number | null
}

interface Wait {
  readonly ms: number
  readonly reason: PollReason
}

/** The time of the next poll: by experience, but never sooner than the publisher allows. */
export function nextPoll(history: PollHistory, request: AnswerHints, moment: Moment, policy: PollPolicy): NextPoll {
  const minimum = publisherMinimum(history.hints, history.freshness, policy.believedMs)
  const retryAfterMs = Math.min(request.retryAfterMs ?? 0, policy.believedRetryAfterMs)
  let wait = experience(history, request, moment.now, policy)
  if (minimum.ms > wait.ms) wait = { ms: minimum.ms, reason: minimum.by ?? wait.reason }
  if (retryAfterMs > wait.ms) wait = { ms: retryAfterMs, reason: 'retry_after' }
  const byWait = scheduled(wait, history, moment, policy)
  const { at, jitterMs, reason } = beforeDigest(byWait, Math.max(minimum.ms, retryAfterMs), history, moment, policy)
  return {
    at,
    reason,
    waitMs: at === null ? 0 : at - moment.now,
    jitterMs,
    intervalMs: history.intervalMs,
    minimumMs: minimum.ms,
    minimumBy: minimum.by,
    clamped: wait.reason === 'retry_after' ? (request.retryAfterMs ?? 0) > retryAfterMs : minimum.clamped,
    newPerPoll: history.newPerPoll,
    failuresInARow: history.failuresInARow,
  }
}

/** The wait by experience alone, ignoring the publisher's hints. */
function experience(history: PollHistory, request: AnswerHints, now: number, policy: PollPolicy): Wait {
  const { intervalMs, failuresInARow } = history
  if (request.slowDown) return { ms: intervalMs, reason: 'slow_down' }
  if (failuresInARow > 0) return { ms: failureWait(history, now, policy), reason: 'failure_backoff' }
  if (request.turnedOver) return { ms: policy.floorMs, reason: 'turned_over' }
  if (quietMs(history) >= policy.dormantAfterMs) return { ms: policy.ceilingMs, reason: 'dormant' }
  const predicted = predictedWait(history, now, policy)
  if (predicted !== null) return { ms: predicted, reason: 'predicted' }
  return { ms: intervalMs, reason: intervalMs === policy.startMs[history.kind] ? 'kind' : 'adaptive' }
}

/**
 * Exponential backoff. On the first day it stays well below the time in which all entries of the document are replaced, so that an
 * outage of some hours costs no article.
 */
function failureWait(history: PollHistory, now: number, policy: PollPolicy): number {
  const { intervalMs, failuresInARow, lastSuccessAt } = history
  const backoff = Math.min(policy.ceilingMs, intervalMs * 2 ** Math.min(30, failuresInARow - 1))
  const turnover = turnoverMs(history)
  if (turnover === null || lastSuccessAt === null || now - lastSuccessAt > policy.soonAfterFailureMs) return backoff
  return Math.min(backoff, Math.max(intervalMs, turnover * policy.turnoverShare))
}

/** The time in which as many entries arrive as the document holds, by the average of new ones per poll. */
function turnoverMs({ lastEntries, newPerPoll, intervalMs }: PollHistory): number | null {
  return lastEntries === null || newPerPoll === null || newPerPoll === 0
    ? null
    : (lastEntries * intervalMs) / newPerPoll
}

/** How long a feed that answers has had nothing new; a failing feed is broken, not quiet. */
export function quietMs({ lastNewAt, lastSuccessAt }: Pick<PollHistory, 'lastNewAt' | 'lastSuccessAt'>): number {
  return lastNewAt === null || lastSuccessAt === null ? 0 : Math.max(0, lastSuccessAt - lastNewAt)
}

interface Placed {
  readonly at: number | null
  readonly jitterMs: number
  readonly reason: PollReason
}

/** Turns the wait into an instant. Jitter only adds: subtracting could come too soon for the publisher. */
function scheduled(
  wait: Wait,
  { deadAt, polls, hints }: PollHistory,
  { now, jitter }: Moment,
  policy: PollPolicy,
): Placed {
  if (deadAt !== null) return { at: null, jitterMs: 0, reason: 'dead' }
  if (polls === 0) return { at: now, jitterMs: 0, reason: 'first' }
  const jitterMs = Math.round(jitter * Math.min(wait.ms * policy.jitterShare, policy.jitterMostMs))
  const at = now + Math.ceil(wait.ms) + jitterMs
  const skipped = hints && skippedBy(at, hints)
  if (!hints || !skipped) return { at, jitterMs, reason: wait.reason }
  const allowedAt = firstAllowed(at, hints, now + policy.believedMs)
  return { at: allowedAt === at ? at : allowedAt + jitterMs, jitterMs, reason: skipped }
}

/** Reasons that are our own guess of when there is something new, so that the poll may come sooner. */
const GUESSES: ReadonlySet<PollReason> = new Set(['kind', 'adaptive', 'predicted', 'turned_over'])

/** Brings the poll of an active feed forward to shortly before a digest, if the publisher allows it by then. */
function beforeDigest(
  byWait: Placed,
  minimumMs: number,
  { hints }: PollHistory,
  { now, jitter, digestAt }: Moment,
  policy: PollPolicy,
): Placed {
  const { earliest, latest } = policy.beforeDigestMs
  if (byWait.at === null || digestAt == null || !GUESSES.has(byWait.reason)) return byWait
  const at = Math.round(digestAt - earliest + jitter * (earliest - latest))
  const isAllowed = at >= now + Math.max(minimumMs, policy.floorMs) && !(hints && skippedBy(at, hints))
  if (!isAllowed || at >= byWait.at || byWait.at - now > policy.beforeDigestWaitMs) return byWait
  return { at, jitterMs: 0, reason: 'digest' }
}
