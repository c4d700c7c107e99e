import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { App } from './app/app.ts'
import type { CommonOptions } from './cli/command.ts'
import type { Served } from './cli/demo.ts'
import { runProgram, type WithoutStore } from './cli/program.ts'
import { sayError } from './cli/terminal.ts'
import { FIRST_READER, type Reader } from './core/domain/reader.ts'
import { UserError } from './core/domain/user-error.ts'
import { type LoadedSettings, readSettings } from './io/config/read-settings.ts'
import type { Settings } from './io/config/settings-schema.ts'
import { checkStarterPath, writeStarter } from './io/config/write-starter.ts'
import { shownAddress, storeAddress } from './io/store/address.ts'
import { freeBytes } from './io/store/free-bytes.ts'
import type { Store } from './io/store/open-store.ts'
import { systemClock } from './io/system/clock.ts'
import { unreadable } from './io/system/file-words.ts'
import { newSecret } from './io/system/secret.ts'
import { writeText } from './io/system/write-text.ts'
import type { Demo } from './play-demo.ts'
import { version } from './version.ts'

/* The composition root: reads settings, opens store and network, builds the app and runs one command. What only some
   commands need is imported when it is needed, so that the others start in less time, and the main thread of `serve`, which needs
   neither store nor app, is small. */

const { env } = process

// A reader such as `head` may close the pipe early, which is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
const SCHEMA = new URL('../schemas/feeds.schema.json', import.meta.url)
/** The time zone of the machine; asking for it loads the calendars, which takes a twentieth of a start. */
const machineZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const configPath = (options: { readonly config?: string | null }) =>
  options.config ?? env.COPYTASTER_CONFIG ?? 'feeds.yaml'

function loadSettings(options: CommonOptions): LoadedSettings {
  return readSettings({
    configPath: configPath(options),
    required: options.config !== undefined || env.COPYTASTER_CONFIG !== undefined,
    env,
    set: options.set ?? [],
    database: options.database ?? null,
  })
}

async function instantOf(at: string, { digest }: Settings): Promise<number> {
  const { sinceInstant } = await import('./core/text/search-query.ts')
  return sinceInstant('--at', at, { now: systemClock.now(), zone: digest.timezone ?? machineZone() })
}

/** Says that a writer waits for another process. */
const sayWaiting =
  ({ quiet }: CommonOptions) =>
  (words: string): void => {
    if (!quiet) sayError(words)
  }

/** What a command is to do where there is no database: make one, look at an empty one that is not kept, or say so. */
async function storeFor(address: string, without: WithoutStore, options: CommonOptions): Promise<Store> {
  const { openExistingStore, openStore } = await import('./io/store/open-store.ts')
  const how = { onWait: sayWaiting(options), checkpoints: 'seldom' } as const
  if (without === 'make') return openStore(address, how)
  const store = await openExistingStore(address, how)
  if (store !== null) return store
  if (without === 'refuse') throw (await import('./io/store/store-trouble.ts')).noStore(address)
  return openStore('sqlite::memory:')
}

/** What an app was opened over. */
interface Opened {
  readonly loaded: LoadedSettings
  readonly store: Store
  readonly stop: AbortSignal
  readonly at: number | null
}

async function withApp<T>(
  options: CommonOptions,
  work: (app: App, opened: Opened) => Promise<T>,
  without: WithoutStore = 'make',
): Promise<T> {
  const loaded = loadSettings(options)
  const { settings } = loaded
  const store = await storeFor(settings.database, without, options)
  const { signal, release } = stopSignal()
  try {
    const at = options.at === undefined ? null : await instantOf(options.at, settings)
    const { withOpenApp } = await import('./open-app.ts')
    const reader = await readerOf(store, options)
    const opened = { loaded, store, stop: signal, at }
    return await withOpenApp({ ...opened, owner: processName(), reader }, (app) => work(app, opened))
  } finally {
    release()
    await store.close()
  }
}

/** The reader whom a command is for, the first unless one is named; one who comes is served for a week. */
async function readerOf(store: Store, { reader: name }: CommonOptions): Promise<Reader | undefined> {
  const readers = await store.readers()
  if (name === undefined) return readers.find(({ id }) => id === FIRST_READER)
  const { readerNamed } = await import('./app/readers.ts')
  const reader = readerNamed(readers, name)
  const now = systemClock.now()
  if (reader.seenAt === null || now - reader.seenAt > SEEN_AGAIN_MS)
    await store.changeReader(reader.id, { seenAt: now })
  return reader
}

const SEEN_AGAIN_MS = 3_600_000

/** Names this process among those that share a store. */
const processName = () => `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`

/** Aborts on the first Ctrl-C, so that work in progress is finished; a second one ends the process at once. */
function stopSignal(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController()
  const stop = () => {
    release()
    controller.abort()
  }
  const release = () => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop)
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop)
  return { signal: controller.signal, release }
}

/** Serves the demonstration, whose world goes on, until the process is stopped. */
async function serveUntilStopped({ goOn, world }: Demo): Promise<Served> {
  const { serveDemo } = await import('./serve-demo.ts')
  const { signal } = stopSignal()
  const { url, close, ended } = await serveDemo(goOn(signal), world, signal)
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const stopped = Promise.race([aborted, ended])
  return { url, stopped, close: async () => void (await Promise.all([close(), ended])) }
}

