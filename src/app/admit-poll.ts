import type { ArrivingFeed } from '../core/dedup/decide-by-identity.ts'
import { decidePollInSteps, distinctGuids, type RemovedCount } from '../core/dedup/decide-poll.ts'
import { createRecent, type Recent } from '../core/dedup/recent/recent.ts'
import type { Feed } from '../core/domain/feed.ts'
import type { HostLease } from '../core/domain/host-lease.ts'
import type { Reading } from '../core/domain/outcome.ts'
import type { PollRecord } from '../core/domain/poll.ts'
import type { PreparedEntry, PreparedFeed } from '../core/domain/prepared.ts'
import type { Source } from '../core/domain/source.ts'
import { StaleCache } from '../core/domain/stale-cache.ts'
import { type DailyQuota, type QuotaOutcome, withinQuota } from '../core/poll/daily-quota.ts'
import type { Admission } from '../io/store/admission.ts'
import type { Store } from '../io/store/open-store.ts'
import { createBatchWriter } from './batch-writer.ts'
import type { RecentCache } from './recent-cache.ts'
import { renewPrints } from './renew-prints.ts'
import { createSlicer, runInSlices, type Slicer } from './time-slices.ts'

/** What admission needs of a document; a crawl result gives it too. */
export type Arriving = Pick<PreparedFeed, 'entries' | 'entryCount' | 'refresh' | 'malformed' | 'cutOff' | 'valid'>

/** A private feed is a scope of its own: its articles are compared with those of the same document only. */
export const scopeOf = (source: Pick<Source, 'private'>, feed: Pick<Feed, 'id'>): number =>
  source.private ? feed.id : 0

/** How many entries of a poll are new, changed or duplicates. */
export interface AdmissionCount {
  readonly added: number
  readonly revised: number
  readonly duplicates: number
  /** Entries that each step of dedup removed, those the feed had given before included. */
  readonly removed: RemovedCount
}

/** The entries of one poll, to be admitted. */
export interface AdmissionJob {
  readonly feed: ArrivingFeed
  readonly prepared: Arriving
  /** 0, or the number of a private feed: see `scopeOf`. */
  readonly scope: number
  /** The lease of the feed's host; null for a crawl, which needs none. It may be lost by the time the poll is stored. */
  readonly lease: HostLease | null
  /** How much the feed may still bring today. */
  readonly room: DailyQuota
  /** The poll's record, which depends on how many entries turned out to be new. */
  readonly recordOf: (reading: Reading) => PollRecord
}

/** What was stored; null when the lease was lost and nothing was stored. */
export type AdmittedPoll = { readonly record: PollRecord; readonly count: AdmissionCount } | null

/**
 * Article keys are hashes, so the index entries of twenty articles lie on twenty pages, and every commit writes those pages
 * again: one commit for many polls is cheaper. A transaction blocks other processes, so a batch has a limit.
 */
const POLLS_PER_BATCH = 32
const WAIT_FOR_MORE_MS = 20

/** What admission needs. */
export interface AdmissionDeps {
  readonly store: Store
  readonly recentCache: RecentCache
  readonly now: () => number
  /** Called between two decisions. */
  readonly slicer?: Slicer
}

/** Decides and stores the entries of one poll in one transaction, under the admission lock. */
export async function admitPoll(deps: AdmissionDeps, job: AdmissionJob): Promise<AdmittedPoll> {
  return (await admitJobs(deps, [job])).get(job)!
}

/** Admits polls in batches: those that arrive at the same time share a transaction, which halves the cost. */
export function createPollAdmitter(
  deps: AdmissionDeps,
  sleep: (ms: number) => Promise<void>,
): (job: AdmissionJob) => Promise<AdmittedPoll> {
  const admitBatch = async (jobs: readonly AdmissionJob[]) => {
    const admitted = await admitJobs(deps, jobs)
    return (job: AdmissionJob) => admitted.get(job)!
  }
  return createBatchWriter(admitBatch, { maxItems: POLLS_PER_BATCH, waitForMore: () => sleep(WAIT_FOR_MORE_MS) })
}

