import type { PollMark } from '../domain/health.ts'
import type { FinishedPoll, NotModified, Outcome, Reading } from '../domain/outcome.ts'
import type { PollHistory } from '../domain/poll-plan.ts'
import { adaptInterval } from './adapt-interval.ts'
import { classifyFailure } from './classify-failure.ts'
import { documentOf } from './final-outcome.ts'
import { average, learnRhythm } from './learn-rhythm.ts'
import { quietMs } from './next-poll.ts'
import type { PollPolicy } from './poll-policy.ts'

/** The history with one more poll in it. State and events are added by `afterPoll`. */
export function learnFromPoll(history: PollHistory, poll: FinishedPoll, policy: PollPolicy): PollHistory {
  const failure = classifyFailure(poll.outcome)
  const isNew = (poll.reading?.newEntries ?? 0) > 0
  const mark: PollMark = failure ?? (isNew ? 'new' : 'unchanged')
  const counted: PollHistory = {
    ...history,
    polls: history.polls + 1,
    lastPolledAt: poll.at,
    recent: [...history.recent, mark].slice(-policy.recentPolls),
  }
  if (failure !== null) return afterFailure(counted, poll, failure === 'document', policy)
  return afterSuccess(counted, poll, policy)
}

function afterFailure(history: PollHistory, poll: FinishedPoll, isDocument: boolean, policy: PollPolicy): PollHistory {
  const isSlowDown = poll.outcome.kind === 'slowDown'
  return {
    ...history,
    failuresInARow: history.failuresInARow + 1,
    documentFailuresInARow: history.documentFailuresInARow + (isDocument ? 1 : 0),
    intervalMs: isSlowDown ? Math.min(policy.ceilingMs, history.intervalMs * 2) : history.intervalMs,
    deadAt: poll.outcome.kind === 'gone' ? poll.at : history.deadAt,
  }
}

function afterSuccess(history: PollHistory, poll: FinishedPoll, policy: PollPolicy): PollHistory {
  const answered: PollHistory = {
    ...history,
    failuresInARow: 0,
    lastSuccessAt: poll.at,
    freshness: targetOf(poll.outcome)?.freshness ?? (poll.reading ? null : history.freshness),
    movedAt: poll.outcome.kind === 'moved' ? poll.at : history.movedAt,
  }
  if (poll.reading === null) return adaptInterval(answered, 'unchanged', policy)
  const read = afterReading(answered, poll.reading, poll)
  if (history.lastDocumentAt === null) return firstDocument(read, poll.reading, poll.at, policy)
  return poll.reading.newEntries > 0 ? afterNews(read, history, poll, policy) : afterNoNews(read, poll.reading, policy)
}

function targetOf(outcome: Outcome): { readonly freshness: NotModified['freshness'] } | null {
  if (outcome.kind === 'moved') return outcome.target
  return outcome.kind === 'fetched' || outcome.kind === 'notModified' ? outcome : null
}

function afterReading(history: PollHistory, reading: Reading, { at, outcome }: FinishedPoll): PollHistory {
  return {
    ...history,
    documentFailuresInARow: 0,
    lastDocumentAt: at,
    documentUrl: documentOf(outcome)?.url ?? null,
    lastEntries: reading.entries,
    cutOff: reading.cutOff,
    lastValid: reading.valid,
    hints: reading.hints,
  }
}

/**
 * All entries of a first document are new to us, which says nothing about our polls; their dates show how often the
 * publisher writes.
 */
function firstDocument(history: PollHistory, { publishedAt }: Reading, at: number, policy: PollPolicy): PollHistory {
  const dates = publishedAt.filter((date) => date <= at)
  return dates.length > 0 ? { ...history, ...learnRhythm(history, dates, policy) } : { ...history, lastNewAt: at }
}

function afterNews(history: PollHistory, before: PollHistory, poll: FinishedPoll, policy: PollPolicy): PollHistory {
  const { newEntries, publishedAt } = poll.reading!
  const since = before.lastSuccessAt ?? poll.at
  const arrivals = publishedAt.filter((date) => date > since && date <= poll.at)
  const news: PollHistory = {
    ...history,
    ...rhythmAfter(history, poll, arrivals, policy),
    newPerPoll: average(history.newPerPoll ?? 0, newEntries, policy.averageWeight),
    askedAt: null,
  }
  const wasDormant = quietMs(before) >= policy.dormantAfterMs
  return wasDormant ? awake(news, policy) : adaptInterval(news, 'new', policy)
}

/**
 * The rhythm with new arrivals. Without any date there is none: the times of our own polls are not the publisher's rhythm.
 * Articles that were published earlier and came late say nothing about it.
 */
function rhythmAfter(history: PollHistory, { at, reading }: FinishedPoll, arrivals: number[], policy: PollPolicy) {
  if (arrivals.length > 0) return learnRhythm(history, arrivals, policy)
  return reading!.publishedAt.length > 0 ? { lastNewAt: at } : { lastNewAt: at, gapMs: null, gapSpreadMs: null }
}

function afterNoNews(history: PollHistory, reading: Reading, policy: PollPolicy): PollHistory {
  return adaptInterval(history, reading.revisedEntries > 0 ? 'revised' : 'unchanged', policy)
}

function awake(history: PollHistory, policy: PollPolicy): PollHistory {
  const intervalMs = policy.startMs[history.kind]
  return { ...history, intervalMs, unchangedInARow: 0, changedInARow: 0, gapMs: null, gapSpreadMs: null }
}
