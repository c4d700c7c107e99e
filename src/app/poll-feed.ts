import { hash } from 'node:crypto'
import type { Feed } from '../core/domain/feed.ts'
import { noRefreshHints } from '../core/domain/feed-document.ts'
import type { FeedEvent } from '../core/domain/health.ts'
import type { HostLease } from '../core/domain/host-lease.ts'
import type { FinishedPoll, Outcome, Reading } from '../core/domain/outcome.ts'
import type { FeedDay, PollRecord } from '../core/domain/poll.ts'
import type { NextPoll, PollHistory } from '../core/domain/poll-plan.ts'
import type { Prepared, PreparedFeed } from '../core/domain/prepared.ts'
import type { Reply } from '../core/domain/reply.ts'
import type { Source } from '../core/domain/source.ts'
import { Trouble } from '../core/domain/trouble.ts'
import type { Warning } from '../core/domain/warning.ts'
import { type AfterPoll, afterPoll } from '../core/poll/after-poll.ts'
import { dailyQuota } from '../core/poll/daily-quota.ts'
import { discoverFeeds, type FeedCandidate } from '../core/poll/discover-feeds.ts'
import { documentOf, finalOutcome } from '../core/poll/final-outcome.ts'
import { restoreHistory } from '../core/poll/new-history.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import { failed, readReply } from '../core/poll/read-reply.ts'
import { validatorsToSend } from '../core/poll/validators-to-send.ts'
import type { PrepareBounds, PrepareRequest } from '../core/prepare.ts'
import { findLinks } from '../core/text/find-links.ts'
import { sharesLogin, withLogin, withoutLogin } from '../core/text/login.ts'
import { packHashes, unpackHashes } from '../core/text/raw-hash.ts'
import { nameOf } from '../core/text/source-key.ts'
import { type AdmissionCount, type createPollAdmitter, NOTHING_ADMITTED, readingOf, scopeOf } from './admit-poll.ts'

