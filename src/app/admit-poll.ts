import type { ArrivingFeed } from '../core/dedup/decide-by-identity.ts'
import { decidePollInSteps, type RemovedCount } from '../core/dedup/decide-poll.ts'
import type { Recent } from '../core/dedup/recent/recent.ts'
import type { Admitted, Known } from '../core/domain/admission.ts'
import { AlreadySettled } from '../core/domain/already-settled.ts'
import { addDispositions, countDispositions, type DispositionCounts } from '../core/domain/disposition.ts'
import type { Feed } from '../core/domain/feed.ts'
import type { HostLease } from '../core/domain/host-lease.ts'
import { type EntryKeys, knownAbout, namesOf } from '../core/domain/known-about.ts'
import type { Reading } from '../core/domain/outcome.ts'
import type { PollRecord } from '../core/domain/poll.ts'
import type { PreparedEntry, WaitingFeed } from '../core/domain/prepared.ts'
import type { Source } from '../core/domain/source.ts'
import { StaleCache } from '../core/domain/stale-cache.ts'
import type { DailyQuota, QuotaOutcome } from '../core/poll/daily-quota.ts'
import type { Store } from '../io/store/open-store.ts'
import { createBatchWriter } from './batch-writer.ts'
import {
  type DocumentParts,
  ENTRIES_A_PART,
  keysOf,
  partsOf,
  type ReadEntries,
  withoutUnstored,
} from './document-parts.ts'
import { releaseEntries, unpackEntries } from './packed-entries.ts'
import type { ReadPoll } from './poll-record.ts'
import { type MeasureStage, unmeasured } from './stages.ts'
import { type RecentDeps, readRecent } from './stand-by.ts'
import { createSlicer, runInSlices, type Slicer } from './time-slices.ts'
import { undoable } from './undoable-recent.ts'

/** What admission needs of a document; a crawl result gives it too. */
export type Arriving = Pick<WaitingFeed, 'entries' | 'entryCount' | 'refresh' | 'malformed' | 'cutOff' | 'valid'>

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
  readonly dispositions: DispositionCounts
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
  /** How many of its newest entries are unread, if it is the feed's first document; null for all. */
  readonly unreadAtFirst?: number | null
  /** The poll's record, which depends on how many entries turned out to be new. */
  readonly recordOf: (reading: Reading, count?: AdmissionCount) => PollRecord
  /** What the record is made of, for another process that admits it; only a poll has it. */
  readonly poll?: ReadPoll
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
export interface AdmissionDeps extends RecentDeps {
  /** Into parts of how many entries a document is cut. */
  readonly entriesAPart?: number
  readonly measure?: MeasureStage
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
  /** Null until its document is cut into parts, and again when the last of them is stored. */
  readonly document: DocumentParts | null
  /** The parts that are stored. */
  readonly stored: number
  /** Entries that are new in this feed, and the certain dates among theirs. */
  readonly newEntries: number
  readonly publishedAt: readonly number[]
  readonly count: AdmissionCount
  /** Undefined until the last part is stored. */
  readonly result?: AdmittedPoll
}

/** What a poll that brought no entries came to. */
export const NOTHING_ADMITTED: AdmissionCount = {
  added: 0,
  revised: 0,
  duplicates: 0,
  removed: { guid: 0, url: 0, title: 0 },
  dispositions: countDispositions([]),
}

const newProgress = (job: AdmissionJob): Progress => ({
  job,
  document: null,
  stored: 0,
  newEntries: 0,
  publishedAt: [],
  count: NOTHING_ADMITTED,
})

/** Entries that are decided at a time, about. */
const ENTRIES_A_STEP = 50
/** After so long a transaction stores no further part, so that nobody waits long for the lock. */
const HOLD_MS = 6
/** After so many times in which others stored something meanwhile, a part is decided under the lock. */
const MOST_CONFLICTS = 4

