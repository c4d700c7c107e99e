import type { CallEngine, EngineCall } from './app/engine-calls.ts'
import { createEngineHandlers } from './app/engine-handlers.ts'
import { createImages } from './app/images.ts'
import { createWebApp, type WebApp } from './app/web-app.ts'
import { laterSources } from './core/demo/later-news.ts'
import type { World } from './core/demo/world.ts'
import { Trouble } from './core/domain/trouble.ts'
import { defaultPollPolicy } from './core/poll/poll-policy.ts'
import type { Listening } from './http/listen.ts'
import { serveApp } from './http/serve-app.ts'
import { readPacks } from './io/config/read-packs.ts'
import { hashPassword, isPassword } from './io/system/password.ts'
import { readPageAssets } from './io/system/read-page-assets.ts'
import { newSecret, secretHash } from './io/system/secret.ts'
import { PACKS, PAGE } from './open-app.ts'
import { version } from './version.ts'
import type { LiveWorld } from './with-world.ts'

/* The demonstration as a server: the whole program over the invented world, whose time goes on. Engine and web server share one
   thread, because the world is small. */

/** Serves the demonstration until it is stopped. */
export interface ServedDemo extends Listening {
  /** Ends when the engine has come to rest. */
  readonly ended: Promise<void>
}

/** How often one of the publishers is asked, in turn: somebody who looks at the page for a minute sees that it is alive. */
const ASK_MS = 30_000

export async function serveDemo(live: LiveWorld, world: World, stop: AbortSignal): Promise<ServedDemo> {
  const { app, clock } = live
  const web = await demoWeb(live)
  const open = (listenAt: string) =>
    serveApp(web, {
      listenAt,
      baseUrl: null,
      trustedProxies: [],
      assets: readPageAssets(PAGE),
      mcp: async () => (await import('./mcp/answer-http.ts')).createMcpHttp(version),
    })
  // At another port when the usual one is taken.
  const listening: Listening = await open(app.listenAt).catch((error: unknown) => {
    if (error instanceof Trouble) return open('127.0.0.1:0')
    throw error
  })
  const nothing = () => {}
  const engine = app.serve({
    onPoll: () => web.live.wake(),
    onDigest: () => web.live.wake(),
    onDelivery: nothing,
    onAlert: nothing,
    onTrouble: nothing,
    onOutage: nothing,
  })
  const asking = askInTurn(live, world, (ms) => clock.sleep(ms, stop), stop)
  return { ...listening, ended: Promise.all([engine, asking]).then(nothing) }
}

async function demoWeb({ app, store, loaded, fetcher, clock }: LiveWorld): Promise<WebApp> {
  const handlers = createEngineHandlers(app)
  const callEngine = ((call: EngineCall) =>
    (handlers[call.name] as (of: EngineCall) => Promise<unknown>)(call)) as CallEngine
  return createWebApp({
    isDemo: true,
    store,
    loaded,
    policy: defaultPollPolicy,
    callEngine,
    fetchPage: (url) => fetcher.fetch(url, { timeoutMs: loaded.settings.fetch.once.timeout }),
    hashPassword,
    isPassword,
    newSecret,
    secretHash,
    composeMail: async ({ subject }) => subject,
    machine: { nodeVersion: process.version, freeBytes: async () => null, unreadableSecrets: async () => [] },
    program: { version, startedAt: clock.now(), engine: () => ({ jobs: {} }) },
    packs: () => readPacks(PACKS),
    images: createImages({
      // The publishers of pictures are invented too.
      mode: 'off',
      key: await store.web.signingKey(newSecret()),
      fetchPicture: () => Promise.reject(new Error('there are no pictures in the demonstration')),
      cache: { get: async () => null, put: async () => {} },
      now: clock.now,
    }),
    now: clock.now,
  })
}

/** Makes the feeds that go on due, one after the other. */
async function askInTurn(
  { app, store, clock }: LiveWorld,
  world: World,
  sleep: (ms: number) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const order = new Map(laterSources(world).map(({ url }, at) => [url, at]))
  const known = (await app.feeds.list()).filter(({ source }) => order.has(source.url))
  const sources = known.map(({ source }) => source).sort((a, b) => order.get(a.url)! - order.get(b.url)!)
  for (let turn = 0; !stop.aborted; turn++) {
    await sleep(ASK_MS)
    const { id } = sources[turn % sources.length]!
    const feed = (await store.feeds()).find(({ source }) => source === id)
    if (!stop.aborted && feed?.nextAt != null) await store.web.askForPoll(id, clock.now())
  }
}
