import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { type App, createApp } from './app/app.ts'
import { fileSources } from './app/file-sources.ts'
import { playWorld, type WorldPlay } from './app/play-world.ts'
import type { PollReport } from './app/poll-feed.ts'
import { answerTo, worldHosts } from './core/demo/answer-to.ts'
import { latencyOf } from './core/demo/latency-of.ts'
import type { World } from './core/demo/world.ts'
import { worldFrom } from './core/demo/world-from.ts'
import type { Mail } from './core/domain/mail.ts'
import { UserError } from './core/domain/user-error.ts'
import { defaultPollPolicy } from './core/poll/poll-policy.ts'
import { prepareInFull } from './core/prepare.ts'
import { readSettings } from './io/config/read-settings.ts'
import { composeMail } from './io/deliver/compose-mail.ts'
import { serveWorld } from './io/demo/serve-world.ts'
import { createFetcher } from './io/fetch/create-fetcher.ts'
import { fetchFeed } from './io/fetch/fetch-feed.ts'
import { nameTable } from './io/fetch/guarded-connect.ts'
import { runInMemory } from './io/jobs/run-in-memory.ts'
import { openStore } from './io/store/open-store.ts'
import { hashPassword } from './io/system/password.ts'
import { virtualClock } from './io/system/virtual-clock.ts'

/* The second composition root: the same program over the demonstration's world. Publishers serve real HTTP on loopback,
   host names come from a table, and one clock drives publishers, schedule and pauses; the user's feeds and database are
   not used. */

export interface DemoWatcher {
  /** The share of the world's time that has passed, 0 to 1, after each poll. */
  readonly onReport: (report: PollReport, passed: number) => void
}

export interface Demo {
  readonly app: App
  readonly world: World
  readonly play: WorldPlay
  /** The address of the database. */
  readonly database: string
}

const composed = async (mail: Mail) =>
  (await composeMail(mail, { from: 'demo@localhost', to: 'reader@localhost' })).raw.toString()

const demoFile = (name: string) => fileURLToPath(new URL(`../demo/${name}`, import.meta.url))

/** Plays the demonstration's world, then passes the results to `work`. */
export async function withDemo<T>(
  options: { readonly seed: number; readonly database: string | null; readonly version: string },
  watcher: DemoWatcher,
  work: (demo: Demo) => Promise<T>,
): Promise<T> {
  const world = worldFrom(parse(readFileSync(demoFile('world.yaml'), 'utf8')))
  const database = options.database ?? `sqlite:${join(mkdtempSync(join(tmpdir(), 'copytaster-demo-')), 'demo.db')}`
  const loaded = readSettings({ configPath: demoFile('feeds.yaml'), required: true, env: {}, set: [], database })
  const clock = virtualClock(world.opensAt)
  const store = clock.standStillFor(await openStore(database))
  const servers = await serveWorld({
    hosts: worldHosts(world),
    answer: (request, at) => answerTo(world, request, at),
    // A hundredth of the world's latency in real time: enough that another seed gives another order of arrival.
    pause: ({ url }, at) => new Promise((resolve) => setTimeout(resolve, latencyOf(options.seed, url, at) / 100)),
    now: clock.now,
    onStall: clock.letPass,
    namesPort: false,
  })
  const fetcher = createFetcher({
    allow: servers.allow,
    lookup: nameTable(servers.names),
    port: servers.port,
    stopwatch: clock.stopwatch,
    userAgent: `Copytaster/${options.version} (demonstration)`,
  })
  try {
    if ((await store.sources()).length > 0) {
      throw new UserError(`--database ${database} is in use: the demonstration needs an empty one of its own`)
    }
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
      // Invented news leaves this machine by no channel.
      channels: [],
      composeMail: composed,
      stop: new AbortController().signal,
    })
    const ms = world.closesAt - world.opensAt
    const play = await playWorld(app, { closesAt: world.closesAt, sleep: clock.sleep }, (report) =>
      watcher.onReport(report, (clock.now() - world.opensAt) / ms),
    )
    return await work({ app, world, play, database })
  } finally {
    await Promise.all([fetcher.close(), servers.close()])
    await store.close()
  }
}
