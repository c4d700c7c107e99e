import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { createStoredDigests } from './app/digest-archive.ts'
import { toErrorRecord } from './app/error-record.ts'
import { createFrontPage } from './app/front-page.ts'
import type { FromWeb, HalfStart, LoopDelay, ToWeb } from './app/halves.ts'
import type { Digest } from './core/domain/digest.ts'
import { FIRST_READER } from './core/domain/reader.ts'
import { listen } from './http/listen.ts'
import { composeMail } from './io/deliver/compose-mail.ts'
import { openStore } from './io/store/open-store.ts'
import { systemClock } from './io/system/clock.ts'

/* Entry point of the web server's thread. Everything here is short: what takes longer than a few milliseconds is the engine's. It
   speaks with the rest of the program by the messages of app/halves.ts only. */

const port = parentPort!
const { loaded, listenAt, measures } = workerData as HalfStart
const post = (message: FromWeb) => port.postMessage(message)

/** A request that cannot have the write lock so long is answered with 503. */
const PATIENCE_MS = 2_000

let waiting: ((digest: Digest | null) => void)[] = []
let stop = () => {}
const stopped = new Promise<void>((resolve) => {
  stop = resolve
})

port.on('message', (message: ToWeb) => {
  if (message.kind === 'stop') return stop()
  const asked = waiting
  waiting = []
  for (const resolve of asked) resolve(message.digest)
})

const askEngine = () =>
  new Promise<Digest | null>((resolve) => {
    waiting.push(resolve)
    post({ kind: 'front' })
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
    const composed = (mail: Parameters<typeof composeMail>[0]) =>
      composeMail(mail, { from: 'reader@localhost', to: 'reader@localhost' }).then(({ raw }) => raw.toString())
    const archive = {
      ...createStoredDigests({ store, reader: FIRST_READER, composeMail: composed }),
      current: createFrontPage({ ask: askEngine, now: systemClock.now }),
    }
    const { url, close } = await listen(listenAt, archive)
    const delay = measures ? measureDelay() : () => NOT_MEASURED
    post({ kind: 'listening', url })
    await stopped
    await close()
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
