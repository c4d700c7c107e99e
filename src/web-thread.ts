import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { createPendingCalls } from './app/call-engine.ts'
import { toErrorRecord } from './app/error-record.ts'
import type { FromWeb, HalfStart, LoopDelay, ToWeb } from './app/halves.ts'
import { createWebApp } from './app/web-app.ts'
import { UserError } from './core/domain/user-error.ts'
import { isLocal, serveApp } from './http/serve-app.ts'
import { readSecret } from './io/deliver/read-secret.ts'
import { openStore } from './io/store/open-store.ts'
import { systemClock } from './io/system/clock.ts'
import { hashPassword, isPassword } from './io/system/password.ts'
import { newSecret, secretHash } from './io/system/secret.ts'
import { composedText, newFetcher, pollPolicyOf } from './open-app.ts'

/* Entry point of the web server's thread. Everything here is short: what takes longer than a few milliseconds is the engine's. It
   speaks with the rest of the program by the messages of app/halves.ts only. */

const port = parentPort!
const { loaded, listenAt, setupKey, measures } = workerData as HalfStart
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
  else onAnswer(message.id, message.answer)
})

const NOT_MEASURED: LoopDelay = { p99Ms: 0, longestMs: 0 }
const RESOLUTION_MS = 10

/** How late the timers of this thread are. */
function measureDelay(): () => LoopDelay {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const late = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
  return () => ({ p99Ms: late(delays.percentile(99)), longestMs: late(delays.max) })
}

async function serve(): Promise<LoopDelay> {
  // The engine moves the log of SQLite into the file: that may take longer than a request.
  const store = await openStore(loaded.settings.database, { patienceMs: PATIENCE_MS, checkpoints: false })
  try {
    const { settings } = loaded
    const fetcher = newFetcher(settings)
    const app = createWebApp({
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
      now: systemClock.now,
    })
    onNews = app.live.wake
    const password = await readSecret({ env: null, file: process.env.COPYTASTER_PASSWORD_FILE ?? null }, {}).catch(
      ({ message }: Error) => {
        throw new UserError(`COPYTASTER_PASSWORD_FILE: ${message}`)
      },
    )
    if (password !== null) await app.firstLogin.ensurePassword(password)
    const { baseUrl = null, trustedProxies } = settings.server
    const served = { listenAt, baseUrl, trustedProxies, setupKey }
    const needsSetup = !isLocal(served) && (await app.firstLogin.waiting()) !== null
    const { url, close } = await serveApp(app, served)
    const delay = measures ? measureDelay() : () => NOT_MEASURED
    post({ kind: 'listening', url, needsSetup })
    await stopped
    await close()
    await fetcher.close()
    return delay()
  } finally {
    await store.close()
  }
}

try {
  post({ kind: 'ended', error: null, delay: await serve() })
} catch (error) {
  post({ kind: 'ended', error: toErrorRecord(error), delay: NOT_MEASURED })
}
port.close()
