import type { Feed } from '../core/domain/feed.ts'
import { noRefreshHints } from '../core/domain/feed-document.ts'
import type { FinishedPoll, Outcome, Reading } from '../core/domain/outcome.ts'
import type { PollRecord } from '../core/domain/poll.ts'
import type { PollHistory } from '../core/domain/poll-plan.ts'
import type { PreparedFeed } from '../core/domain/prepared.ts'
import { type AfterPoll, afterPoll } from '../core/poll/after-poll.ts'
import { documentOf } from '../core/poll/final-outcome.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import { packHashes, unpackHashes } from '../core/text/raw-hash.ts'
import { declaredFeed } from './page-candidates.ts'
import { historyOf, type PollTarget } from './poll-target.ts'

/* What is stored about one poll: the poll itself, the feed as it is afterwards, the sums of the day and the events. */

/** A poll whose document was read and that is not stored yet. */
export interface ReadPoll {
  readonly target: PollTarget
  readonly facts: Omit<FinishedPoll, 'reading'>
  readonly documentHash: string | null
  readonly read: Omit<PreparedFeed, 'entries'> | null
  readonly policy: PollPolicy
  readonly digestAt: number | null
}

/** For the same bytes as last time: nothing to parse, nothing new. */
export function sameReading(history: PollHistory): Reading {
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
export function applyPoll({ target, facts, policy, digestAt }: ReadPoll, reading: Reading | null): AfterPoll {
  const { feed, source, days } = target
  const polled = { key: source.url, history: historyOf(target, policy), validators: feed.validators, days }
  return afterPoll(polled, { ...facts, reading }, policy, digestAt)
}

/** The rows of the poll. */
export function toRecord(
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
  read: Pick<PreparedFeed, 'rawHashes'> | null,
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
