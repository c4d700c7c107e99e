import type { ArrivingFeed } from '../core/dedup/decide-by-identity.ts'
import { decidePoll, type RemovedCount } from '../core/dedup/decide-poll.ts'
import type { Recent } from '../core/dedup/recent/recent.ts'
import type { Feed } from '../core/domain/feed.ts'
import type { HostLease } from '../core/domain/host-lease.ts'
import type { Reading } from '../core/domain/outcome.ts'
import type { PollRecord } from '../core/domain/poll.ts'
import type { PreparedEntry, PreparedFeed } from '../core/domain/prepared.ts'
import type { Source } from '../core/domain/source.ts'
import { StaleCache } from '../core/domain/stale-cache.ts'
import type { DailyQuota, QuotaOutcome } from '../core/poll/daily-quota.ts'
import type { Admission } from '../io/store/admission.ts'
import type { Store } from '../io/store/open-store.ts'
import { createBatchWriter } from './batch-writer.ts'
import { type DocumentParts, keysOf, partsOf, withoutUnstored } from './document-parts.ts'
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
 * again: one commit for many polls is cheaper.
 */
const POLLS_PER_BATCH = 32
const WAIT_FOR_MORE_MS = 20

/** What admission needs. */
export interface AdmissionDeps {
  readonly store: Store
  readonly recentCache: RecentCache
  readonly now: () => number
  /** Called between two pieces of work without the lock. */
  readonly slicer?: Slicer
  /** For how long a step begins another part; each stores one at least. */
  readonly stepMs?: number
}

/** Decides and stores the entries of one poll under the admission lock. */
export async function admitPoll(deps: AdmissionDeps, job: AdmissionJob): Promise<AdmittedPoll> {
  return (await admitJobs(deps, [job], new WeakMap())).get(job)!
}

/** Admits polls in batches: those that arrive at the same time share transactions, which halves the cost. */
export function createPollAdmitter(
  deps: AdmissionDeps,
  sleep: (ms: number) => Promise<void>,
): (job: AdmissionJob) => Promise<AdmittedPoll> {
  // Kept for a batch that fails and is tried again poll by poll: what was stored is not decided again.
  const progress = new WeakMap<AdmissionJob, Progress>()
  const admitBatch = async (jobs: readonly AdmissionJob[]) => {
    const admitted = await admitJobs(deps, jobs, progress)
    return (job: AdmissionJob) => admitted.get(job)!
  }
  return createBatchWriter(admitBatch, { maxItems: POLLS_PER_BATCH, waitForMore: () => sleep(WAIT_FOR_MORE_MS) })
}

/** How far the admission of a poll has come. */
interface Progress {
  readonly job: AdmissionJob
  /** Null until its document is cut into parts. */
  readonly document: DocumentParts | null
  /** The parts that are stored. */
  readonly stored: number
  readonly fresh: readonly PreparedEntry[]
  readonly count: AdmissionCount
  /** Undefined until the last part is stored. */
  readonly result?: AdmittedPoll
}

const NOTHING: AdmissionCount = { added: 0, revised: 0, duplicates: 0, removed: { guid: 0, url: 0, title: 0 } }

const newProgress = (job: AdmissionJob): Progress => ({ job, document: null, stored: 0, fresh: [], count: NOTHING })

/** A step of admission begins another part only within so long a time; writing what was decided takes as long again. */
const STEP_MS = 8
/** So many prints are read under the lock; more are read without it. */
const PRINTS_UNDER_LOCK = 100

/**
 * Admits polls in steps, each a transaction: what is decided is decided under the lock, and nobody has to wait long for it. Decides
 * a step once more when the prints in memory turn out to be behind the store.
 */
