import { AlreadySettled } from '../core/domain/already-settled.ts'
import { StaleCache } from '../core/domain/stale-cache.ts'
import type { AdmissionJob, AdmittedPoll } from './admission-job.ts'
import { createBatchWriter } from './batch-writer.ts'
import { type DecideDeps, decidePart, decideParts, newProgress, type Progress } from './decide-parts.ts'
import { keysOf, partsOf, withoutUnstored } from './document-parts.ts'
import { releaseEntries } from './packed-entries.ts'
import { type MeasureStage, unmeasured } from './stages.ts'
import { type RecentDeps, readRecent } from './stand-by.ts'
import { SHORT_TRANSACTIONS, storeParts } from './store-parts.ts'

/**
 * Article keys are hashes, so the index entries of twenty articles lie on twenty pages, and every commit writes those pages
 * again: one commit for many polls is cheaper.
 */
const POLLS_PER_BATCH = 32
const WAIT_FOR_MORE_MS = 20

/** What admission needs. */
export interface AdmissionDeps extends RecentDeps, DecideDeps {
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

/** After so many times in which others stored something meanwhile, a part is decided under the lock. */
const MOST_CONFLICTS = 4

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
  const turn = conflicts < MOST_CONFLICTS ? admitStep(deps, left, note) : admitUnderLock(deps, left[0]!, note)
  return turn.catch((error: unknown) => {
    if (!(error instanceof AlreadySettled)) deps.recentCache.forget()
    throw error
  })
}

/**
 * Optimistic concurrency: decides without the lock, which then is held only to make sure that nothing was stored meanwhile and to
 * write.
 */
async function admitStep(deps: AdmissionDeps, jobs: readonly Progress[], note: Note): Promise<boolean> {
  const { store, recentCache, now, measure = unmeasured, transactions = SHORT_TRANSACTIONS } = deps
  const feeds = jobs.map(({ job }) => job.feed.id)
  const parts = await measure('decide', async () => decideParts(deps, jobs, await readRecent(deps, feeds)))
  const { holdMs } = transactions
  const request = { parts: parts.map(({ toStore }) => toStore), decidedBy: recentCache.state(), holdMs }
  const { stored, lost, change, settled } = await measure('store', () => storeParts(store, now, request))
  recentCache.stored(change)
  for (const part of parts.slice(stored).reverse()) part.undo()
  const leases = new Set(lost.map((at) => parts[at]!.toStore.lease))
  const ended = jobs.filter(({ job: { lease } }) => lease !== null && leases.has(lease))
  note([...parts.slice(0, stored).map(({ progress }) => progress), ...ended.map((one) => ({ ...one, result: null }))])
  const isStored = stored > 0 || ended.length > 0
  // What was stored before it is reported first; the next turn meets it again.
  if (settled !== null && !isStored) throw settled
  return isStored
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
