import { getHeapStatistics } from 'node:v8'
import type { CallEngine } from './app/engine-calls.ts'
import type { EngineNumbers } from './app/engine-meter.ts'
import type { HalfStart } from './app/halves.ts'
import { createImages } from './app/images.ts'
import { createJobs } from './app/jobs.ts'
import { createWebApp } from './app/web-app.ts'
import { UserError } from './core/domain/user-error.ts'
import { isLocal } from './http/is-local.ts'
import type { LazyServer } from './http/lazy-server.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { answerApp } from './http/serve-app.ts'
import { readPacks } from './io/config/read-packs.ts'
import { readSecret } from './io/deliver/read-secret.ts'
import { storeAddress } from './io/store/address.ts'
import { freeBytes } from './io/store/free-bytes.ts'
import { openStore, type Store } from './io/store/open-store.ts'
import { systemClock } from './io/system/clock.ts'
import { measureRecentLoopDelay } from './io/system/loop-delay.ts'
import { hashPassword, isPassword } from './io/system/password.ts'
import { openPictureCache } from './io/system/picture-cache.ts'
import { readPageAssets } from './io/system/read-page-assets.ts'
import { openRequestLog } from './io/system/request-log.ts'
import { newSecret, secretHash } from './io/system/secret.ts'
import {
  composedText,
  newFetcher,
  newPictureFetcher,
  PACKS,
  PAGE,
  PICTURE_MS,
  pollPolicyOf,
  unreadableSecrets,
} from './open-app.ts'
import { version } from './version.ts'

/* The composition of the web server over a store of its own. Everything here is short: what takes longer than a few milliseconds
   is the engine's. */

/** What it is given by its thread. */
export interface WebStart {
  readonly start: HalfStart
  /** Listens, or is about to. */
  readonly lazy: LazyServer
  readonly callEngine: CallEngine
  /** What the engine told last; null while it does not run. */
  readonly engine: () => EngineNumbers | null
  /** Aborted when the program stops. */
  readonly stop: AbortSignal
}

/** The web server, answering. */
export interface OpenWeb {
  /** Nobody can log in yet. */
  readonly needsSetup: boolean
  /** The engine may have committed what listeners want to hear of. */
  readonly onNews: () => void
  readonly close: () => Promise<void>
}

/** A request that cannot have the write lock so long is answered with 503. */
const PATIENCE_MS = 2_000

/** The first reader's password, where the environment names a file with it. */
async function passwordOfFile(): Promise<string | null> {
  const file = process.env.COPYTASTER_PASSWORD_FILE ?? null
  return readSecret({ env: null, file }, {}).catch(({ message }: Error) => {
    throw new UserError(`COPYTASTER_PASSWORD_FILE: ${message}`)
  })
}

/** Deliveries in doubt are counted for a week. */
const DOUBTS_MS = 7 * 86_400_000

function metricsOver(store: Store, { engine }: Pick<WebStart, 'engine'>): Metrics {
  const recentDelay = measureRecentLoopDelay()
  const jobs = createJobs(store)
  return createMetrics({
    engine,
    webThread: () => {
      const { p99Ms, longestMs } = recentDelay()
      return { loopP99Ms: p99Ms, loopLongestMs: longestMs, heapBytes: getHeapStatistics().used_heap_size }
    },
    memoryBytes: () => process.memoryUsage.rss(),
    databaseBytes: () => store.web.databaseBytes(),
    workers: async () => (await jobs.workers()).length,
    deadJobs: async () => (await jobs.dead()).length,
    backlog: () => store.web.backlog(systemClock.now(), systemClock.now() - DOUBTS_MS),
    now: systemClock.now,
  })
}

/** What publishers are asked for: what every browser shows, and no SVG. */
const PICTURES = 'image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9,*/*;q=0.1'
/** How much of pictures is kept on disk. */
const PICTURE_ROOM = 256 * 1024 ** 2

/** Beside the database, where that is a file. */
function pictureFolder(address: string): string {
  const parsed = storeAddress(address)
  return parsed.kind === 'sqlite' ? `${parsed.path}-images` : 'copytaster-images'
}

/** Opens the store and lets the server answer. */
export async function openWeb({ start, lazy, callEngine, engine, stop }: WebStart): Promise<OpenWeb> {
  const { loaded, listenAt, setupKey } = start
  const { settings } = loaded
  // The engine moves the log of SQLite into the file: that may take longer than a request.
  const store = await openStore(settings.database, { patienceMs: PATIENCE_MS, checkpoints: 'never' })
  try {
    const fetcher = newFetcher(settings)
    const pictures = newPictureFetcher(settings)
    let packs: ReturnType<typeof readPacks> | null = null
    const app = createWebApp({
      images: createImages({
        mode: settings.server.images,
        key: await store.web.signingKey(newSecret()),
        fetchPicture: (url) => pictures.fetch(url, { accept: PICTURES, timeoutMs: PICTURE_MS, signal: stop }),
        cache: openPictureCache(pictureFolder(settings.database), PICTURE_ROOM, systemClock.now),
        now: systemClock.now,
      }),
      store,
      loaded,
      policy: pollPolicyOf(settings),
      callEngine,
      fetchPage: (url) => fetcher.fetch(url, { timeoutMs: settings.fetch.once.timeout, signal: stop }),
      hashPassword,
      isPassword,
      newSecret,
      secretHash,
      composeMail: (mail) => composedText(mail, null),
      machine: {
        nodeVersion: process.version,
        freeBytes: () => freeBytes(settings.database),
        unreadableSecrets: () => unreadableSecrets(settings),
      },
      program: { version, startedAt: systemClock.now() - Math.round(process.uptime() * 1000), engine },
      packs: () => (packs ??= readPacks(PACKS)),
      now: systemClock.now,
    })
    const password = await passwordOfFile()
    if (password !== null) await app.firstLogin.ensurePassword(password)
    const { baseUrl = null, trustedProxies, metricsListen = null, log, logFile = null } = settings.server
    const requestLog = log === 'json' ? openRequestLog(logFile) : null
    const served = { listenAt, baseUrl, trustedProxies, setupKey, metricsListen }
    const needsSetup = !isLocal(served) && (await app.firstLogin.waiting()) !== null
    const answering = await answerApp(app, lazy, {
      ...served,
      assets: readPageAssets(PAGE),
      mcp: async () => (await import('./mcp/answer-http.ts')).createMcpHttp(version),
      engine,
      metrics: metricsOver(store, { engine }),
      ...(requestLog === null ? {} : { onAnswered: requestLog.write }),
    })
    const close = async () => {
      await answering.close()
      await Promise.all([fetcher.close(), pictures.close()])
      requestLog?.close()
      await store.close()
    }
    return { needsSetup, onNews: app.live.wake, close }
  } catch (error) {
    await store.close()
    throw error
  }
}
