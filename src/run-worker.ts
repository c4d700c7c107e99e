import type { WorkerListener } from './app/worker.ts'
import { UserError } from './core/domain/user-error.ts'
import type { LoadedSettings } from './io/config/read-settings.ts'
import { storeAddress } from './io/store/address.ts'
import { openCurrentStore } from './io/store/open-store.ts'
import { joinCluster } from './join-cluster.ts'
import { withOpenApp } from './open-app.ts'

/* The composition root of `worker`: an engine without a web server, beside others on one PostgreSQL. */

export interface WorkerStart {
  readonly loaded: LoadedSettings
  readonly owner: string
  readonly stop: AbortSignal
  readonly onWait: (words: string) => void
}

/** Runs until the process is stopped. */
export async function runWorker(start: WorkerStart, listener: WorkerListener): Promise<void> {
  const { loaded, owner, stop, onWait } = start
  const { database } = loaded.settings
  if (storeAddress(database).kind === 'sqlite') {
    throw new UserError(
      'database: workers share a PostgreSQL, and this is SQLite, which `copytaster serve` reads alone; `copytaster migrate --to postgres://…` moves the store, then set `database` to it',
    )
  }
  const store = await openCurrentStore(database, { onWait })
  try {
    const cluster = await joinCluster({ loaded, store, owner, kind: 'worker', onLeads: listener.onLeads })
    try {
      await withOpenApp({ loaded, store, owner, stop, at: null, cluster: cluster! }, async (app) => {
        listener.onReading((await app.feeds.list()).length)
        await app.serve(listener)
      })
    } finally {
      await cluster?.close()
    }
  } finally {
    await store.close()
  }
}
