import { networkInterfaces } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { createPendingCalls } from './app/call-engine.ts'
import type { EngineNumbers } from './app/engine-meter.ts'
import { toErrorRecord } from './app/error-record.ts'
import type { FromWeb, HalfStart, ToWeb } from './app/halves.ts'
import { createImages } from './app/images.ts'
import { createJobs } from './app/jobs.ts'
import { createWebApp } from './app/web-app.ts'
import { UserError } from './core/domain/user-error.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { isLocal, serveApp } from './http/serve-app.ts'
import { readPacks } from './io/config/read-packs.ts'
import { readSecret } from './io/deliver/read-secret.ts'
import { removeStaleSocket } from './io/fetch/remove-stale-socket.ts'
import { storeAddress } from './io/store/address.ts'
import { freeBytes } from './io/store/free-bytes.ts'
import { openStore, type Store } from './io/store/open-store.ts'
import { systemClock } from './io/system/clock.ts'
import { collectWhenIdle } from './io/system/idle-collection.ts'
import { type LoopDelay, measureLoopDelay } from './io/system/loop-delay.ts'
import { hashPassword, isPassword } from './io/system/password.ts'
import { openPictureCache } from './io/system/picture-cache.ts'
import { reachableUrl } from './io/system/reachable-url.ts'
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

/* Entry point of the web server's thread. Everything here is short: what takes longer than a few milliseconds is the engine's. It
   speaks with the rest of the program by the messages of app/halves.ts only. */

const port = parentPort!
const { loaded, listenAt, setupKey } = workerData as HalfStart
const post = (message: FromWeb) => port.postMessage(message)

/** A request that cannot have the write lock so long is answered with 503. */
const PATIENCE_MS = 2_000

let stop = () => {}
let onNews = () => {}
const stopping = new AbortController()
const stopped = new Promise<void>((resolve) => {
  stop = () => {
    stopping.abort()
    resolve()
  }
})

const { call, onAnswer } = createPendingCalls((id, call) => post({ kind: 'call', id, call }))

port.on('message', (message: ToWeb) => {
  if (message.kind === 'stop') stop()
  else if (message.kind === 'news') onNews()
  else if (message.kind === 'numbers') told = { numbers: message.numbers, atMs: performance.now() }
  else onAnswer(message.id, message.answer)
})

const NOT_MEASURED: LoopDelay = { p99Ms: 0, longestMs: 0 }

/** The engine tells every five seconds what it did; one that has not for so long does not run. */
const SILENCE_MS = 30_000
let told: { readonly numbers: EngineNumbers | null; readonly atMs: number } | null = null
const engine = () => (told !== null && performance.now() - told.atMs < SILENCE_MS ? told.numbers : null)

/** The first reader's password, where the environment names a file with it. */
async function passwordOfFile(): Promise<string | null> {
  const file = process.env.COPYTASTER_PASSWORD_FILE ?? null
  return readSecret({ env: null, file }, {}).catch(({ message }: Error) => {
    throw new UserError(`COPYTASTER_PASSWORD_FILE: ${message}`)
  })
}

/** Deliveries in doubt are counted for a week. */
const DOUBTS_MS = 7 * 86_400_000

function metricsOver(store: Store, loop: ReturnType<typeof measureLoopDelay>): Metrics {
  const jobs = createJobs(store)
  return createMetrics({
    engine,
    webThread: () => {
      const { p99Ms, longestMs } = loop.sinceLast()
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

let packs: ReturnType<typeof readPacks> | null = null

async function serve(): Promise<LoopDelay> {
  // The engine moves the log of SQLite into the file: that may take longer than a request.
  const store = await openStore(loaded.settings.database, { patienceMs: PATIENCE_MS, checkpoints: 'never' })
  try {
    const { settings } = loaded
    const fetcher = newFetcher(settings)
    const pictures = newPictureFetcher(settings)
    const app = createWebApp({
      images: createImages({
        mode: settings.server.images,
        key: await store.web.signingKey(newSecret()),
        fetchPicture: (url) =>
          pictures.fetch(url, { accept: PICTURES, timeoutMs: PICTURE_MS, signal: stopping.signal }),
        cache: openPictureCache(pictureFolder(settings.database), PICTURE_ROOM, systemClock.now),
        now: systemClock.now,
      }),
      store,
      loaded,
      policy: pollPolicyOf(settings),
      callEngine: call,
      fetchPage: (url) => fetcher.fetch(url, { timeoutMs: settings.fetch.once.timeout, signal: stopping.signal }),
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
    onNews = app.live.wake
    const password = await passwordOfFile()
    if (password !== null) await app.firstLogin.ensurePassword(password)
    const { baseUrl = null, trustedProxies, metricsListen = null, log, logFile = null } = settings.server
    const loop = measureLoopDelay()
    const requestLog = log === 'json' ? openRequestLog(logFile) : null
    const served = { listenAt, baseUrl, trustedProxies, setupKey, metricsListen }
    const needsSetup = !isLocal(served) && (await app.firstLogin.waiting()) !== null
    await removeStaleSocket(listenAt)
    const { url, at, close } = await serveApp(app, {
      ...served,
      assets: readPageAssets(PAGE),
      mcp: async () => (await import('./mcp/answer-http.ts')).createMcpHttp(version),
      engine,
      metrics: metricsOver(store, loop),
      ...(requestLog === null ? {} : { onAnswered: requestLog.write }),
    })
    post({ kind: 'listening', url: reachableUrl(url, networkInterfaces()), at, needsSetup })
    await stopped
    await close()
    await Promise.all([fetcher.close(), pictures.close()])
    requestLog?.close()
    return loop.sinceStart()
  } finally {
    await store.close()
  }
}

async function main(): Promise<void> {
  collectWhenIdle()
  try {
    post({ kind: 'ended', error: null, delay: await serve() })
  } catch (error) {
    post({ kind: 'ended', error: toErrorRecord(error), delay: NOT_MEASURED })
  }
  port.close()
}

void main()
