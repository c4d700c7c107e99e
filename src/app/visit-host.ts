import type { Reply } from '../core/domain/reply.ts'
import type { Store } from '../io/store/open-store.ts'
import { newPause } from './poll-host.ts'
import { holdLeases, LEASE_MS, type LeaseDeps } from './poll-leases.ts'

/** Sends one request when the pause after the last one to the host is over; a longer pause may be asked for. */
export type Ask = (send: () => Promise<Reply>, pauseMs?: number) => Promise<Reply>

/** What visiting a host needs. */
export interface VisitDeps extends LeaseDeps {
  readonly store: Pick<Store, 'claimHost' | 'lastRequests' | 'releaseHosts'> & LeaseDeps['store']
  readonly owner: string
  readonly pauseMs: number
  readonly sleep: (ms: number) => Promise<void>
  readonly stopped: () => boolean
}

/** As if we were stopping: another process asks the host now. */
const LEASE_LOST: Reply = {
  kind: 'noAnswer',
  ...{ asked: '', url: '', hops: [], wireBytes: 0, tookMs: 0 },
  failure: 'aborted',
  message: 'another process asks this host',
}

/** How often a host that is being polled is asked for again. */
const CLAIM_AGAIN_MS = 500

/**
 * Sends requests to a host under the lease that polls hold too, so that a page and a feed of one host are never fetched at once, nor
 * closer than the pause. Null when the host was not free in time.
 */
export async function visitHost<T>(
  host: string,
  work: (ask: Ask) => Promise<T>,
  until: number,
  deps: VisitDeps,
): Promise<T | null> {
  const { store, now } = deps
  const lease = await claimed(host, until, deps)
  if (lease === null) return null
  const leases = holdLeases(deps)
  leases.hold(lease)
  let lastAt = (await store.lastRequests([host])).get(host) ?? null
  const ask: Ask = async (send, pauseMs = 0) => {
    const pause = newPause(Math.max(deps.pauseMs, pauseMs), lastAt ?? Number.NEGATIVE_INFINITY)
    const left = pause.left(now())
    if (left > 0) await deps.sleep(left)
    if (!leases.isHeld(lease)) return LEASE_LOST
    lastAt = now()
    return send().finally(() => {
      lastAt = now()
    })
  }
  try {
    return await work(ask)
  } finally {
    leases.close()
    await store.releaseHosts([{ lease, lastRequestAt: lastAt }])
  }
}

async function claimed(host: string, until: number, { store, owner, now, sleep, stopped }: VisitDeps) {
  for (;;) {
    const lease = await store.claimHost({ owner, now: now(), until: now() + LEASE_MS }, host)
    if (lease !== null || now() >= until || stopped()) return lease
    await sleep(CLAIM_AGAIN_MS)
  }
}
