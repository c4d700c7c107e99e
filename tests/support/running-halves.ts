import { join } from 'node:path'
import type { FromEngine, FromWeb, HalfStart, ToEngine, ToWeb } from '../../src/app/halves.ts'
import { runHalves, type ServeListener } from '../../src/app/run-halves.ts'
import { readSettings } from '../../src/io/config/read-settings.ts'
import { systemClock } from '../../src/io/system/clock.ts'
import { type HalfThread, startThread } from '../../src/io/system/half-thread.ts'
import type { Desk } from './poll-world.ts'

const moduleOf = (name: string) => new URL(`../../dist/${name}-thread.js`, import.meta.url)

/** The two halves of `serve` as built, with the means to kill either of their threads. */
export interface RunningHalves {
  readonly said: string[]
  readonly url: () => string
  readonly until: (words: string | RegExp, times?: number) => Promise<void>
  readonly kill: (half: 'engine' | 'web') => Promise<unknown>
  readonly stop: () => Promise<void>
  /** Rejects with what ended them. */
  readonly ended: Promise<void>
}

/** On a machine that does much else besides, a thread that starts takes its time. */
const PATIENCE_MS = 90_000

/** Starts both halves in this process, over the settings and the database of a desk. */
export function startHalves(desk: Desk, memoryMb?: { readonly engine?: number; readonly web?: number }): RunningHalves {
  const said: string[] = []
  const threads: { engine?: HalfThread<ToEngine>; web?: HalfThread<ToWeb> } = {}
  const stop = new AbortController()
  let url = ''
  const loaded = readSettings({
    configPath: join(desk.folder, 'feeds.yaml'),
    required: false,
    env: desk.env,
    set: [],
    database: null,
  })
  const say = (words: string) => void said.push(words)
  const listener: ServeListener = {
    onReading: (feeds) => say(`reading ${feeds}`),
    onListening: (at) => {
      url = at
      say('listening')
    },
    onSetup: (link) => say(`set up at ${link}`),
    onDoubt: ({ subject }) => say(`in doubt: ${subject}`),
    onPoll: ({ feed, outcome, count }) => say(`polled ${feed.url}: ${outcome.kind}, ${count.added} new`),
    onDigest: ({ type }) => say(`${type} digest`),
    onDelivery: ({ outcome }) => say(`delivery ${outcome}`),
    onAlert: ({ outcome }) => say(`alert ${outcome}`),
    onTrouble: say,
    onOutage: say,
    onWaiting: say,
    onStack: say,
    onMeasures: (holds) => say(`measured ${holds.length}`),
  }
  const start: HalfStart = {
    loaded,
    owner: `test:${process.pid}`,
    listenAt: loaded.settings.server.listen,
    setupKey: 'a-key-of-the-tests',
  }
  const deps = {
    startEngine: (given: HalfStart, onMessage: (message: FromEngine) => void) => {
      threads.engine = startThread<ToEngine, FromEngine>(moduleOf('engine'), given, onMessage, memoryMb?.engine)
      return threads.engine
    },
    startWeb: (given: HalfStart, onMessage: (message: FromWeb) => void) => {
      threads.web = startThread<ToWeb, FromWeb>(moduleOf('web'), given, onMessage, memoryMb?.web)
      return threads.web
    },
    now: systemClock.now,
    // Back-off is measured in another test.
    sleep: () => new Promise<void>((resolve) => setTimeout(resolve, 1)),
    stop: stop.signal,
  }
  const ended = runHalves(start, deps, listener)
  let isOver = false
  ended.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  const timesSaid = (words: string | RegExp) =>
    said.filter((one) => (typeof words === 'string' ? one.includes(words) : words.test(one))).length
  return {
    said,
    url: () => url,
    until: async (words, times = 1) => {
      const patience = performance.now() + PATIENCE_MS
      while (timesSaid(words) < times) {
        if (isOver || performance.now() > patience) throw new Error(`never said ${words}; said:\n${said.join('\n')}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    kill: (half) => threads[half]!.kill(),
    stop: () => {
      stop.abort()
      return ended
    },
    ended,
  }
}
