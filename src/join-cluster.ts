import type { LoadedSettings } from './io/config/read-settings.ts'
import { type Cluster, openCluster } from './io/jobs/cluster.ts'
import type { ElectedAs } from './io/jobs/elect.ts'
import { storeAddress } from './io/store/address.ts'
import type { Store } from './io/store/open-store.ts'
import { version } from './version.ts'

/* Part of the composition roots: how an engine joins the others that share its PostgreSQL. */

/** What an engine joins with. */
export interface JoinRequest {
  readonly loaded: LoadedSettings
  readonly store: Store
  readonly owner: string
  readonly kind: 'serve' | 'worker'
  readonly onElected?: (as: ElectedAs) => void
}

/** Hosts given to one process at once, per request allowed at once: most wait for a pause. */
const HOSTS_PER_REQUEST = 2
/** Each of them asks the queue once a second while there is nothing to do. */
const MOST_HOSTS = 32

/** Null on SQLite, which one engine has for itself. */
export async function joinCluster({ loaded, store, owner, kind, onElected }: JoinRequest): Promise<Cluster | null> {
  const { database, databaseDirect, fetch } = loaded.settings
  const direct = storeAddress(databaseDirect ?? database)
  if (storeAddress(database).kind === 'sqlite' || direct.kind === 'sqlite') return null
  return openCluster({
    name: owner,
    kind,
    version,
    direct: direct.url,
    store,
    hostsAtOnce: Math.min(fetch.concurrency * HOSTS_PER_REQUEST, MOST_HOSTS),
    ...(onElected && { onElected }),
  })
}
