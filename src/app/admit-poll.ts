import { type ArrivingFeed, decideByIdentity } from '../core/dedup/decide-by-identity.ts'
import type { Reading } from '../core/domain/outcome.ts'
import type { PollRecord } from '../core/domain/poll.ts'
import type { PreparedEntry, PreparedFeed } from '../core/domain/prepared.ts'
import type { Admission } from '../io/store/admission.ts'
import type { Store } from '../io/store/open-store.ts'
import { writeTogether } from './write-together.ts'

/** As much of a document as admission needs: a crawl has it too. */
export type Arriving = Pick<PreparedFeed, 'entries' | 'entryCount' | 'refresh'>

/** What a poll brought, once decided. */
export interface AdmissionCount {
  readonly added: number
  readonly revised: number
  readonly duplicates: number
}

/** The entries of one poll, to be admitted. */
export interface AdmissionJob {
  readonly feed: ArrivingFeed
  readonly prepared: Arriving
  /** What else is stored, once it is decided what is new. */
  readonly recordOf: (reading: Reading) => PollRecord
}

/** What was stored; null, and nothing stored, when the lease was lost. */
export type AdmittedPoll = { readonly record: PollRecord; readonly count: AdmissionCount } | null

/**
 * The keys of articles are hashes, so the indexes of twenty articles lie on as many pages, all written again by each
 * commit. A transaction holds up other processes, though, so there is an end to how much goes into one.
 */
const MOST_TOGETHER = 16
const GATHER_MS = 20

/** Admits the entries of one poll: under the lock, what is known decides, and all of it is written or nothing. */
export async function admitPoll(
  store: Store,
  feed: ArrivingFeed,
  prepared: Arriving,
  recordOf: (reading: Reading) => PollRecord,
): Promise<AdmittedPoll> {
  return store.admission((tx) => admitInto(tx, { feed, prepared, recordOf }))
}

/** Admits polls one after the other, those that come at the same time in one transaction: it costs half. */
export function admitTogether(
  store: Store,
  sleep: (ms: number) => Promise<void>,
): (job: AdmissionJob) => Promise<AdmittedPoll> {
  const gathering = { most: MOST_TOGETHER, gather: () => sleep(GATHER_MS) }
  return writeTogether(async (jobs: readonly AdmissionJob[]) => {
    const admitted = await store.admission(async (tx) => {
      const list = new Map<AdmissionJob, AdmittedPoll>()
      for (const job of jobs) list.set(job, await admitInto(tx, job))
      return list
    })
    return (job) => admitted.get(job)!
  }, gathering)
}

async function admitInto(tx: Admission, { feed, prepared, recordOf }: AdmissionJob): Promise<AdmittedPoll> {
  const { entries } = prepared
  const known = await tx.known({
    feed: feed.id,
    guidKeys: entries.map((entry) => entry.guidKey),
    urlKeys: entries.flatMap((entry) => entry.article.urlKey ?? []),
    articleKeys: entries.map((entry) => entry.article.key),
  })
  const { articles, revisions, fresh, entries: admitted } = decideByIdentity(feed, entries, known)
  const revised = admitted.filter((entry) => entry.disposition === 'revision').length
  const added = articles.length
  const count = { added, revised, duplicates: entries.length - added - revised }
  const record = recordOf(
    readingOf(
      prepared,
      fresh.map((at) => entries[at]!),
      revised,
    ),
  )
  return (await tx.admit({ record, articles, revisions, entries: admitted })) === null ? null : { record, count }
}

/** What the schedule learns from a document: what is new to the feed, even if another feed had it first. */
export function readingOf(prepared: Arriving, fresh: readonly PreparedEntry[], revised: number): Reading {
  return {
    entries: prepared.entryCount,
    newEntries: fresh.length,
    revisedEntries: revised,
    uncertainDates: prepared.entries.filter((entry) => entry.article.dateUncertain).length,
    publishedAt: fresh.filter((entry) => !entry.article.dateUncertain).map((entry) => entry.article.published),
    hints: prepared.refresh,
  }
}
