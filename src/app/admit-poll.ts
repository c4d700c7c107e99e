import type { ArrivingFeed } from '../core/dedup/decide-by-identity.ts'
import { decidePoll, type RemovedCount, settleGuids } from '../core/dedup/decide-poll.ts'
import type { Recent } from '../core/dedup/recent/recent.ts'
import type { HostLease } from '../core/domain/host-lease.ts'
import type { Reading } from '../core/domain/outcome.ts'
import type { PollRecord } from '../core/domain/poll.ts'
import type { PreparedEntry, PreparedFeed } from '../core/domain/prepared.ts'
import type { Admission } from '../io/store/admission.ts'
import type { Store } from '../io/store/open-store.ts'
import type { AdmissionWindow } from './admission-window.ts'
import { renewPrints } from './renew-prints.ts'
import { writeTogether } from './write-together.ts'

/** As much of a document as admission needs: a crawl has it too. */
export type Arriving = Pick<PreparedFeed, 'entries' | 'entryCount' | 'refresh'>

/** What a poll brought, once decided. */
export interface AdmissionCount {
  readonly added: number
  readonly revised: number
  readonly duplicates: number
  /** What each step of dedup left out, with what the feed gave before and was not even looked at. */
  readonly removed: RemovedCount
}

/** The entries of one poll, to be admitted. */
export interface AdmissionJob {
  readonly feed: ArrivingFeed
  readonly prepared: Arriving
  /** The right to poll the feed's host, which may have been lost meanwhile. */
  readonly lease: HostLease | null
  /** What else is stored, once it is decided what is new. */
  readonly recordOf: (reading: Reading) => PollRecord
}

/** What was stored; null, and nothing stored, when the lease was lost. */
export type AdmittedPoll = { readonly record: PollRecord; readonly count: AdmissionCount } | null

/**
 * The keys of articles are hashes, so the indexes of twenty articles lie on as many pages, all written again by each
 * commit. A transaction holds up other processes, though, so there is an end to how much goes into one.
 */
const MOST_TOGETHER = 32
const GATHER_MS = 20

/** Where polls are admitted to. */
export interface AdmissionParts {
  readonly store: Store
  readonly window: AdmissionWindow
  readonly now: () => number
}

/** Admits the entries of one poll: under the lock, what is known decides, and all of it is written or nothing. */
export async function admitPoll(parts: AdmissionParts, job: AdmissionJob): Promise<AdmittedPoll> {
  return (await admitJobs(parts, [job])).get(job)!
}

/** Admits polls one after the other, those that come at the same time in one transaction: it costs half. */
export function admitTogether(
  parts: AdmissionParts,
  sleep: (ms: number) => Promise<void>,
): (job: AdmissionJob) => Promise<AdmittedPoll> {
  const gathering = { most: MOST_TOGETHER, gather: () => sleep(GATHER_MS) }
  return writeTogether(async (jobs: readonly AdmissionJob[]) => {
    const admitted = await admitJobs(parts, jobs)
    return (job) => admitted.get(job)!
  }, gathering)
}

async function admitJobs(
  { store, window, now }: AdmissionParts,
  jobs: readonly AdmissionJob[],
): Promise<ReadonlyMap<AdmissionJob, AdmittedPoll>> {
  const list = new Map<AdmissionJob, AdmittedPoll>()
  let isTried = false
  try {
    if (!window.isRead()) await renewPrints(store, window.policy)
    await store.admission(async (tx) => {
      // Two transactions stood in each other's way and ours is tried again: the window has what was not stored.
      if (isTried) window.forget()
      isTried = true
      const recent = await window.catchUp(
        tx,
        now(),
        jobs.map(({ feed }) => feed.id),
      )
      // Asked before anything is decided: the window would take in what is not stored.
      const lost = await tx.lostLeases(jobs.flatMap(({ lease }) => lease ?? []))
      for (const job of jobs) {
        list.set(job, job.lease !== null && lost.has(job.lease) ? null : await admitInto(tx, job, recent))
      }
      window.stored(await tx.lastChange())
    })
    return list
  } catch (error) {
    window.forget()
    throw error
  }
}

async function admitInto(
  tx: Admission,
  { feed, prepared, recordOf }: AdmissionJob,
  recent: Recent,
): Promise<AdmittedPoll> {
  const entries = settleGuids(feed.id, prepared.entries, recent)
  const known = await tx.known({
    feed: feed.id,
    guidKeys: entries.map((entry) => entry.guidKey),
    urlKeys: entries.flatMap((entry) => entry.article.urlKey ?? []),
    articleKeys: entries.map((entry) => entry.article.key),
  })
  const { fresh, removed, ...decided } = decidePoll(feed, entries, known, recent)
  const revised = decided.entries.filter((entry) => entry.disposition === 'revision').length
  const added = decided.articles.length
  const count = { added, revised, duplicates: entries.length - added - revised, removed }
  const record = recordOf(
    readingOf(
      prepared,
      fresh.map((at) => entries[at]!),
      revised,
    ),
  )
  await tx.admit({ record, ...decided })
  return { record, count }
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
