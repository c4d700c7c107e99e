import type { Feed } from '../core/domain/feed.ts'
import { noRefreshHints } from '../core/domain/feed-document.ts'
import type { Fetched, Reading } from '../core/domain/outcome.ts'
import type { PollRecord } from '../core/domain/poll.ts'
import type { PreparedEntry } from '../core/domain/prepared.ts'
import type { Source } from '../core/domain/source.ts'
import { afterPoll } from '../core/poll/after-poll.ts'
import { UNLIMITED_QUOTA } from '../core/poll/daily-quota.ts'
import { restoreHistory } from '../core/poll/new-history.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import { packHashes, unpackHashes } from '../core/text/raw-hash.ts'
import type { Store } from '../io/store/open-store.ts'
import { type AdmissionCount, scopeOf } from './admission-job.ts'
import { admitPoll } from './admit-poll.ts'
import type { RecentCache } from './recent-cache.ts'

/** Entries that came in a file, of a feed that is never polled. */
export interface UnpolledDocument {
  readonly feed: Feed
  readonly source: Source
  readonly entries: readonly PreparedEntry[]
  readonly startedAt: number
  readonly bytes: number
}

/** What admitting them needs. */
export interface UnpolledDeps {
  readonly store: Store
  readonly recentCache: RecentCache
  readonly now: () => number
  readonly policy: PollPolicy
}

const DAY_MS = 86_400_000

/** The outcome that is recorded, as if a server had answered with the file. */
const FETCHED: Omit<Fetched, 'url'> = {
  kind: 'fetched',
  body: new Uint8Array(),
  headers: {},
  contentType: 'application/json',
  validators: null,
  freshness: null,
}

/** Admits the entries of a file in one transaction, by the same rules as a poll. */
export async function admitUnpolled(
  { feed, source, entries, startedAt, bytes }: UnpolledDocument,
  deps: UnpolledDeps,
): Promise<{ readonly record: PollRecord; readonly count: AdmissionCount }> {
  const days = await deps.store.feedDays(Math.floor(startedAt / DAY_MS) - deps.policy.healthDays, [feed.id])
  const seen = unpackHashes(feed.lastEntries)
  const unseen = entries.filter((entry) => !seen.has(entry.rawHash))
  const recordOf = (reading: Reading) => {
    const facts = { at: startedAt, tookMs: deps.now() - startedAt, wireBytes: bytes, reading }
    const history = restoreHistory(feed.history, source.kind, deps.policy)
    const polled = { key: feed.url, history, validators: feed.validators, days }
    const outcome = { ...FETCHED, url: feed.url }
    const after = afterPoll(polled, { ...facts, feedUrl: feed.url, outcome }, deps.policy)
    return toRecord({ ...feed, lastEntries: packHashes(entries.map((entry) => entry.rawHash)) }, facts, after)
  }
  const admitted = await admitPoll(deps, {
    feed: { id: feed.id, position: source.position },
    prepared: {
      entries: unseen,
      entryCount: entries.length,
      refresh: noRefreshHints,
      malformed: 0,
      cutOff: 0,
      valid: true,
    },
    scope: scopeOf(source, feed),
    lease: null,
    room: UNLIMITED_QUOTA,
    recordOf,
  })
  if (admitted === null) throw new Error('a file needs no lease, so none can have been lost')
  const duplicates = admitted.count.duplicates + entries.length - unseen.length
  return { record: admitted.record, count: { ...admitted.count, duplicates } }
}

interface IngestFacts {
  readonly at: number
  readonly tookMs: number
  readonly wireBytes: number
  readonly reading: Reading
}

/** A file is recorded as a successful poll that schedules no next one. */
function toRecord(feed: Feed, facts: IngestFacts, after: ReturnType<typeof afterPoll>): PollRecord {
  const { at, reading } = facts
  return {
    lease: null,
    poll: {
      feed: feed.id,
      at,
      durationMs: Math.round(facts.tookMs),
      outcome: 'fetched',
      succeeded: true,
      failure: null,
      httpStatus: null,
      bytes: facts.wireBytes,
      entries: reading.entries,
      newArticles: reading.newEntries,
      validDocument: true,
      consistentDates: reading.uncertainDates === 0,
    },
    feed: { ...feed, state: after.health.state, history: { ...after.history } },
    day: { feed: feed.id, ...after.day },
    events: after.events.map(({ kind, ...payload }) => ({
      at,
      kind: `feed.${kind}`,
      subject: `feed:${feed.id}`,
      payload,
    })),
  }
}