/** Admits polls in steps. Decides a step once more when the prints in memory turn out to be behind the store. */
async function admitJobs(
  deps: AdmissionDeps,
  jobs: readonly AdmissionJob[],
  progress: WeakMap<AdmissionJob, Progress>,
): Promise<ReadonlyMap<AdmissionJob, AdmittedPoll>> {
  let isStale = false
  let conflicts = 0
  const waiting = () =>
    jobs.map((job) => progress.get(job) ?? newProgress(job)).filter(({ result }) => result === undefined)
  for (let left = waiting(); left.length > 0; left = waiting()) {
    try {
      const stored = await deps.recentCache.inTurn(() => nextStep(deps, left, conflicts))
      for (const one of stored) {
        progress.set(one.job, one)
        if (one.result !== undefined) releaseEntries(one.job.prepared.entries)
      }
      conflicts = stored.length === 0 ? conflicts + 1 : 0
      isStale = false
    } catch (error) {
      if (error instanceof AlreadySettled) throw error
      for (const one of left) progress.set(one.job, { ...one, document: one.document && withoutUnstored(one.document) })
      if (!(error instanceof StaleCache) || isStale) throw error
      isStale = true
    }
  }
  return new Map(jobs.map((job) => [job, progress.get(job)!.result!]))
}

/** Of one that fails nothing was stored, and nothing is left in memory. */
function nextStep(deps: AdmissionDeps, left: readonly Progress[], conflicts: number): Promise<readonly Progress[]> {
  const step = conflicts < MOST_CONFLICTS ? admitStep(deps, left) : admitUnderLock(deps, left[0]!)
  return step.catch((error: unknown) => {
    if (!(error instanceof AlreadySettled)) deps.recentCache.forget()
    throw error
  })
}

/** A part that is decided and not stored yet. */
interface DecidedPart {
  /** What the progress is once it is stored. */
  readonly progress: Progress
  readonly admitted: Admitted
  readonly keys: EntryKeys
  /** What it was decided by. */
  readonly known: Known
  /** Takes its articles out of the recent ones again. */
  readonly undo: () => void
}

/**
 * Optimistic concurrency: decides without the lock, which then is held only to make sure that nothing was stored meanwhile and to
 * write. Gives the progress of what was stored: nothing when another process came between.
 */
async function admitStep(deps: AdmissionDeps, jobs: readonly Progress[]): Promise<readonly Progress[]> {
  const { recentCache, measure = unmeasured } = deps
  const parts = await measure('decide', () => decideStep(deps, jobs))
  const lost = new Set<HostLease>()
  let stored = 0
  let settled: AlreadySettled | null = null
  const noteSettled = (error: unknown): StoredStep => {
    if (!(error instanceof AlreadySettled)) throw error
    settled = error
    return { stored: 0, lost: new Set(), change: 0 }
  }
  for (let isOver = false; stored < parts.length && !isOver; ) {
    const step = await measure('store', () => storeStep(deps, parts.slice(stored))).catch(noteSettled)
    recentCache.stored(step.change)
    for (const lease of step.lost) lost.add(lease)
    stored += step.stored
    isOver = step.stored === 0 || lost.size > 0
  }
  for (const part of parts.slice(stored).reverse()) part.undo()
  // What was stored before it is reported first; the next step meets it again.
  if (settled !== null && stored === 0) throw settled
  const ended = jobs.filter(({ job: { lease } }) => lease !== null && lost.has(lease))
  return [...parts.slice(0, stored).map(({ progress }) => progress), ...ended.map((one) => ({ ...one, result: null }))]
}

/** How many of decided parts one transaction stored, and the leases that were lost before. */
interface StoredStep {
  readonly stored: number
  readonly lost: ReadonlySet<HostLease>
  readonly change: number
}

function storeStep({ store, recentCache, now }: AdmissionDeps, parts: readonly DecidedPart[]): Promise<StoredStep> {
  return store.admission(async (tx) => {
    const { lost, known, ...at } = await tx.begin({
      leases: parts.flatMap(({ progress: { job } }) => job.lease ?? []),
      keys: parts.map(({ keys }) => keys),
      admitted: parts.map(({ admitted }) => admitted),
    })
    const over = performance.now() + HOLD_MS
    if (!recentCache.isCurrent(at, now())) return { stored: 0, lost: new Set<HostLease>(), change: 0 }
    let stored = 0
    for (const [i, part] of parts.entries()) {
      const { lease } = part.progress.job
      if (stored > 0 && performance.now() >= over) break
      if (lease !== null && lost.has(lease)) break
      if (!isSame(known[i]!, part.known)) break
      await tx.admit(part.admitted)
      stored++
    }
    return { stored, lost, change: await tx.lastChange() }
  })
}