/** What one poll needs. */
export interface PollDeps {
  readonly fetchFeed: (url: string, validators: ReturnType<typeof validatorsToSend>) => Promise<Reply>
  readonly prepare: (request: PrepareRequest) => Promise<Prepared>
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

/** A feed to be polled, with what was loaded about it. */
export interface PollTarget {
  readonly feed: Feed
  readonly source: Source
  readonly days: readonly FeedDay[]
  readonly lease: HostLease | null
  /** The login of the source; null when its address has none. */
  readonly login: string | null
}

/** What one poll came to, for progress and reports. */
export interface PollReport {
  readonly feed: Feed
  readonly source: Source
  readonly outcome: Outcome
  readonly next: NextPoll
  readonly count: AdmissionCount
  readonly entries: number
  readonly malformed: number
  readonly warnings: readonly Warning[]
  readonly events: readonly FeedEvent[]
  /** Feeds that are linked from a page, when the answer was a page instead of a feed. */
  readonly candidates: readonly FeedCandidate[]
  readonly tookMs: number
  /** Another process took the host over meanwhile; nothing was stored. */
  readonly leaseLost: boolean
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
  const reading = unchanged
    ? sameReading(historyOf(target, deps.policy))
    : read && readingOf(read, [], 0, { storedBytes: 0, leftOut: [] })
  const after = applyPoll(poll, reading)
  const stored = await deps.record(toRecord(poll, after, reading))
  return toReport(poll, after, NOTHING_ADMITTED, !stored)
}

/** A poll whose document was read and that is not stored yet. */
interface ReadPoll {
  readonly target: PollTarget
  readonly facts: Omit<FinishedPoll, 'reading'>
  readonly documentHash: string | null
  readonly read: PreparedFeed | null
  readonly policy: PollPolicy
  readonly digestAt: number | null
}

function historyOf({ feed, source }: PollTarget, policy: PollPolicy): PollHistory {
  return restoreHistory(feed.history, source.kind, policy)
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

/** For the same bytes as last time: nothing to parse, nothing new. */
function sameReading(history: PollHistory): Reading {
  const counts = {
    newEntries: 0,
    revisedEntries: 0,
    uncertainDates: 0,
    malformed: 0,
    publishedAt: [],
    storedBytes: 0,
    leftOut: [],
  }
  return {
    entries: history.lastEntries ?? 0,
    ...counts,
    valid: history.lastValid,
    cutOff: history.cutOff,
    hints: history.hints ?? noRefreshHints,
  }
}

/** The feed's schedule and health after the poll. */
function applyPoll({ target, facts, policy, digestAt }: ReadPoll, reading: Reading | null): AfterPoll {
  const { feed, source, days } = target
  const polled = { key: source.url, history: historyOf(target, policy), validators: feed.validators, days }
  return afterPoll(polled, { ...facts, reading }, policy, digestAt)
}

function toRecord(
  { target, facts, documentHash, read }: ReadPoll,
  after: AfterPoll,
  reading: Reading | null,
): PollRecord {
  const { feed, lease } = target
  const { outcome } = facts
  const failed = outcome.kind === 'failed' || outcome.kind === 'slowDown' || outcome.kind === 'gone'
  const moved = after.url !== feed.url
  return {
    lease,
    poll: {
      feed: feed.id,
      at: facts.at,
      durationMs: Math.round(facts.tookMs),
      outcome: outcome.kind,
      succeeded: !failed,
      failure: outcome.kind === 'failed' ? outcome.failure : null,
      httpStatus: statusOf(outcome),
      bytes: facts.wireBytes,
      entries: reading?.entries ?? 0,
      newArticles: reading?.newEntries ?? 0,
      validDocument: documentOf(outcome) === null && outcome.kind !== 'failed' ? null : (reading?.valid ?? false),
      consistentDates: reading === null ? null : reading.uncertainDates === 0,
    },
    feed: {
      ...feed,
      url: after.url,
      host: moved ? new URL(after.url).host : feed.host,
      previousUrls: moved ? [...feed.previousUrls, feed.url] : feed.previousUrls,
      title: read?.title ?? feed.title,
      validators: after.validators,
      state: after.health.state,
      nextAt: after.next.at,
      nextReason: after.next.reason,
      nextPlan: after.next,
      ...knownDocument(feed, read, reading, documentHash),
      history: {
        ...after.history,
        storesAll: read !== null || after.history.storesAll,
        namedFeedUrl: failed ? (declaredFeed(outcome) ?? after.history.namedFeedUrl) : null,
      },
    },
    day: { feed: feed.id, ...after.day },
    events: after.events.map(({ kind, ...payload }) => ({
      at: facts.at,
      kind: `feed.${kind}`,
      subject: `feed:${feed.id}`,
      payload,
    })),
  }
}

/** The document and its entries, which the next poll skips; not those that were left out. */
function knownDocument(
  feed: Feed,
  read: PreparedFeed | null,
  reading: Reading | null,
  documentHash: string | null,
): Pick<Feed, 'documentHash' | 'lastEntries'> {
  const lastEntries = read?.rawHashes ?? feed.lastEntries
  if (reading === null) return { documentHash: feed.documentHash, lastEntries }
  if (reading.leftOut.length === 0) return { documentHash: documentHash ?? feed.documentHash, lastEntries }
  const hashes = unpackHashes(lastEntries)
  for (const hash of reading.leftOut) hashes.delete(hash)
  return { documentHash: null, lastEntries: packHashes([...hashes]) }
}

function statusOf(outcome: Outcome): number | null {
  if (outcome.kind === 'failed' || outcome.kind === 'slowDown') return outcome.status
  if (outcome.kind === 'gone') return 410
  return outcome.kind === 'notModified' ? 304 : 200
}

function toReport(
  { target, facts, read }: ReadPoll,
  after: AfterPoll,
  count: AdmissionCount,
  leaseLost: boolean,
): PollReport {
  const { outcome } = facts
  return {
    feed: target.feed,
    source: target.source,
    outcome: withoutDocument(outcome),
    next: after.next,
    count,
    entries: read?.entryCount ?? 0,
    malformed: read?.malformed ?? 0,
    warnings: read?.warnings ?? [],
    events: after.events,
    candidates: candidatesIn(outcome),
    tookMs: facts.tookMs,
    leaseLost,
  }
}

/** The feeds that a web page names which came instead of a feed. */
function candidatesIn(outcome: Outcome): readonly FeedCandidate[] {
  const page = outcome.kind === 'failed' ? outcome.page : null
  return page === null ? [] : discoverFeeds(findLinks(Buffer.from(page.body).toString('utf8')), page.url)
}

/** The one that the page declares as its own; guesses are not kept. */
function declaredFeed(outcome: Outcome): string | null {
  const declared = candidatesIn(outcome).find(({ found }) => found === 'link')
  return declared === undefined ? null : withoutLogin(declared.url)
}

const NO_BYTES = new Uint8Array()

/** Reports of a long pass are kept in memory, so they hold no documents. */
function withoutDocument(outcome: Outcome): Outcome {
  if (outcome.kind === 'fetched') return { ...outcome, body: NO_BYTES }
  if (outcome.kind === 'failed' && outcome.page) return { ...outcome, page: { ...outcome.page, body: NO_BYTES } }
  if (outcome.kind !== 'moved' || outcome.target.kind !== 'fetched') return outcome
  return { ...outcome, target: { ...outcome.target, body: NO_BYTES } }
}
