import type { HostLease } from '../core/domain/host-lease.ts'
import type { Store } from '../io/store/open-store.ts'

/**
 * Short, since a process that dies leaves its hosts to nobody until their leases end; renewed three times over while
 * the process lives, however long a host takes and however long it waits for its turn.
 */
export const LEASE_MS = 30_000
const RENEW_EVERY_MS = LEASE_MS / 3

/** The leases of this process while it needs them. */
export interface HeldLeases {
  readonly hold: (lease: HostLease) => void
  /** False once the host has passed to somebody else. */
  readonly isHeld: (lease: HostLease) => boolean
  readonly drop: (lease: HostLease) => void
  readonly close: () => void
}

/** What keeping leases needs of the world. */
export interface LeaseDeps {
  readonly store: Store
  readonly now: () => number
  readonly every: (ms: number, call: () => void) => () => void
}

/** Keeps leases until they are dropped. A renewal the store refuses is not the end: the next write will say why. */
export function holdLeases({ store, now, every }: LeaseDeps): HeldLeases {
  const held = new Map<HostLease, number>()
  const stop = every(RENEW_EVERY_MS, () => void renewAll().catch(() => {}))

  /** All at once: one by one each would wait for a transaction of the polls, and the last ones for too many. */
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