async function readBytes(file: string): Promise<Uint8Array> {
  if (file === '-') return buffer(process.stdin)
  try {
    return readFileSync(file)
  } catch (error) {
    throw new UserError(unreadable(file, error))
  }
}

/** Each thread of `serve` opens the database, and would have a memory of its own. */
function refuseMemory(address: string): void {
  const parsed = storeAddress(address)
  if (parsed.kind === 'sqlite' && parsed.path === ':memory:')
    throw new UserError('database: `copytaster serve` needs a file or a server, sqlite::memory: is for single commands')
}

/** How this program is called, for proposals that can be copied. */
function invocation(): string {
  if (env.npm_lifecycle_event === 'start') return 'npm start --'
  // npm puts the name into quotes.
  return /^["']?copytaster\b/.test(env.npm_lifecycle_script ?? '') ? 'npx copytaster' : 'copytaster'
}

const code = runProgram(process.argv.slice(2), {
  version,
  machineZone,
  invocation: invocation(),
  withApp,
  readText: async (file) => new TextDecoder().decode(await readBytes(file)),
  parse: async (request, options) => {
    const { settings } = loadSettings(options)
    const { newFetcher } = await import('./open-app.ts')
    const fetcher = newFetcher(settings)
    const now = systemClock.now()
    const get = (url: string) => fetcher.fetch(url, { timeoutMs: settings.fetch.once.timeout })
    const { parseDocument } = await import('./app/parse-document.ts')
    return parseDocument({ ...request, now }, readBytes, get).finally(fetcher.close)
  },
  doctor: async (options) => {
    const { doctor } = await import('./app/doctor.ts')
    const { inspectStore } = await import('./io/store/open-store.ts')
    const { pollPolicyOf, unreadableSecrets } = await import('./open-app.ts')
    return doctor({
      nodeVersion: process.version,
      zone: machineZone(),
      now: systemClock.now,
      settings: () => loadSettings(options),
      inspectStore,
      policy: pollPolicyOf,
      shown: shownAddress,
      freeBytes,
      unreadableSecrets,
    })
  },
  salvage: async (file, options) => {
    const { salvageStore } = await import('./io/store/salvage.ts')
    return salvageStore({ address: loadSettings(options).settings.database, file, now: systemClock.now() })
  },
  // Imported only here: no other command needs the demonstration world.
  playDemo: async ({ seed, database }, onReport, work) => {
    const { withDemo } = await import('./play-demo.ts')
    return withDemo({ seed, database, version }, { onReport }, async (demo) => {
      const { app, world, play, database: kept } = demo
      const days = Math.round((world.closesAt - world.opensAt) / 86_400_000)
      const digests = await app.digests.stored(Number.MAX_SAFE_INTEGER, 100)
      const result = { play, ...(await app.dump()), digests, rendered: app.digests.rendered }
      return work({ ...result, zone: world.zone, days, database: kept }, () => serveUntilStopped(demo))
    })
  },
  serve: async (options, listener) => {
    const loaded = loadSettings(options)
    refuseMemory(loaded.settings.database)
    const { signal, release } = stopSignal()
    const { serveHalves } = await import('./serve-halves.ts')
    const { listen: listenAt } = loaded.settings.server
    const start = { loaded, owner: processName(), listenAt, setupKey: newSecret() }
    return serveHalves(start, signal, listener).finally(release)
  },
  work: async (options, listener) => {
    const loaded = loadSettings(options)
    const { signal, release } = stopSignal()
    const { runWorker } = await import('./run-worker.ts')
    const start = { loaded, owner: processName(), stop: signal, onWait: sayWaiting(options) }
    return runWorker(start, listener).finally(release)
  },
  mcp: (options, canWrite) =>
    withApp(
      options,
      async (app, opened) => (await import('./open-mcp.ts')).serveMcpOver(app, { ...opened, canWrite }),
      'refuse',
    ),
  now: systemClock.now,
  zoneOf: (options) => loadSettings(options).settings.digest.timezone ?? null,
  dedupSettings: (options) => loadSettings(options).settings.dedup,
  readBytes,
  writeText,
  backup: async (file, force, options) => {
    const address = loadSettings(options).settings.database
    const { writeBackup } = await import('./io/store/backup.ts')
    return writeBackup({ address, file, force, now: systemClock.now() })
  },
  restore: async (file, force, options) => {
    const address = loadSettings(options).settings.database
    const { restoreBackup } = await import('./io/store/restore.ts')
    return restoreBackup({ file, address, force, onWait: sayWaiting(options) })
  },
  migrate: async (options) => {
    const { database } = loadSettings(options).settings
    const { migrateStore } = await import('./io/store/open-store.ts')
    return migrateStore(database, { onWait: sayWaiting(options) })
  },
  move: async ({ from, to, force, onProgress }, options) => {
    const own = () => loadSettings(options).settings.database
    const { moveStore } = await import('./io/store/move.ts')
    return moveStore({ from: from ?? own(), to: to ?? own(), force, onProgress, onWait: sayWaiting(options) })
  },
  starter: {
    check: (request) => checkStarterPath(configPath(request), request.force),
    write: (request) => {
      const path = configPath(request)
      writeStarter(path, request, { force: request.force, schema: fileURLToPath(SCHEMA) })
      return path
    },
  },
})

void code.then((exitCode) => {
  process.exitCode = exitCode
})
