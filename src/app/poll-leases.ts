import type { HostLease } from '../core/domain/host-lease.ts'
import type { Store } from '../io/store/open-store.ts'

/**
 * Short, because the hosts of a process that dies are polled by no other until their leases end. A living process renews
 * its leases every third of this time, however long a host takes.
 */
export const LEASE_MS = 30_000
const RENEW_EVERY_MS = LEASE_MS / 3
/** A lease that ends sooner was not renewed when it should have been: a request begun now might be answered after its end. */
const LEAST_LEFT_MS = LEASE_MS / 3

/** The host leases this process holds and renews. */
export interface HeldLeases {
  readonly hold: (lease: HostLease) => void
  /** False once another process has taken the host over, or may do so before a request that begins now is answered. */
  readonly isHeld: (lease: HostLease) => boolean
  readonly drop: (lease: HostLease) => void
  readonly close: () => void
}

/** What holding leases needs. */
export interface LeaseDeps {
  readonly store: Pick<Store, 'renewLeases'>
  readonly now: () => number
  readonly every: (ms: number, call: () => void) => () => void
  /** A monotonic clock: setting the clock of the machine neither ends a lease nor makes it last. */
  readonly elapsed: () => number
}

interface Held {
  readonly until: number
  /** The same by the monotonic clock. */
  readonly ends: number
}

/**
 * Renews leases until they are dropped. A failed renewal is ignored: the next write of a poll reports the cause. A process that was
 * frozen finds out by its own clock that its leases have ended, before it asks a host that another has taken meanwhile.
 */
export function holdLeases({ store, now, every, elapsed }: LeaseDeps): HeldLeases {
  const held = new Map<HostLease, Held>()
  const stop = every(RENEW_EVERY_MS, () => void renewAll().catch(() => {}))

  /** One query for all: renewed one by one, each would wait behind the polls' transactions and the last might expire. */
  async function renewAll(): Promise<void> {
    const renewed = { until: now() + LEASE_MS, ends: elapsed() + LEASE_MS }
    const old = [...held].flatMap(([lease, { until }]) => (until < renewed.until - RENEW_EVERY_MS / 2 ? lease : []))
    const lost = await store.renewLeases(old, renewed.until)
    for (const lease of old) {
      if (lost.has(lease)) held.delete(lease)
      else if (held.has(lease)) held.set(lease, renewed)
    }
  }

  return {
    hold: (lease) => void held.set(lease, { until: lease.until, ends: elapsed() + lease.until - now() }),
    isHeld: (lease) => (held.get(lease)?.ends ?? Number.NEGATIVE_INFINITY) - elapsed() >= LEAST_LEFT_MS,
    drop: (lease) => void held.delete(lease),
    close: stop,
  }
}
