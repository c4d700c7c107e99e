import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { App } from './app/app.ts'
import type { EngineHandlers } from './app/engine-calls.ts'
import { createEngineHandlers } from './app/engine-handlers.ts'
import { createEngineMeter } from './app/engine-meter.ts'
import { toErrorRecord } from './app/error-record.ts'
import { giveHostsBack } from './app/give-hosts-back.ts'
import type { CallMessage, FromEngine, HalfStart, ToEngine } from './app/halves.ts'
import type { PollReport } from './app/poll-report.ts'
import { StoreTrouble } from './core/domain/store-trouble.ts'
import { runInMemory } from './io/jobs/run-in-memory.ts'
import type { LockHold } from './io/store/lock-holds.ts'
import { openStore, type Store } from './io/store/open-store.ts'
import { systemClock } from './io/system/clock.ts'
import { collectWhenIdle } from './io/system/idle-collection.ts'
import { measureRecentLoopDelay } from './io/system/loop-delay.ts'
import { lowerEnginePriority } from './io/system/thread-priority.ts'
import { joinCluster } from './join-cluster.ts'
import { withOpenApp } from './open-app.ts'

/* Entry point of the engine's thread: polls, admission, stories, digests, deliveries and chores, over a store of its own. It speaks
   with the rest of the program by the messages of app/halves.ts only. */

const port = parentPort!
const { loaded, owner } = workerData as HalfStart
const stop = new AbortController()
const post = (message: FromEngine) => port.postMessage(message)

let handlers: EngineHandlers | null = null
let run = () => {}
const isToRun = new Promise<void>((resolve) => {
  run = resolve
})

port.on('message', (message: ToEngine) => {
  if (message.kind === 'call') void answer(message)
  else run()
  if (message.kind === 'stop') stop.abort()
})

async function answer({ id, call }: CallMessage): Promise<void> {
  try {
    if (handlers === null) throw new StoreTrouble('passing', 'the engine is starting; try again in a moment')
    const handle = handlers[call.name] as (of: typeof call) => Promise<unknown>
    post({ kind: 'answer', id, answer: { value: await handle(call) } })
  } catch (error) {
    post({ kind: 'answer', id, answer: { error: toErrorRecord(error) } })
  }
}

async function serve(app: App): Promise<void> {
  handlers = createEngineHandlers(app)
  post({ kind: 'ready', feeds: await app.feeds.count(), inDoubt: await app.digests.inDoubt() })
  await isToRun
  if (stop.signal.aborted) return
  await app.serve({
    onPoll: (report) => {
      meter.onPoll(report)
      post({ kind: 'poll', polled: polledFeed(report) })
    },
    onDigest: ({ stored: { type, localDate } }) => post({ kind: 'digest', digest: { type, localDate } }),
    onDelivery: (report) => post({ kind: 'delivery', report }),
    onAlert: (report) => post({ kind: 'alert', report }),
    onTrouble: (words) => post({ kind: 'trouble', words }),
    onOutage: (words) => post({ kind: 'outage', words }),
  })
}

/** Only what is printed: a report carries the whole feed. */
function polledFeed({ source, feed, outcome, count, leaseLost, candidates }: PollReport) {
  const { name } = source
  const { title, url } = feed
  return { source: { name }, feed: { title, url }, outcome, count, leaseLost, candidates }
}

const meter = createEngineMeter(systemClock.now, () => performance.now())
const recentDelay = measureRecentLoopDelay()
/** How often the web half is told what the engine does. */
const TELL_MS = 5_000
let telling: NodeJS.Timeout | undefined

async function tellNumbers(store: Store): Promise<void> {
  const { p99Ms, longestMs } = recentDelay()
  const thread = { loopP99Ms: p99Ms, loopLongestMs: longestMs, heapBytes: getHeapStatistics().used_heap_size }
  post({ kind: 'numbers', numbers: { ...meter.numbers(), holds: await store.lockHolds(), thread } })
}

async function runEngine(): Promise<readonly LockHold[]> {
  const onWait = (words: string) => post({ kind: 'waiting', words })
  const store = await openStore(loaded.settings.database, { onWait, onHold: lowerEnginePriority() })
  try {
    // Those of an engine of this process that crashed: nobody works under them any more.
    await store.releaseHostsOf(owner, systemClock.now())
    const cluster = (await joinCluster({ loaded, store, owner, kind: 'serve' })) ?? undefined
    const runJobs = meter.measured(cluster?.runJobs ?? runInMemory)
    await tellNumbers(store)
    telling = setInterval(() => void tellNumbers(store), TELL_MS)
    const measure = meter.measure
    const request = { loaded, store, owner, stop: stop.signal, at: null, runJobs, cluster, measure, isDaemon: true }
    const { now } = cluster?.clock ?? systemClock
    await withOpenApp(request, serve)
      .finally(() => giveHostsBack({ store, owner, now }))
      .finally(cluster?.close)
    return await store.lockHolds()
  } finally {
    clearInterval(telling)
    handlers = null
    await store.close()
  }
}

async function main(): Promise<void> {
  collectWhenIdle()
  try {
    post({ kind: 'ended', error: null, holds: await runEngine() })
  } catch (error) {
    post({ kind: 'ended', error: toErrorRecord(error), holds: [] })
  }
  // Work that does not heed the signal may go on for minutes; the store is closed, so it can write nothing more.
  process.exit(0)
}

void main()
