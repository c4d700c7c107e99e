import { type App, createApp, type OtherProcesses } from './app/app.ts'
import { fileSources } from './app/file-sources.ts'
import type { Mail } from './core/domain/mail.ts'
import { defaultPollPolicy } from './core/poll/poll-policy.ts'
import { type PrepareRequest, prepareInFull } from './core/prepare.ts'
import { type LoadedSettings, readSettings } from './io/config/read-settings.ts'
import type { DeliveryEffects } from './io/deliver/channel.ts'
import { openChannels } from './io/deliver/channels.ts'
import { composeMail } from './io/deliver/compose-mail.ts'
import { type ServedWorld, serveWorld, type WorldServers } from './io/demo/serve-world.ts'
import { createFetcher, type Fetcher } from './io/fetch/create-fetcher.ts'
import { fetchFeed } from './io/fetch/fetch-feed.ts'
import { nameTable } from './io/fetch/guarded-connect.ts'
import { runInMemory } from './io/jobs/run-in-memory.ts'
import { openStore, type Store } from './io/store/open-store.ts'
import { type Clock, type Stopwatch, systemClock, systemStopwatch } from './io/system/clock.ts'
import { hashPassword } from './io/system/password.ts'
import { type VirtualClock, virtualClock } from './io/system/virtual-clock.ts'

/* The second composition root: the same program over an invented world. Publishers serve real HTTP on loopback, host
   names come from a table, and one clock drives publishers, schedule and pauses. */

/** An invented world, and the program that is to read it. */
export interface WorldOptions {
  readonly configPath: string
  /** Settings that override the file's, as `--set` gives them. */
  readonly set?: readonly string[]
  readonly database: string
  readonly opensAt: number
  readonly publishers: Pick<ServedWorld, 'hosts' | 'answer' | 'pause'>
  readonly userAgent: string
  /** How files and mails leave; null when nothing may leave this machine. */
  readonly delivery: Pick<DeliveryEffects, 'writeFile' | 'sendMail'> | null
  /** The sender of mails that are only shown. */
  readonly sender: string
}

/** Another process in an invented world. */
export interface OtherProcess {
  readonly owner: string
  readonly cluster: OtherProcesses
  /** The store as it sees it, where that is not the same object. */
  readonly store?: Store
}

/** The program over an invented world. */
export interface OpenWorld {
  readonly app: App
  readonly store: Store
  readonly clock: VirtualClock
  /** The program once more, as another process over the same store and world. */
  readonly another: (process: OtherProcess) => App
  /** Takes the sources of the settings file into the store. */
  readonly subscribe: () => Promise<void>
  /** From now on the world's time passes like that of this machine; gives the program over it. */
  readonly goOn: (stop: AbortSignal) => LiveWorld
}

/** The program over a world whose time passes like that of this machine. */
export interface LiveWorld {
  readonly app: App
  readonly store: Store
  readonly clock: Clock
  readonly loaded: LoadedSettings
  readonly fetcher: Fetcher
}

/** Serves a world, opens the program over it, passes both to `work`, and closes them. */
export async function withWorld<T>(options: WorldOptions, work: (world: OpenWorld) => Promise<T>): Promise<T> {
  const { configPath, set = [], database, opensAt, publishers, userAgent } = options
  const loaded = readSettings({ configPath, required: true, env: {}, set, database })
  const clock = virtualClock(opensAt)
  const opened = await openStore(database)
  const store = standingStill(opened, clock)
  let now = clock.now
  const servers = await serveWorld({ ...publishers, now: () => now(), onStall: clock.letPass, namesPort: false })
  const fetcher = worldFetcher(servers, clock.stopwatch, userAgent)
  const fetchers = [fetcher]
  try {
    const app = worldApp(options, { loaded, store, clock, fetcher })
    const goOn = (stop: AbortSignal): LiveWorld => {
      const live = clockFrom(clock.now())
      now = live.now
      const own = worldFetcher(servers, systemStopwatch, userAgent)
      fetchers.push(own)
      const parts = { loaded, store: opened, clock: live, fetcher: own }
      return { ...parts, app: liveApp(options, parts, stop) }
    }
    const subscribe = async () => {
      await store.syncSources(fileSources(loaded.settings), clock.now())
    }
    const another = (process: OtherProcess) => worldApp(options, { loaded, store, clock, fetcher }, process)
    return await work({ app, another, store, clock, subscribe, goOn })
  } finally {
    await Promise.all([...fetchers.map(({ close }) => close()), servers.close()])
    await store.close()
  }
}

function worldFetcher({ allow, names, port }: WorldServers, stopwatch: Stopwatch, userAgent: string): Fetcher {
  return createFetcher({ allow, lookup: nameTable(names), port, stopwatch, userAgent })
}

interface OpenParts {
  readonly loaded: LoadedSettings
  readonly store: Store
  readonly clock: VirtualClock
  readonly fetcher: Fetcher
}

function worldApp(
  { delivery, sender, userAgent }: WorldOptions,
  { loaded, store, clock, fetcher }: OpenParts,
  process: Partial<OtherProcess> = {},
): App {
  const prepare = (request: PrepareRequest) => clock.during(() => prepareInFull(request))
  const retries = { pausesMs: [], sleep: async () => {} }
  const effects = { fetcher, secret: async () => null, retries, now: clock.now }
  return createApp({
    hashPassword,
    loaded,
    store,
    fetcher,
    fetchFeed: (one, request) => clock.during(() => fetchFeed(one, request)),
    prepare,
    prepareInThreads: prepare,
    pages: {
      fetch: (url, request) => clock.during(() => fetcher.fetch(url, request)),
      read: (request) => clock.during(async () => (await import('./core/prepare-page.ts')).preparePage(request)),
      userAgent,
    },
    runJobs: runInMemory,
    clock,
    // A yield would look like idleness to the virtual clock, and how often it happens depends on the machine.
    slicer: () => null,
    owner: 'demonstration',
    ...process,
    policy: defaultPollPolicy,
    channels: delivery === null ? [] : openChannels(loaded.settings.delivery, { ...effects, ...delivery }),
    composeMail: (mail) => shownMail(mail, sender),
    stop: new AbortController().signal,
  })
}

/** The time of this machine, shifted so that it goes on from an instant; setting the machine's clock does not change it. */
function clockFrom(at: number): Clock {
  const began = performance.now()
  return { ...systemClock, now: () => at + Math.round(performance.now() - began) }
}

type LiveParts = Omit<LiveWorld, 'app'>

function liveApp({ sender, userAgent }: WorldOptions, parts: LiveParts, stop: AbortSignal): App {
  return createApp({
    ...parts,
    pages: {
      fetch: (url, request) => parts.fetcher.fetch(url, request),
      read: async (request) => (await import('./core/prepare-page.ts')).preparePage(request),
      userAgent,
    },
    hashPassword,
    fetchFeed,
    prepare: prepareInFull,
    prepareInThreads: prepareInFull,
    runJobs: runInMemory,
    owner: 'demonstration, going on',
    policy: defaultPollPolicy,
    channels: [],
    composeMail: (mail) => shownMail(mail, sender),
    stop,
  })
}

/** Only shown, never sent. */
const shownMail = async (mail: Mail, from: string): Promise<string> =>
  (await composeMail(mail, { from, to: 'reader@localhost' })).raw.toString()

/** No time passes while the store works, for any reader. */
function standingStill(store: Store, clock: VirtualClock): Store {
  return {
    ...clock.standStillFor(store),
    viewOf: (reader) => standingStill(store.viewOf(reader), clock),
    web: clock.standStillFor(store.web),
    shared: clock.standStillFor(store.shared),
  }
}
