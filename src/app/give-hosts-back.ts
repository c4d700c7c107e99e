import type { Store } from '../io/store/open-store.ts'
import { withTimeout } from './with-timeout.ts'

/** What giving hosts back needs. */
export interface GiveBackDeps {
  readonly store: Pick<Store, 'releaseHostsOf'>
  readonly owner: string
  readonly now: () => number
}

/** A database that does not answer must not keep the process from ending; the leases then end by their time. */
const MOST_MS = 15_000

/**
 * Gives back the hosts that an engine still holds when it ends. Its polls give each back as they end, but on a busy machine, or while another
 * process has the write lock, they are not waited for so long.
 */
export const giveHostsBack = ({ store, owner, now }: GiveBackDeps): Promise<void> =>
  withTimeout(MOST_MS, store.releaseHostsOf(owner, now()))
