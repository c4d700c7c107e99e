import { deserialize, serialize } from 'node:v8'
import { AlreadySettled } from '../core/domain/already-settled.ts'
import type { Reading } from '../core/domain/outcome.ts'
import { Trouble } from '../core/domain/trouble.ts'
import type { Store } from '../io/store/open-store.ts'
import { type AdmissionCount, type AdmissionJob, type AdmittedPoll, NOTHING_TAKEN, readingOf } from './admission-job.ts'
import { createBatchWriter } from './batch-writer.ts'
import { uncertainDatesIn } from './document-parts.ts'
import { unpackEntries } from './packed-entries.ts'
import { applyPoll, type ReadPoll, toRecord } from './poll-record.ts'
import { withoutDocument } from './poll-report.ts'

/** Admission by one of several processes: it admits at once, the others hand their prepared polls over and wait. */
export interface SharedAdmission {
  readonly admit: (job: AdmissionJob) => Promise<AdmittedPoll>
  /** Admits what others hand over whenever this process leads, and keeps ready whenever it stands by, until told to stop. */
  readonly serve: (stop: AbortSignal) => Promise<void>
}

/** What it needs. */
export interface SharedAdmissionDeps {
  readonly store: Pick<Store, 'shared'>
  readonly owner: string
  /** Whether this process is the one that admits. */
  readonly leads: () => boolean
  /** Admits in this process, several polls a transaction. */
  readonly admitHere: (job: AdmissionJob) => Promise<AdmittedPoll>
  /** Reads what others stored, if this process stands by. */
  readonly standBy: () => Promise<void>
  readonly now: () => number
  readonly sleep: (ms: number, stop?: AbortSignal) => Promise<void>
}

/** How long prepared polls are gathered before they are handed over together. */
const GATHER_MS = 10
/** How often a result is looked for, and whether polls were handed over. */
const LOOK_EVERY_MS = 40
/** How often the process that stands by reads what was stored: it takes over with so much to read. */
const READ_EVERY_MS = 2_000
/** Polls under way at once. */
const AT_ONCE = 64
/** Results that nobody came for are those of processes that ended. */
const KEEP_RESULTS_MS = 600_000

/** A poll on its way to the process that admits. */
type HandedOver = Omit<AdmissionJob, 'recordOf' | 'poll'> & { readonly poll: ReadPoll }

/** What the process that admits answers. */
type Answer =
  | { readonly kind: 'stored'; readonly reading: Reading; readonly count: AdmissionCount }
  | { readonly kind: 'leaseLost' }
  | { readonly kind: 'fault'; readonly message: string }

export function createSharedAdmission(deps: SharedAdmissionDeps): SharedAdmission {
  const hand = createHandOver(deps)
  return {
    admit: (job) => (deps.leads() || job.poll === undefined ? deps.admitHere(job) : hand(job, job.poll)),
    serve: async (stop) => {
      const end = new AbortController()
      const either = AbortSignal.any([stop, end.signal])
      const both = [serveHandedOver(deps, either), keepReady(deps, either)]
      // One that fails ends the other.
      await Promise.all(both).finally(() => end.abort())
    },
  }
}

