import { AlreadySettled } from '../core/domain/already-settled.ts'
import { StaleCache } from '../core/domain/stale-cache.ts'
import type { AdmissionJob, AdmittedPoll } from './admission-job.ts'
import { createBatchWriter } from './batch-writer.ts'
import {
  type DecideDeps,
  type DecidedPart,
  decidePart,
  decideParts,
  newProgress,
  type Progress,
} from './decide-parts.ts'
import { keysOf, partsOf, withoutUnstored } from './document-parts.ts'
import { releaseEntries } from './packed-entries.ts'
import { type MeasureStage, unmeasured } from './stages.ts'
import { type RecentDeps, readRecent } from './stand-by.ts'
import { type PartsToStore, type StoredParts, storeParts } from './store-parts.ts'

/**
 * Article keys are hashes, so the index entries of twenty articles lie on twenty pages, and every commit writes those pages
 * again: one commit for many polls is cheaper.
 */
const POLLS_PER_BATCH = 32
const WAIT_FOR_MORE_MS = 20

/** What admission needs. */
export interface AdmissionDeps extends RecentDeps, DecideDeps {
  readonly measure?: MeasureStage
  /** Stores what was decided, where this thread does not: it decides the next step meanwhile. */
  readonly storeElsewhere?: ((request: PartsToStore) => Promise<StoredParts>) | undefined
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

/** After so many times in which others stored something meanwhile, a part is decided under the lock. */
const MOST_CONFLICTS = 4
/** So many steps are decided and stored before others have their turn. */
const STEPS_A_TURN = 16

/** Is told how far polls have come. */
type Note = (list: readonly Progress[]) => void

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
  const note: Note = (list) => {
    for (const one of list) {
      progress.set(one.job, one)
      if (one.result !== undefined) releaseEntries(one.job.prepared.entries)
    }
  }
  for (let left = waiting(); left.length > 0; left = waiting()) {
    try {
      const isStored = await deps.recentCache.inTurn(() => takeTurn(deps, left, { conflicts, note }))
      conflicts = isStored ? 0 : conflicts + 1
      isStale = false
    } catch (error) {
      if (error instanceof AlreadySettled) throw error
      for (const one of waiting())
        progress.set(one.job, { ...one, document: one.document && withoutUnstored(one.document) })
      if (!(error instanceof StaleCache) || isStale) throw error
      isStale = true
    }
  }
  return new Map(jobs.map((job) => [job, progress.get(job)!.result!]))
}

interface Turn {
  readonly conflicts: number
  readonly note: Note
}

/** Whether anything was stored. Of a step that fails nothing was stored, and nothing is left in memory. */
function takeTurn(deps: AdmissionDeps, left: readonly Progress[], { conflicts, note }: Turn): Promise<boolean> {
  const turn = conflicts < MOST_CONFLICTS ? admitSteps(deps, left, note) : admitUnderLock(deps, left[0]!, note)
  return turn.catch((error: unknown) => {
    if (!(error instanceof AlreadySettled)) deps.recentCache.forget()
    throw error
  })
}

/**
 * Decides without the lock, and stores what was decided if nobody stored anything meanwhile. Where another thread stores, the next step is
 * decided at the same time (pipelining), in the same order: it sees what the one before it decided, and nothing that the store would have to say about that.
 */
async function admitSteps(deps: AdmissionDeps, jobs: readonly Progress[], note: Note): Promise<boolean> {
  const { recentCache, measure = unmeasured, storeElsewhere } = deps
  const feeds = jobs.map(({ job }) => job.feed.id)
  const recent = await measure('decide', () => readRecent(deps, feeds))
  const decide = (left: readonly Progress[], inFlight: readonly DecidedPart[]) =>
    measure('decide', () => decideParts(deps, left, { recent, inFlight }))
  let parts = await decide(jobs, [])
  let left = afterParts(jobs, parts)
  for (let step = 1, isStored = false; ; step++) {
    const isAhead = storeElsewhere !== undefined && step < STEPS_A_TURN
    const both = [store(deps, parts), isAhead ? decide(left, parts) : []] as const
    const [storing, deciding] = await Promise.allSettled(both)
    if (storing.status === 'rejected') throw storing.reason
    const { stored, lost, change, settled } = storing.value
    recentCache.stored(change)
    const leases = new Set(lost.map((at) => parts[at]!.toStore.lease))
    const ended = jobs.filter(({ job: { lease } }) => lease !== null && leases.has(lease))
    note([...parts.slice(0, stored).map(({ progress }) => progress), ...ended.map((one) => ({ ...one, result: null }))])
    isStored ||= stored > 0 || ended.length > 0
    if (deciding.status === 'rejected') throw deciding.reason
    const next = deciding.value
    if (stored < parts.length || ended.length > 0) {
      for (const part of [...parts.slice(stored), ...next].reverse()) part.undo()
      // What was stored before it is reported first; the next turn meets it again.
      if (settled !== null && !isStored) throw settled
      return isStored
    }
    if (next.length === 0) return isStored
    parts = next
    left = afterParts(left, parts)
  }
}

/** How far polls come once some parts are stored; without those that are then done. */
function afterParts(jobs: readonly Progress[], parts: readonly DecidedPart[]): readonly Progress[] {
  const last = new Map(parts.map(({ progress }) => [progress.job, progress]))
  return jobs.map((one) => last.get(one.job) ?? one).filter(({ result }) => result === undefined)
}

function store(deps: AdmissionDeps, decided: readonly DecidedPart[]): Promise<StoredParts> {
  const { recentCache, measure = unmeasured, storeElsewhere } = deps
  const request = { parts: decided.map(({ toStore }) => toStore), decidedBy: recentCache.state() }
  return measure('store', () => storeElsewhere?.(request) ?? storeParts(deps.store, deps.now, request))
}

/** Decides the next part of one poll where nobody can come between. */
async function admitUnderLock(deps: AdmissionDeps, one: Progress, note: Note): Promise<boolean> {
  const { store, recentCache, now } = deps
  const { lease, feed } = one.job
  const document = one.document ?? (await partsOf(one.job, await recentCache.catchUp(store, now(), [feed.id]), deps))
  let isTried = false
  const stored = await store.admission(async (tx): Promise<Progress> => {
    // A second run means the first was rolled back by a deadlock: the cache holds decisions that were not stored.
    if (isTried) recentCache.forget()
    isTried = true
    const recent = await recentCache.catchUp(tx, now(), [feed.id], () => null)
    if (lease !== null && (await tx.lostLeases([lease])).has(lease)) return { ...one, result: null }
    const keys = keysOf(feed.id, document.parts[one.stored]!)
    const { progress, toStore, undo } = await decidePart({ ...one, document }, recent, await tx.known(keys), () => null)
    await tx.admit(toStore.admitted).catch((error: unknown) => {
      undo()
      throw error
    })
    recentCache.stored(await tx.lastChange())
    return progress
  })
  note([stored])
  return true
}
