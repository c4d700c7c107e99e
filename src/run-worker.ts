import { giveHostsBack } from './app/give-hosts-back.ts'
import { retryOnOutage } from './app/retry-on-outage.ts'
import type { WorkerListener } from './app/worker.ts'
import { UserError } from './core/domain/user-error.ts'
import type { LoadedSettings } from './io/config/read-settings.ts'
import { storeAddress } from './io/store/address.ts'
import { openCurrentStore } from './io/store/open-store.ts'
import { systemClock } from './io/system/clock.ts'
import { joinCluster } from './join-cluster.ts'
import { withOpenApp } from './open-app.ts'

/* The composition root of `worker`: an engine without a web server, beside others on one PostgreSQL. */

export interface WorkerStart {
  readonly loaded: LoadedSettings
  readonly owner: string
  readonly stop: AbortSignal
  readonly onWait: (words: string) => void
}

/** Runs until the process is stopped. Waits for a database that does not answer yet, as it does for one that goes away later. */
export async function runWorker(start: WorkerStart, listener: WorkerListener): Promise<void> {
  const { loaded, stop } = start
  if (storeAddress(loaded.settings.database).kind === 'sqlite') {
    throw new UserError(
      'database: workers share a PostgreSQL, and this is SQLite, which `copytaster serve` reads alone; `copytaster migrate --to postgres://…` moves the store, then set `database` to it',
    )
  }
  await retryOnOutage((worked) => joinAndWork(start, listener, worked), {
    sleep: (ms) => systemClock.sleep(ms, stop),
    stopped: () => stop.aborted,
    say: listener.onOutage,
  })
}

async function joinAndWork(start: WorkerStart, listener: WorkerListener, worked: () => void): Promise<void> {
  const { loaded, owner, stop, onWait } = start
  const store = await openCurrentStore(loaded.settings.database, { onWait })
  try {
    const cluster = await joinCluster({ loaded, store, owner, kind: 'worker', onElected: listener.onElected })
    try {
      await withOpenApp({ loaded, store, owner, stop, at: null, cluster: cluster!, isDaemon: true }, async (app) => {
        listener.onReading(await app.feeds.count())
        worked()
        await app.serve(listener)
      })
    } finally {
      await giveHostsBack({ store, owner, now: cluster!.clock.now })
      await cluster?.close()
    }
  } finally {
    await store.close()
  }
}