/** The databases give rows in any order. */
function isSame(a: Known, b: Known): boolean {
  const sorted = (rows: readonly object[]) =>
    rows
      .map((row) => JSON.stringify(row))
      .sort()
      .join()
  return sorted(a.entries) === sorted(b.entries) && sorted(a.articles) === sorted(b.articles)
}

/** Decides as many parts of polls, one poll after the other, as one transaction takes; each part enters the recent articles. */
async function decideStep(deps: AdmissionDeps, jobs: readonly Progress[]): Promise<readonly DecidedPart[]> {
  const { store, slicer = createSlicer(), entriesAPart = ENTRIES_A_PART } = deps
  const feeds = jobs.map(({ job }) => job.feed.id)
  const recent = await readRecent(deps, feeds)
  const read = await readNext(store, jobs, entriesAPart)
  const touched = new Set<string>()
  const parts: DecidedPart[] = []
  let entries = 0
  for (const one of jobs) {
    // A document of which no part would fit is not read in vain.
    const firstPart = Math.min(one.job.prepared.entries.length, entriesAPart)
    if (parts.length > 0 && one.document === null && entries + firstPart > ENTRIES_A_STEP) return parts
    const document = one.document ?? (await partsOf(one.job, recent, { store, entriesAPart }, read.get(one.job)))
    let progress = one
    for (const next of document.parts.slice(one.stored)) {
      const keys = keysOf(one.job.feed.id, next)
      // It has to see what a part before it stores.
      const isTouched = namesOf(keys).some((key) => touched.has(key))
      if (parts.length > 0 && (isTouched || entries + next.length > ENTRIES_A_STEP)) return parts
      const prints = next.map(({ print }) => print.value)
      if (one.job.scope === 0) await runInSlices(recent.prepareInSteps(prints), slicer)
      // What was looked up just now for the whole document is not looked up again.
      const about = one.document === null ? knownAbout(document.known, keys) : await store.known(keys)
      const part = await decidePart({ ...progress, document }, recent, about, slicer)
      for (const key of touchedBy(part)) touched.add(key)
      parts.push(part)
      entries += next.length
      progress = part.progress
    }
  }
  return parts
}

/** The new polls that a step may reach, and what is stored about their entries, asked at once. */
async function readNext(
  store: Store,
  jobs: readonly Progress[],
  entriesAPart: number,
): Promise<ReadonlyMap<AdmissionJob, ReadEntries>> {
  const asked = new Map<AdmissionJob, readonly PreparedEntry[]>()
  const touched = new Set<string>()
  let count = 0
  for (const { job, document } of jobs) {
    if (count > 0 && count + Math.min(job.prepared.entries.length, entriesAPart) > ENTRIES_A_STEP) break
    const entries = document === null ? unpackEntries(job.prepared.entries) : document.parts.flat()
    const names = namesOf(keysOf(job.feed.id, entries))
    if (names.some((name) => touched.has(name))) break
    for (const name of names) touched.add(name)
    count += entries.length
    if (document === null) asked.set(job, entries)
  }
  const keys = Array.from(asked, ([{ feed }, entries]) => keysOf(feed.id, entries))
  const known = await store.knownOfEach(keys)
  return new Map(Array.from(asked, ([job, entries], i) => [job, { entries, known: known[i]! }]))
}

/** Guids, addresses and keys of what a part changes. */
function touchedBy({ keys, known, admitted }: DecidedPart): string[] {
  const byKey = admitted.entries.flatMap(({ article }) => (article !== null && 'key' in article ? article.key : []))
  const addresses = known.entries.flatMap(({ urlKey }) => urlKey ?? [])
  return [...namesOf(keys), ...byKey, ...addresses, ...known.articles.map(({ key }) => key)]
}

