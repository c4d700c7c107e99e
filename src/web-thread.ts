import { networkInterfaces } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createPendingCalls } from './app/call-engine.ts'
import type { EngineNumbers } from './app/engine-meter.ts'
import { toErrorRecord } from './app/error-record.ts'
import type { FromWeb, HalfStart, ToWeb } from './app/halves.ts'
import { StoreTrouble } from './core/domain/store-trouble.ts'
import { isLocal } from './http/is-local.ts'
import { closeServer, createLazyServer } from './http/lazy-server.ts'
import { listenAt, urlAt } from './http/listen-at.ts'
import { removeStaleSocket } from './io/fetch/remove-stale-socket.ts'
import { collectWhenIdle } from './io/system/idle-collection.ts'
import { type LoopDelay, measureLoopDelay } from './io/system/loop-delay.ts'
import { reachableUrl } from './io/system/reachable-url.ts'
import type { OpenWeb } from './open-web.ts'

/* Entry point of the web server's thread. It listens; what answers is loaded when somebody asks, since it takes forty megabytes,
   and many only want digests in their mail (ADR 0138). It speaks with the rest of the program by the messages of app/halves.ts only. */

const port = parentPort!
const start = workerData as HalfStart
const post = (message: FromWeb) => port.postMessage(message)

const stopping = new AbortController()
const { call, onAnswer } = createPendingCalls((id, call) => post({ kind: 'call', id, call }))

/** The engine tells every five seconds what it did; one that has not for so long does not run. */
const SILENCE_MS = 30_000
let told: { readonly numbers: EngineNumbers | null; readonly atMs: number } | null = null
const engine = () => (told !== null && performance.now() - told.atMs < SILENCE_MS ? told.numbers : null)

port.on('message', (message: ToWeb) => {
  if (message.kind === 'stop') stopping.abort()
  else if (message.kind === 'news') open?.onNews()
  else if (message.kind === 'numbers') told = { numbers: message.numbers, atMs: performance.now() }
  else onAnswer(message.id, message.answer)
})

let open: OpenWeb | null = null

/**
 * Whether what answers is loaded at once: where others than this machine can reach the server, or the settings ask for more than
 * pages, so that what is wrong with them is said at the start.
 */
function isNeededAtOnce(): boolean {
  const { baseUrl = null, trustedProxies, metricsListen = null, log } = start.loaded.settings.server
  const { COPYTASTER_PASSWORD_FILE: passwordFile } = process.env
  const isPlain = metricsListen === null && log !== 'json' && passwordFile === undefined
  return !isPlain || !isLocal({ listenAt: start.listenAt, baseUrl, trustedProxies })
}

async function serve(): Promise<LoopDelay> {
  const delaySinceStart = measureLoopDelay()
  let fail: (error: unknown) => void = () => {}
  const ended = new Promise<void>((resolve, reject) => {
    stopping.signal.addEventListener('abort', () => resolve())
    fail = reject
  })
  const load = async () => {
    const { openWeb } = await import('./open-web.ts')
    open = await openWeb({ start, lazy, callEngine: call, engine, stop: stopping.signal })
  }
  let loading: Promise<void> = Promise.resolve()
  const lazy = createLazyServer(() => {
    loading = loadLater()
    loading.catch(fail)
  })
  /** While the database does not answer, those who ask are told so, and the next one has it tried again. */
  async function loadLater(): Promise<void> {
    try {
      await load()
    } catch (error) {
      if (!(error instanceof StoreTrouble && error.kind === 'passing')) throw error
      const { refuseAll } = await import('./http/refuse-all.ts')
      lazy.answerWaiting(refuseAll(error))
    }
  }
  try {
    if (isNeededAtOnce()) await load()
    await removeStaleSocket(start.listenAt)
    const at = await listenAt(lazy.server, start.listenAt)
    post({
      kind: 'listening',
      url: reachableUrl(urlAt(at), networkInterfaces()),
      at,
      needsSetup: open?.needsSetup ?? false,
    })
    await ended
    await loading
  } finally {
    await (open?.close() ?? closeServer(lazy.server))
  }
  return delaySinceStart()
}

const NOT_MEASURED: LoopDelay = { p99Ms: 0, longestMs: 0 }

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