async function admitJobs(
  deps: AdmissionDeps,
  jobs: readonly AdmissionJob[],
  progress: WeakMap<AdmissionJob, Progress>,
): Promise<ReadonlyMap<AdmissionJob, AdmittedPoll>> {
  let isStale = false
  const waiting = () =>
    jobs.map((job) => progress.get(job) ?? newProgress(job)).filter(({ result }) => result === undefined)
  for (let left = waiting(); left.length > 0; left = waiting()) {
    try {
      for (const one of await tryStep(deps, left)) progress.set(one.job, one)
      isStale = false
    } catch (error) {
      deps.recentCache.forget()
      if (!(error instanceof StaleCache) || isStale) throw error
      isStale = true
    }
  }
  return new Map(jobs.map((job) => [job, progress.get(job)!.result!]))
}

async function tryStep(deps: AdmissionDeps, jobs: readonly Progress[]): Promise<readonly Progress[]> {
  const { store, recentCache, now, slicer = createSlicer(), stepMs = STEP_MS } = deps
  if (!recentCache.isRead()) await renewPrints(store, recentCache.policy)
  const feeds = jobs.map(({ job }) => job.feed.id)
  // As much as possible without the lock: all prints of two weeks, when the process has just started.
  const recent = await recentCache.catchUp(store, now(), feeds)
  const planned: Progress[] = []
  for (const one of jobs) {
    const document = one.document && withoutUnstored(one.document, recent)
    planned.push({ ...one, document: document ?? (await partsOf(one.job, recent, store)) })
    const prints = one.job.prepared.entries.map(({ print }) => print.value)
    if (one.job.scope === 0) await runInSlices(recent.prepareInSteps(prints), slicer)
  }
  let isTried = false
  return store.admission(async (tx) => {
    // A second run means the first was rolled back by a deadlock: the cache holds decisions that were not stored.
    if (isTried) recentCache.forget()
    isTried = true
    const current = await recentCache.catchUp(tx, now(), feeds, PRINTS_UNDER_LOCK)
    if (current === null) return planned
    // Checked before deciding: every decision enters the cache, and those of a lost lease are not stored.
    const lost = await tx.lostLeases(planned.flatMap(({ job: { lease } }) => lease ?? []))
    const isLost = ({ job: { lease } }: Progress) => lease !== null && lost.has(lease)
    const over = performance.now() + stepMs
    const stepped: Progress[] = []
    let isFirst = true
    for (let one of planned) {
      if (isLost(one)) one = { ...one, result: null }
      for (; one.result === undefined && (isFirst || performance.now() < over); isFirst = false)
        one = await admitPart(tx, one, current)
      stepped.push(one)
    }
    recentCache.stored(await tx.lastChange())
    return stepped
  })
}

/** Decides and stores the next part of a poll, and with the last one its record. */
async function admitPart(tx: Admission, progress: Progress, everything: Recent): Promise<Progress> {
  const { job, stored, document } = progress
  const { parts, recent: own, habits, size } = document!
  const { feed, prepared, scope, recordOf } = job
  const entries = parts[stored] ?? []
  const known = await tx.known(keysOf(feed.id, entries))
  const { fresh, removed, ...decided } = decidePoll(feed, entries, known, own ?? everything, habits)
  const revised = decided.entries.filter((entry) => entry.disposition === 'revision').length
  const added = decided.articles.length
  const count = addedTo(progress.count, { added, revised, duplicates: entries.length - added - revised, removed })
  const next = {
    ...progress,
    stored: stored + 1,
    fresh: [...progress.fresh, ...fresh.map((at) => entries[at]!)],
    count,
  }
  const isPart = next.stored < parts.length
  const record = recordOf(readingOf(prepared, next.fresh, count.revised, size))
  await tx.admit({ record, isPart, scope, ...decided })
  return isPart ? next : { ...next, result: { record, count } }
}

const addedTo = (a: AdmissionCount, b: AdmissionCount): AdmissionCount => ({
  added: a.added + b.added,
  revised: a.revised + b.revised,
  duplicates: a.duplicates + b.duplicates,
  removed: {
    guid: a.removed.guid + b.removed.guid,
    url: a.removed.url + b.removed.url,
    title: a.removed.title + b.removed.title,
  },
})

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