interface Pending {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

function createHandOver({ store, owner, now, sleep }: SharedAdmissionDeps) {
  const pending = new Map<number, Pending>()
  /** Answers that came before it was known which poll has the number. */
  const early = new Map<number, Answer>()
  let isWatching = false
  const write = async (payloads: readonly Uint8Array[]) => {
    const ids = await store.shared.handOverPolls(owner, payloads, now())
    return (payload: Uint8Array) => ids[payloads.indexOf(payload)]!
  }
  const handOver = createBatchWriter(write, { maxItems: AT_ONCE, waitForMore: () => sleep(GATHER_MS) })

  async function watch(): Promise<void> {
    isWatching = true
    try {
      while (pending.size > 0) {
        await sleep(LOOK_EVERY_MS)
        for (const { id, result } of await store.shared.takeSettledPolls(owner)) {
          const answer = JSON.parse(result) as Answer
          const waiting = pending.get(id)
          if (waiting === undefined) early.set(id, answer)
          pending.delete(id)
          waiting?.resolve(answer)
        }
      }
    } catch (error) {
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
    } finally {
      isWatching = false
    }
  }

  const answerTo = (id: number) =>
    new Promise<Answer>((resolve, reject) => {
      const known = early.get(id)
      early.delete(id)
      if (known !== undefined) return resolve(known)
      pending.set(id, { resolve, reject })
      if (!isWatching) void watch()
    })

  return async (job: AdmissionJob, poll: ReadPoll): Promise<AdmittedPoll> => {
    const answer = await answerTo(await handOver(serialize(toHandOver(job, poll))))
    if (answer.kind === 'fault') throw new Error(answer.message)
    if (answer.kind === 'stored') return { record: job.recordOf(answer.reading), count: answer.count }
    // The report names a schedule even of a poll that was not stored.
    const uncertainDates = uncertainDatesIn(unpackEntries(job.prepared.entries))
    job.recordOf(readingOf(job.prepared, { ...NOTHING_TAKEN, uncertainDates }))
    return null
  }
}

/** Without the document, which was read, and without the login, which is nobody else's. */
function toHandOver({ recordOf: _, ...job }: AdmissionJob, poll: ReadPoll): HandedOver {
  const facts = { ...poll.facts, outcome: withoutDocument(poll.facts.outcome) }
  return { ...job, poll: { ...poll, facts, target: { ...poll.target, login: null } } }
}

/** Admits what others hand over. A poll under way is not begun again; one that another leader stored meanwhile is left. */
async function serveHandedOver(deps: SharedAdmissionDeps, stop: AbortSignal): Promise<void> {
  const { store, leads, now, sleep } = deps
  const underWay = new Map<number, Promise<void>>()
  let trouble: { readonly error: unknown } | null = null
  let prunedAt = now()
  while (!stop.aborted && trouble === null) {
    const free = AT_ONCE - underWay.size
    const found = leads() && free > 0 ? await store.shared.waitingPolls([...underWay.keys()], free) : []
    for (const { id, payload } of found) {
      const admitting = admitHandedOver(id, payload, deps)
        .catch((error: unknown) => {
          trouble ??= { error }
        })
        .finally(() => underWay.delete(id))
      underWay.set(id, admitting)
    }
    if (leads() && Math.abs(now() - prunedAt) > KEEP_RESULTS_MS) {
      prunedAt = now()
      await store.shared.pruneSettledPolls(now() - KEEP_RESULTS_MS)
    }
    if (found.length === 0) await sleep(LOOK_EVERY_MS, stop)
  }
  await Promise.all(underWay.values())
  if (trouble !== null) throw (trouble as { readonly error: unknown }).error
}

async function keepReady({ standBy, sleep }: SharedAdmissionDeps, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await standBy()
    await sleep(READ_EVERY_MS, stop)
  }
}

async function admitHandedOver(id: number, payload: Uint8Array, deps: SharedAdmissionDeps): Promise<void> {
  const settle = (answer: Answer) => deps.store.shared.settlePoll({ id, result: JSON.stringify(answer) })
  try {
    const admitted = await deps.admitHere(fromHandedOver(id, deserialize(payload) as HandedOver))
    if (admitted === null) await settle({ kind: 'leaseLost' })
  } catch (error) {
    if (error instanceof AlreadySettled) return
    if (error instanceof Trouble) throw error
    await settle({ kind: 'fault', message: error instanceof Error ? error.message : String(error) })
  }
}

/** The answer is stored with the poll, in one transaction. */
function fromHandedOver(prepared: number, handed: HandedOver): AdmissionJob {
  const { poll } = handed
  return {
    ...handed,
    recordOf: (reading, count) => {
      const record = toRecord(poll, applyPoll(poll, reading), reading)
      if (count === undefined) return record
      const answer: Answer = { kind: 'stored', reading, count }
      return { ...record, settles: { prepared, result: JSON.stringify(answer) } }
    },
  }
}
