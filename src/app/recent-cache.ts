import type { DedupPolicy } from '../core/dedup/policies.ts'
import { createRecent, type Recent } from '../core/dedup/recent/recent.ts'
import type { Store } from '../io/store/open-store.ts'
import type { LastNumbers } from '../io/store/prints.ts'
import { readEpoch } from './idf-epochs.ts'
import { eachPrintAfter } from './page-prints.ts'
import { createSemaphore } from './semaphore.ts'
import { createSlicer, type Slicer } from './time-slices.ts'

/** In-memory copy of the prints that new articles are compared with, kept in step with the store by a change cursor. */
export interface RecentCache {
  readonly policy: DedupPolicy
  /** Runs work that reads the cache, decides by it and stores alone: what a second one read meanwhile would seem known to the first. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether the prints have been read; until then `renewPrints` must come first. */
  readonly isRead: () => boolean
  /** Reads what other processes stored since the last call; the arriving feeds are those that will be decided about. */
  readonly catchUp: (from: PrintSource, now: number, feeds: readonly number[], slicer?: Slicer) => Promise<Recent>
  /** What is decided by now. */
  readonly state: () => RecentState
  /** Call after a commit: what was decided is stored up to this change. */
  readonly stored: (change: number) => void
  /** Call after a rollback: the cache holds decisions that were not stored, so the next `catchUp` reads everything again. */
  readonly forget: () => void
  /** Gives the memory back when nothing was decided by it for a minute. */
  readonly forgetUnused: (now: number) => void
}

/** Of which moment the articles are by which something was decided. */
export interface RecentState extends LastNumbers {
  /** The whole hour whose articles they are; null where none are held. */
  readonly hour: number | null
}

/** Whether nobody stored anything since then. Asked under the admission lock, before what was decided is stored. */
export const isCurrent = (decidedBy: RecentState, { epoch, change }: LastNumbers, now: number): boolean =>
  decidedBy.hour === hourOf(now) && decidedBy.epoch === epoch && decidedBy.change === change

/** The store, or the admission transaction, as far as the cache reads it. */
export type PrintSource = Pick<Store, 'printsAfter' | 'lastNumbers' | 'newestEpoch' | 'feedPositions'>

const EXPIRE_MS = 3_600_000
const UNUSED_MS = 60_000

/** At whole hours, so that a cache filled this minute drops the same articles as one filled yesterday. */
const hourOf = (now: number): number => now - (now % EXPIRE_MS)

/** An empty cache; the first `catchUp` fills it. */
export function createRecentCache(policy: DedupPolicy, slicer: Slicer = createSlicer()): RecentCache {
  let positions = new Map<number, number>()
  let recent: Recent | null = null
  let cursor = 0
  let expiredAt = Number.NEGATIVE_INFINITY
  let usedAt = Number.NEGATIVE_INFINITY

  const forget = (): void => {
    recent = null
    cursor = 0
    expiredAt = Number.NEGATIVE_INFINITY
  }
  const positionOf = (feed: number): number => positions.get(feed) ?? Number.MAX_SAFE_INTEGER

  async function catchUp(
    from: PrintSource,
    now: number,
    feeds: readonly number[],
    pauses: Slicer = slicer,
  ): Promise<Recent> {
    usedAt = now
    // All processes must weigh words by the same statistics, so newer ones make the cache start over.
    // Asked before the prints are read: the last change may be of a print that is gone.
    const last = await from.lastNumbers()
    if (recent !== null && recent.rules.epoch.n !== last.epoch) forget()
    // Change numbers only grow: a store that is behind the cache is not the one the cache was read from.
    if (recent !== null && last.change < cursor) forget()
    if (recent === null || feeds.some((feed) => !positions.has(feed))) positions = new Map(await from.feedPositions())
    // A clock that was ahead made the cache drop articles that are recent again.
    if (recent !== null && now < expiredAt) forget()
    const epoch = recent === null ? readEpoch(await from.newestEpoch()) : recent.rules.epoch
    const current = recent ?? createRecent(policy, { positionOf, compactsItself: false, epoch })
    recent = current
    if (cursor < last.change)
      cursor = Math.max(last.change, await eachPrintAfter(from, cursor, current.addBytes, pauses))
    if (hourOf(now) !== expiredAt) current.expire(hourOf(now))
    expiredAt = hourOf(now)
    current.tidy()
    return current
  }

  return {
    policy,
    inTurn: createSemaphore(1).run,
    isRead: () => recent !== null,
    catchUp,
    state: () => ({ change: cursor, epoch: recent?.rules.epoch.n ?? 0, hour: recent && expiredAt }),
    stored: (change) => {
      cursor = Math.max(cursor, change)
    },
    forget,
    // The absolute difference: a clock that was set back must not keep it.
    forgetUnused: (now) => {
      if (Math.abs(now - usedAt) > UNUSED_MS) forget()
    },
  }
}
