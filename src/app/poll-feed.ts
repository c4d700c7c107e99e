import { hash } from 'node:crypto'
import type { NotAFeed } from '../core/domain/feed-document.ts'
import type { Outcome } from '../core/domain/outcome.ts'
import type { PollRecord } from '../core/domain/poll.ts'
import type { WaitingFeed } from '../core/domain/prepared.ts'
import type { Reply } from '../core/domain/reply.ts'
import { Trouble } from '../core/domain/trouble.ts'
import type { AfterPoll } from '../core/poll/after-poll.ts'
import { dailyQuota } from '../core/poll/daily-quota.ts'
import { documentOf, finalOutcome } from '../core/poll/final-outcome.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import { failed, readReply } from '../core/poll/read-reply.ts'
import { validatorsToSend } from '../core/poll/validators-to-send.ts'
import type { PrepareBounds, PrepareRequest } from '../core/prepare.ts'
import { sharesLogin, withLogin } from '../core/text/login.ts'
import { nameOf } from '../core/text/source-key.ts'
import { NOTHING_ADMITTED, NOTHING_TAKEN, readingOf, scopeOf } from './admission-job.ts'
import type { createPollAdmitter } from './admit-poll.ts'
import { applyPoll, sameReading, toRecord } from './poll-record.ts'
import { type PollReport, toReport } from './poll-report.ts'
import { historyOf, type PollTarget } from './poll-target.ts'

/** What one poll needs. */
export interface PollDeps {
  readonly fetchFeed: (url: string, validators: ReturnType<typeof validatorsToSend>) => Promise<Reply>
  readonly prepare: (request: PrepareRequest) => Promise<WaitingFeed | NotAFeed>
  /** Decides and stores a poll whose document has entries. */
  readonly admit: ReturnType<typeof createPollAdmitter>
  /** Stores a poll without entries, batched with others; false when the lease was lost. */
  readonly record: (record: PollRecord) => Promise<boolean>
  readonly now: () => number
  readonly policy: PollPolicy
  /** When the next digest is due, after a moment; null when none is. */
  readonly nextDigestAt: (after: number) => number | null
  /** Whether prints hold the terms that only the dedup policy `layered` compares. */
  readonly layered: boolean
}

/** Sends one request and interprets the answer. Nothing is stored yet, so it may be tried again. */
export async function askFeed(target: PollTarget, deps: PollDeps): Promise<Asked> {
  const { feed, source, login } = target
  const history = historyOf(target, deps.policy)
  const validators = validatorsToSend(feed.validators, history, deps.now(), deps.policy)
  // A feed that moved elsewhere does not take the login along.
  const address = withLogin(feed.url, sharesLogin(source.url, feed.url) ? login : null)
  const reply = await deps.fetchFeed(address, validators).catch(noReply)
  return { reply, outcome: readReply(reply, deps.now()) }
}

/** An error of our own in one request must not end the pass: it counts as no answer. */
export function noReply(error: unknown): Reply {
  const nothing = { asked: '', url: '', hops: [], wireBytes: 0, tookMs: 0 }
  return { kind: 'noAnswer', ...nothing, failure: 'protocol', message: `a fault of ours: ${wordsOf(error)}` }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** An answer, and the outcome read from it. */
export interface Asked {
  readonly reply: Reply
  readonly outcome: Outcome
}

/**
 * Finishes a poll. An error of our own in reading the document is stored as a failed poll of that feed; an error of the
 * store is thrown and ends the pass.
 */
export async function finishPoll(target: PollTarget, asked: Asked, deps: PollDeps): Promise<PollReport> {
  try {
    return await readAndStore(target, asked, deps)
  } catch (error) {
    if (error instanceof Trouble || documentOf(asked.outcome) === null) throw error
    const outcome = failed('unparsable', `a fault of ours while reading it: ${wordsOf(error)}`)
    return readAndStore(target, { ...asked, outcome }, deps)
  }
}

/** Prepares the document and stores entries, articles, schedule and health in one transaction. */
async function readAndStore(target: PollTarget, asked: Asked, deps: PollDeps): Promise<PollReport> {
  const now = deps.now()
  const document = documentOf(asked.outcome)
  const documentHash = document === null ? null : hash('sha256', document.body, 'hex').slice(0, 32)
  const unchanged = documentHash !== null && documentHash === target.feed.documentHash
  const prepared = document === null || unchanged ? null : await deps.prepare(prepareRequest(target, document, deps))
  const outcome = prepared === null ? asked.outcome : finalOutcome(asked.outcome, prepared)
  const facts = {
    at: now,
    feedUrl: target.feed.url,
    outcome,
    tookMs: asked.reply.tookMs,
    wireBytes: asked.reply.wireBytes,
  }
  const read = prepared?.kind === 'feed' ? prepared : null
  const digestAt = deps.nextDigestAt(now)
  const poll = { target, facts, documentHash, read, policy: deps.policy, digestAt }

  if (read !== null && read.entries.length > 0) {
    let after: AfterPoll | null = null
    const admitted = await deps.admit({
      feed: { id: target.feed.id, position: target.source.position },
      scope: scopeOf(target.source, target.feed),
      prepared: read,
      poll,
      lease: target.lease,
      room: dailyQuota(target.days, now, deps.policy),
      unreadAtFirst: historyOf(target, deps.policy).lastDocumentAt === null ? deps.policy.unreadAtFirst : null,
      recordOf: (reading) => {
        after = applyPoll(poll, reading)
        return toRecord(poll, after, reading)
      },
    })
    return toReport(poll, after!, admitted?.count ?? NOTHING_ADMITTED, admitted === null)
  }
  const reading = unchanged ? sameReading(historyOf(target, deps.policy)) : read && readingOf(read, NOTHING_TAKEN)
  const after = applyPoll(poll, reading)
  const stored = await deps.record(toRecord(poll, after, reading))
  return toReport(poll, after, NOTHING_ADMITTED, !stored)
}

function prepareRequest(target: PollTarget, fetched: PrepareRequest['fetched'], deps: PollDeps): PrepareRequest {
  const { tab, category, name, language, private: isPrivate } = target.source
  // Articles without an address are known by it: those of two names at one address stay apart.
  const url = withLogin(target.source.url, target.login && nameOf(target.login))
  const { body, contentType, headers } = fetched
  return {
    fetched: { body, contentType, headers, url: fetched.url },
    feed: target.feed.id,
    source: { url, tab, category, name, language, private: isPrivate },
    known: target.feed.lastEntries,
    now: deps.now(),
    layered: deps.layered,
    bounds: boundsOf(target, deps.policy),
  }
}

/** How much of a document is taken. The first that an older program did not store whole brings its tail as backlog. */
function boundsOf(target: PollTarget, policy: PollPolicy): PrepareBounds {
  const { storesAll, lastDocumentAt } = historyOf(target, policy)
  const seenBefore = lastDocumentAt === null ? policy.firstEntries : target.source.maxItems
  return {
    entries: policy.entriesPerDocument,
    fresh: storesAll ? null : seenBefore,
  }
}
