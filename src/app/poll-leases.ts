import type { HostLease } from '../core/domain/host-lease.ts'
import type { Store } from '../io/store/open-store.ts'

/**
 * Short, because the hosts of a process that dies are polled by no other until their leases end. A living process renews
 * its leases every third of this time, however long a host takes.
 */
export const LEASE_MS = 30_000
const RENEW_EVERY_MS = LEASE_MS / 3

/** The host leases this process holds and renews. */
export interface HeldLeases {
  readonly hold: (lease: HostLease) => void
  /** False once another process has taken the host over. */
  readonly isHeld: (lease: HostLease) => boolean
  readonly drop: (lease: HostLease) => void
  readonly close: () => void
}

/** What holding leases needs. */
export interface LeaseDeps {
  readonly store: Store
  readonly now: () => number
  readonly every: (ms: number, call: () => void) => () => void
}

/** Renews leases until they are dropped. A failed renewal is ignored: the next write of a poll reports the cause. */
export function holdLeases({ store, now, every }: LeaseDeps): HeldLeases {
  const held = new Map<HostLease, number>()
  const stop = every(RENEW_EVERY_MS, () => void renewAll().catch(() => {}))

  /** One query for all: renewed one by one, each would wait behind the polls' transactions and the last might expire. */
  async function renewAll(): Promise<void> {
    const until = now() + LEASE_MS
    const old = [...held].flatMap(([lease, ends]) => (ends < until - RENEW_EVERY_MS / 2 ? lease : []))
    const lost = await store.renewLeases(old, until)
    for (const lease of old) {
      if (lost.has(lease)) held.delete(lease)
      else if (held.has(lease)) held.set(lease, until)
    }
  }

  return {
    hold: (lease) => void held.set(lease, lease.until),
    isHeld: (lease) => held.has(lease),
    drop: (lease) => void held.delete(lease),
    close: stop,
  }
}
