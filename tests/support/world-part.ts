import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { type App, createApp } from '../../src/app/app.ts'
import { fileSources } from '../../src/app/file-sources.ts'
import { answerTo, worldHosts } from '../../src/core/demo/answer-to.ts'
import { worldFrom } from '../../src/core/demo/world-from.ts'
import { defaultPollPolicy } from '../../src/core/poll/poll-policy.ts'
import { prepareInFull } from '../../src/core/prepare.ts'
import { readSettings } from '../../src/io/config/read-settings.ts'
import { openChannels } from '../../src/io/deliver/channels.ts'
import { serveWorld } from '../../src/io/demo/serve-world.ts'
import { createFetcher } from '../../src/io/fetch/create-fetcher.ts'
import { fetchFeed } from '../../src/io/fetch/fetch-feed.ts'
import { nameTable } from '../../src/io/fetch/guarded-connect.ts'
import { runInMemory } from '../../src/io/jobs/run-in-memory.ts'
import { openStore, type Store } from '../../src/io/store/open-store.ts'
import { hashPassword } from '../../src/io/system/password.ts'
import { virtualClock } from '../../src/io/system/virtual-clock.ts'

/* A part of the demonstration world, played into a store that may hold the part before it. */

const demoFile = (name: string) => fileURLToPath(new URL(`../../demo/${name}`, import.meta.url))

/** The demonstration world. */
export const world = worldFrom(parse(readFileSync(demoFile('world.yaml'), 'utf8')))

const HOUR_MS = 3_600_000
/** Where the first part ends: after the second day's morning digest. */
export const PART_ENDS_AT = world.opensAt + 33 * HOUR_MS

/** Feeds that are polled at an instant, by their addresses. */
export interface PollPass {
  readonly at: number
  readonly feeds: readonly string[]
}

/** All feeds of the world, every half hour: what happens then does not depend on a schedule. */
export function regularPasses(from: number, to: number): PollPass[] {
  const passes: PollPass[] = []
  for (let at = from; at <= to; at += HOUR_MS / 2) passes.push({ at, feeds: [] })
  return passes
}

/** Plays the world from one instant to another in the passes given, then hands the app to `work`. */
export async function playPart(
  database: string,
  passes: readonly PollPass[],
  work: (app: App, store: Store) => Promise<void> = async () => {},
): Promise<void> {
  const set = ['host=127.0.0.1', 'from=desk@a.example', 'to=[reader@a.example]'].map((one) => `delivery.email.${one}`)
  const loaded = readSettings({ configPath: demoFile('feeds.yaml'), required: true, env: {}, set, database })
  const clock = virtualClock(passes[0]!.at)
  const store = clock.standStillFor(await openStore(database))
  const servers = await serveWorld({
    hosts: worldHosts(world),
    answer: (request, at) => answerTo(world, request, at),
    pause: () => Promise.resolve(),
    now: clock.now,
    onStall: clock.letPass,
    namesPort: false,
  })
  const fetcher = createFetcher({
    allow: servers.allow,
    lookup: nameTable(servers.names),
    port: servers.port,
    stopwatch: clock.stopwatch,
    userAgent: 'Copytaster/0 (demonstration)',
  })
  const sent = async () => ({ kind: 'sent', note: 'accepted' }) as const
  try {
    await store.syncSources(fileSources(loaded.settings), clock.now())
    const app = createApp({
      hashPassword,
      loaded,
      store,
      fetcher,
      fetchFeed: (one, request) => clock.during(() => fetchFeed(one, request)),
      prepare: (request) => clock.during(() => prepareInFull(request)),
      prepareInThreads: (request) => clock.during(() => prepareInFull(request)),
      runJobs: runInMemory,
      clock,
      owner: 'demonstration',
      policy: defaultPollPolicy,
      channels: openChannels(loaded.settings.delivery, {
        writeFile: sent,
        sendMail: sent,
        fetcher,
        secret: async () => null,
        retries: { pausesMs: [], sleep: async () => {} },
        now: clock.now,
      }),
      composeMail: async () => '',
      stop: new AbortController().signal,
    })
    const opensAt = clock.now()
    for (const { at, feeds } of passes) {
      await clock.sleep(at - clock.now())
      await app.polls.run(await app.polls.plan(feeds, feeds.length === 0), true, () => {})
      await app.digests.publishDue(opensAt)
    }
    await app.stories.refine()
    await work(app, store)
  } finally {
    await Promise.all([fetcher.close(), servers.close()])
    await store.close()
  }
}

/** What the reader says of some articles, chosen by their keys so that it is the same in every store of this world. */
export async function engageReader(app: App, store: Store): Promise<void> {
  const articles = (await store.articlePage({ limit: 10_000 })).sort((a, b) => (a.key < b.key ? -1 : 1))
  for (const [at, kind] of (['read', 'saved', 'more', 'less'] as const).entries())
    await app.readers.engage(String(articles[10 * at]!.id), kind)
}