/** Decides the next part of one poll where nobody can come between. */
async function admitUnderLock(deps: AdmissionDeps, one: Progress): Promise<readonly Progress[]> {
  const { store, recentCache, now } = deps
  const { lease, feed } = one.job
  const document = one.document ?? (await partsOf(one.job, await recentCache.catchUp(store, now(), [feed.id]), deps))
  let isTried = false
  return store.admission(async (tx) => {
    // A second run means the first was rolled back by a deadlock: the cache holds decisions that were not stored.
    if (isTried) recentCache.forget()
    isTried = true
    const recent = await recentCache.catchUp(tx, now(), [feed.id], () => null)
    if (lease !== null && (await tx.lostLeases([lease])).has(lease)) return [{ ...one, result: null }]
    const keys = keysOf(feed.id, document.parts[one.stored]!)
    const { progress, admitted, undo } = await decidePart(
      { ...one, document },
      recent,
      await tx.known(keys),
      () => null,
    )
    await tx.admit(admitted).catch((error: unknown) => {
      undo()
      throw error
    })
    recentCache.stored(await tx.lastChange())
    return [progress]
  })
}

async function decidePart(
  one: Progress & { readonly document: DocumentParts },
  everything: Recent,
  known: Known,
  slicer: Slicer,
): Promise<DecidedPart> {
  const { job, stored, document } = one
  const { parts, habits, size } = document
  const { feed, prepared, scope, recordOf } = job
  const entries = parts[stored]!
  const { recent, undo } = undoable(document.recent ?? everything)
  const steps = decidePollInSteps(feed, entries, known, recent, habits)
  const { fresh, removed, ...decided } = await runInSlices(steps, slicer)
  const revised = decided.entries.filter((entry) => entry.disposition === 'revision').length
  const added = decided.articles.length
  const dispositions = countDispositions(decided.entries)
  const duplicates = entries.length - added - revised
  const count = addedTo(one.count, { added, revised, duplicates, removed, dispositions })
  const newEntries = one.newEntries + fresh.length
  const publishedAt = [...one.publishedAt, ...certainDatesOf(fresh.map((at) => entries[at]!))]
  const next = { ...one, stored: stored + 1, newEntries, publishedAt, count }
  const isPart = next.stored < parts.length
  const revisedEntries = count.revised
  const taken = { newEntries, publishedAt, revisedEntries, uncertainDates: document.uncertainDates, ...size }
  const record = recordOf(readingOf(prepared, taken), count)
  return {
    progress: isPart ? next : { ...next, document: null, result: { record, count } },
    admitted: { record, isPart, scope, unreadGuids: document.unreadGuids, ...decided },
    keys: keysOf(feed.id, entries),
    known,
    undo,
  }
}

const certainDatesOf = (entries: readonly PreparedEntry[]): number[] =>
  entries.flatMap(({ article }) => (article.dateUncertain ? [] : article.published))

const addedTo = (a: AdmissionCount, b: AdmissionCount): AdmissionCount => ({
  added: a.added + b.added,
  revised: a.revised + b.revised,
  duplicates: a.duplicates + b.duplicates,
  removed: {
    guid: a.removed.guid + b.removed.guid,
    url: a.removed.url + b.removed.url,
    title: a.removed.title + b.removed.title,
  },
  dispositions: addDispositions(a.dispositions, b.dispositions),
})

/** What was taken of a document's entries. */
export interface TakenEntries extends Pick<QuotaOutcome, 'storedBytes' | 'leftOut'> {
  readonly newEntries: number
  readonly revisedEntries: number
  readonly uncertainDates: number
  readonly publishedAt: readonly number[]
}

/** Of a document without entries, or one whose entries are not stored. */
export const NOTHING_TAKEN: TakenEntries = {
  newEntries: 0,
  revisedEntries: 0,
  uncertainDates: 0,
  publishedAt: [],
  storedBytes: 0,
  leftOut: [],
}

/** What the schedule learns from a document. New means new to this feed, even if another feed had the article first. */
export function readingOf(prepared: Omit<Arriving, 'entries'>, { leftOut, ...taken }: TakenEntries): Reading {
  return {
    ...taken,
    entries: prepared.entryCount,
    malformed: prepared.malformed,
    cutOff: prepared.cutOff,
    valid: prepared.valid,
    leftOut: leftOut.map(({ rawHash }) => rawHash),
    hints: prepared.refresh,
  }
}
