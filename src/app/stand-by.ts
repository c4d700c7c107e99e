import type { Recent } from '../core/dedup/recent/recent.ts'
import type { Store } from '../io/store/open-store.ts'
import type { RecentCache } from './recent-cache.ts'
import { renewPrints } from './renew-prints.ts'
import { createSlicer, runInSlices, type Slicer } from './time-slices.ts'

/** What reading recent articles needs. */
export interface RecentDeps {
  readonly store: Store
  readonly recentCache: RecentCache
  readonly now: () => number
  /** Called between two pieces of work without the lock. */
  readonly slicer?: Slicer
}

/** The recent articles as they are stored now; feeds that are arriving are those that will be decided about. */
export async function readRecent({ store, recentCache, now }: RecentDeps, feeds: readonly number[]): Promise<Recent> {
  if (!recentCache.isRead()) await renewPrints(store, recentCache.policy)
  return recentCache.catchUp(store, now(), feeds)
}

/** What keeping ready needs. */
export interface StandbyDeps extends RecentDeps {
  /** Whether this process is the one that admits, or the one that keeps ready to take over. */
  readonly leads: () => boolean
  readonly standsBy: () => boolean
}

/**
 * Warm standby: done every few seconds, it reads what others stored since the last time, and indexes the days that newcomers are compared
 * with, so that this process admits as soon as it is elected. One that neither admits nor stands by gives the memory back.
 */
export async function standBy(deps: StandbyDeps): Promise<void> {
  const { recentCache, now, leads, standsBy, slicer = createSlicer() } = deps
  if (leads()) return
  await recentCache.inTurn(async () => {
    if (!standsBy()) return recentCache.forgetUnused(now())
    const recent = await readRecent(deps, [])
    await runInSlices(recent.indexAroundInSteps(now()), slicer)
  })
}
