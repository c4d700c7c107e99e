import type { App } from './app/app.ts'
import type { CallEngine, EngineCall } from './app/engine-calls.ts'
import { createEngineHandlers } from './app/engine-handlers.ts'
import { createImages } from './app/images.ts'
import { followSearch } from './app/search-articles.ts'
import { storeAsOf } from './app/store-as-of.ts'
import { createWebApp } from './app/web-app.ts'
import type { LoadedSettings } from './io/config/read-settings.ts'
import type { Store } from './io/store/open-store.ts'
import { hashPassword, isPassword } from './io/system/password.ts'
import { newSecret, secretHash } from './io/system/secret.ts'
import { serveMcp } from './mcp/serve-stdio.ts'
import { pollPolicyOf } from './open-app.ts'
import { version } from './version.ts'

/* Part of the composition roots: what a language model gets on standard input and output is what a reader gets through the server.
   Engine and answers share one thread, because there is one client. */

/** What the program was opened with. */
export interface OpenedMcp {
  readonly store: Store
  readonly loaded: LoadedSettings
  readonly stop: AbortSignal
  /** The past moment to look at; null for now. */
  readonly at: number | null
  readonly canWrite: boolean
}

/** Serves the reader whose app it is, until the client leaves. */
export async function serveMcpOver(app: App, { store, loaded, stop, at, canWrite }: OpenedMcp): Promise<void> {
  const handlers = createEngineHandlers(app)
  const callEngine = (async (call: EngineCall) => {
    // No server may be running that would do it.
    if (call.name === 'search') await followSearch(store, () => {})
    return (handlers[call.name] as (of: EngineCall) => Promise<unknown>)(call)
  }) as CallEngine
  const notServed = () => Promise.reject(new Error('this is not served on standard input'))
  const web = createWebApp({
    store: at === null ? store : storeAsOf(store, at),
    loaded,
    policy: pollPolicyOf(loaded.settings),
    callEngine,
    fetchPage: notServed,
    hashPassword,
    isPassword,
    newSecret,
    secretHash,
    composeMail: async ({ subject }) => subject,
    machine: { nodeVersion: process.version, freeBytes: async () => null, unreadableSecrets: async () => [] },
    program: { version, startedAt: app.now(), engine: () => null },
    packs: async () => [],
    images: createImages({
      mode: 'off',
      key: newSecret(),
      fetchPicture: notServed,
      cache: { get: async () => null, put: async () => {} },
      now: app.now,
    }),
    now: app.now,
  })
  const own = web.forReader(await app.readers.self())
  await serveMcp({ own, canWrite }, version, stop)
}
