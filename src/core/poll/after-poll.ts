import type { Validators } from '../domain/feed.ts'
import type { FeedEvent, FeedHealth, PollDay } from '../domain/health.ts'
import type { FinishedPoll } from '../domain/outcome.ts'
import type { NextPoll, PollHistory } from '../domain/poll-plan.ts'
import { stateWords } from './feed-reason-words.ts'
import { documentOf } from './final-outcome.ts'
import { feedHealth, flooding } from './health.ts'
import { jitterOf } from './jitter-of.ts'
import { learnFromPoll } from './learn-from-poll.ts'
import { type AnswerHints, nextPoll, quietMs } from './next-poll.ts'
import { countPoll, dayOf, emptyDay } from './poll-days.ts'
import type { PollPolicy } from './poll-policy.ts'

/** A feed before a poll. */
export interface PolledFeed {
  /** An identifier of the feed that never changes; jitter is computed from it. */
  readonly key: string
  readonly history: PollHistory
  readonly validators: Validators
  /** At least the last thirty days, in any order. */
  readonly days: readonly PollDay[]
}

export interface AfterPoll {
  readonly history: PollHistory
  /** Today's counters, this poll included. */
  readonly day: PollDay
  readonly health: FeedHealth
  readonly next: NextPoll
  readonly events: readonly FeedEvent[]
  /** The address of the next poll. */
  readonly url: string
  /** The validators for the next request: of the last document that was parsed. */
  readonly validators: Validators
}

/** Everything that a finished poll changes about its feed, as one value. `digestAt` is when the next digest is due. */
export function afterPoll(
  feed: PolledFeed,
  poll: FinishedPoll,
  policy: PollPolicy,
  digestAt: number | null = null,
): AfterPoll {
  const today = dayOf(poll.at)
  const day = countPoll(feed.days.find((one) => one.day === today) ?? emptyDay(today), poll)
  const learned = learnFromPoll(feed.history, poll, policy)
  const days = [...feed.days.filter((one) => one.day !== today), day]
  const health = feedHealth(learned, days, poll.at, policy)
  const asks = isStillWanted(learned, policy)
  // A feed that has not answered yet is no news; that it is unhealthy will be.
  const state = health.state === 'new' ? feed.history.state : health.state
  const history: PollHistory = { ...learned, state, askedAt: asks ? poll.at : learned.askedAt }
  const moment = { now: poll.at, jitter: jitterOf(feed.key, history.polls), digestAt }
  return {
    history,
    day,
    health,
    next: nextPoll(history, hintsOf(feed.history, poll, policy), moment, policy),
    events: [
      ...eventsOf(feed.history, { ...health, state }, poll, asks ? quietMs(learned) : null),
      ...leftOutEvent(feed.days.find((one) => one.day === today)?.leftOut ?? 0, poll, policy),
    ],
    url: poll.outcome.kind === 'moved' ? poll.outcome.to : poll.feedUrl,
    validators: validatorsAfter(feed.validators, poll),
  }
}

function validatorsAfter(before: Validators, { outcome, reading }: FinishedPoll): Validators {
  const document = documentOf(outcome)
  if (document === null || reading === null) return before
  // With validators the publisher would answer "not modified" when there is room again.
  if (reading.leftOut.length > 0) return { etag: null, lastModified: null }
  return { etag: document.validators?.etag ?? null, lastModified: document.validators?.lastModified ?? null }
}

function hintsOf(before: PollHistory, { outcome, reading }: FinishedPoll, policy: PollPolicy): AnswerHints {
  const retryAfterMs = outcome.kind === 'slowDown' || outcome.kind === 'failed' ? outcome.retryAfterMs : null
  // Everything in a first document is new.
  const isLater = before.lastDocumentAt !== null && reading !== null && reading.entries >= policy.turnedOverEntries
  const turnedOver = isLater && reading.newEntries >= reading.entries
  return { slowDown: outcome.kind === 'slowDown', retryAfterMs, turnedOver }
}

/** Once a day, at the first poll that brought too much. */
function leftOutEvent(before: number, { reading }: FinishedPoll, policy: PollPolicy): FeedEvent[] {
  const entries = reading?.leftOut.length ?? 0
  return entries === 0 || before > 0
    ? []
    : [{ kind: 'leftOut', entries, because: stateWords(flooding(entries, policy)) }]
}

/** True once in each silence. */
function isStillWanted(history: PollHistory, policy: PollPolicy): boolean {
  return history.askedAt === null && history.deadAt === null && quietMs(history) >= policy.askAfterMs
}

function eventsOf(before: PollHistory, health: FeedHealth, poll: FinishedPoll, quiet: number | null): FeedEvent[] {
  const events: FeedEvent[] = []
  const { outcome, reading, feedUrl } = poll
  if (outcome.kind === 'moved' && outcome.to !== feedUrl)
    events.push({ kind: 'urlChanged', from: feedUrl, to: outcome.to })
  if (reading?.entries === 0 && (before.lastEntries ?? 0) > 0) {
    events.push({ kind: 'emptied', entriesBefore: before.lastEntries ?? 0 })
  }
  if (before.state !== health.state) {
    events.push({ kind: 'stateChanged', from: before.state, to: health.state, because: health.because })
  }
  if (quiet !== null) events.push({ kind: 'stillWanted', quietDays: Math.floor(quiet / 86_400_000) })
  return events
}