/** Decides once more when the prints in memory turn out to be behind the store. */
async function admitJobs(deps: AdmissionDeps, jobs: readonly AdmissionJob[]) {
  try {
    return await tryToAdmit(deps, jobs)
  } catch (error) {
    if (!(error instanceof StaleCache)) throw error
    return tryToAdmit(deps, jobs)
  }
}

async function tryToAdmit(
  { store, recentCache, now, slicer = createSlicer() }: AdmissionDeps,
  jobs: readonly AdmissionJob[],
): Promise<ReadonlyMap<AdmissionJob, AdmittedPoll>> {
  const list = new Map<AdmissionJob, AdmittedPoll>()
  let isTried = false
  try {
    if (!recentCache.isRead()) await renewPrints(store, recentCache.policy)
    await store.admission(async (tx) => {
      // A second run means the first was rolled back by a deadlock: the cache holds decisions that were not stored.
      if (isTried) recentCache.forget()
      isTried = true
      const recent = await recentCache.catchUp(
        tx,
        now(),
        jobs.map(({ feed }) => feed.id),
      )
      // Checked before deciding: every decision enters the cache, and those of a lost lease are not stored.
      const lost = await tx.lostLeases(jobs.flatMap(({ lease }) => lease ?? []))
      for (const job of jobs) {
        list.set(job, job.lease !== null && lost.has(job.lease) ? null : await admitInto(tx, job, recent, slicer))
      }
      recentCache.stored(await tx.lastChange())
    })
    return list
  } catch (error) {
    recentCache.forget()
    throw error
  }
}

async function admitInto(
  tx: Admission,
  { feed, prepared, scope, room, recordOf }: AdmissionJob,
  everything: Recent,
  slicer: Slicer,
): Promise<AdmittedPoll> {
  const recent = scope === 0 ? everything : createRecent(everything.rules.policy, { epoch: everything.rules.epoch })
  const arriving = distinctGuids(feed.id, prepared.entries, recent)
  const known = await tx.known({
    feed: feed.id,
    guidKeys: arriving.map((entry) => entry.guidKey),
    urlKeys: arriving.flatMap((entry) => entry.article.urlKey ?? []),
    articleKeys: arriving.map((entry) => entry.article.key),
  })
  const own = known.entries.filter((entry) => entry.feed === feed.id)
  const { kept: entries, ...size } = withinQuota(arriving, own, room)
  const { fresh, removed, ...decided } = await runInSlices(decidePollInSteps(feed, entries, known, recent), slicer)
  const revised = decided.entries.filter((entry) => entry.disposition === 'revision').length
  const added = decided.articles.length
  const count = { added, revised, duplicates: entries.length - added - revised, removed }
  const record = recordOf(
    readingOf(
      prepared,
      fresh.map((at) => entries[at]!),
      revised,
      size,
    ),
  )
  await tx.admit({ record, scope, ...decided })
  return { record, count }
}

/** What the schedule learns from a document. New means new to this feed, even if another feed had the article first. */
export function readingOf(
  prepared: Arriving,
  fresh: readonly PreparedEntry[],
  revised: number,
  size: Pick<QuotaOutcome, 'storedBytes' | 'leftOut'>,
): Reading {
  return {
    entries: prepared.entryCount,
    newEntries: fresh.length,
    revisedEntries: revised,
    uncertainDates: prepared.entries.filter((entry) => entry.article.dateUncertain).length,
    malformed: prepared.malformed,
    cutOff: prepared.cutOff,
    valid: prepared.valid,
    publishedAt: fresh.filter((entry) => !entry.article.dateUncertain).map((entry) => entry.article.published),
    storedBytes: size.storedBytes,
    leftOut: size.leftOut.map(({ rawHash }) => rawHash),
    hints: prepared.refresh,
  }
}
