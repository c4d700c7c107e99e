import type { Admitted, Known } from '../core/domain/admission.ts'
import { AlreadySettled } from '../core/domain/already-settled.ts'
import type { HostLease } from '../core/domain/host-lease.ts'
import type { EntryKeys } from '../core/domain/known-about.ts'
import type { Store } from '../io/store/open-store.ts'
import { isCurrent, type RecentState } from './recent-cache.ts'

/** A part of a poll that is decided and not stored yet. What belongs to its transaction, as plain data. */
export interface PartToStore {
  readonly admitted: Admitted
  readonly lease: HostLease | null
  readonly keys: EntryKeys
  /** What was stored about its entries when it was decided. */
  readonly known: Known
}

/** Parts of polls in the order in which they were decided. */
export interface PartsToStore extends Pick<TransactionSize, 'holdMs'> {
  readonly parts: readonly PartToStore[]
  /** The recent articles they were decided by. */
  readonly decidedBy: RecentState
}

/** What was stored of them. */
export interface StoredParts {
  /** The first so many. */
  readonly stored: number
  /** The places of those whose lease was lost before. */
  readonly lost: readonly number[]
  /** The number of the last change of a print; 0 where nothing was stored. */
  readonly change: number
  /** Another process had stored the next one already. */
  readonly settled: AlreadySettled | null
}

/** How much one transaction of admission stores. Keys are hashes, so what it writes is mostly pages that each hold one of its rows. */
export interface TransactionSize {
  /** Entries that are decided at a time, about. */
  readonly entries: number
  /** After so long it stores no further part, so that nobody waits long for the lock. */
  readonly holdMs: number
}

/** Beside a server, whose readers write too. */
export const SHORT_TRANSACTIONS: TransactionSize = { entries: 50, holdMs: 6 }
/** Of a command: who waits for its lock, waits for a moment. */
export const LONG_TRANSACTIONS: TransactionSize = { entries: 200, holdMs: 20 }

const NOTHING_STORED: StoredParts = { stored: 0, lost: [], change: 0, settled: null }

/**
 * Optimistic concurrency: stores parts that were decided without the lock, in short transactions, up to the first about which the store
 * says something else by now.
 */
export async function storeParts(store: Store, now: () => number, request: PartsToStore): Promise<StoredParts> {
  const { parts, decidedBy } = request
  let all = NOTHING_STORED
  while (all.stored < parts.length && all.lost.length === 0) {
    const left = parts.slice(all.stored)
    const by = all.stored === 0 ? decidedBy : { ...decidedBy, change: all.change }
    const next = await storeSome(store, now, { ...request, parts: left, decidedBy: by }).catch(noteSettled)
    if (next.stored === 0) return { ...all, lost: next.lost.map((at) => at + all.stored), settled: next.settled }
    const stored = all.stored + next.stored
    all = { ...next, stored, lost: next.lost.map((at) => at + all.stored) }
  }
  return all
}

function noteSettled(error: unknown): StoredParts {
  if (!(error instanceof AlreadySettled)) throw error
  return { ...NOTHING_STORED, settled: error }
}

/** Stores as many as one transaction takes. */
function storeSome(store: Store, now: () => number, { parts, decidedBy, holdMs }: PartsToStore): Promise<StoredParts> {
  return store.admission(async (tx) => {
    const { lost, known, ...at } = await tx.begin({
      leases: parts.flatMap(({ lease }) => lease ?? []),
      keys: parts.map(({ keys }) => keys),
      admitted: parts.map(({ admitted }) => admitted),
    })
    const over = performance.now() + holdMs
    if (!isCurrent(decidedBy, at, now())) return NOTHING_STORED
    const isLost = ({ lease }: PartToStore) => lease !== null && lost.has(lease)
    let stored = 0
    for (const [i, part] of parts.entries()) {
      if (stored > 0 && performance.now() >= over) break
      if (isLost(part) || !isSame(known[i]!, part.known)) break
      await tx.admit(part.admitted)
      stored++
    }
    const places = parts.flatMap((part, i) => (isLost(part) ? [i] : []))
    return { stored, lost: places, change: await tx.lastChange(), settled: null }
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
