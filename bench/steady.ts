import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { type App, createApp } from '../src/app/app.ts'
import { fileSources } from '../src/app/file-sources.ts'
import { defaultPollPolicy } from '../src/core/poll/poll-policy.ts'
import { prepareInFull } from '../src/core/prepare.ts'
import { keyHash } from '../src/core/text/key-hash.ts'
import { type LoadedSettings, readSettings } from '../src/io/config/read-settings.ts'
import { createFetcher } from '../src/io/fetch/create-fetcher.ts'
import { fetchFeed } from '../src/io/fetch/fetch-feed.ts'
import { runInMemory } from '../src/io/jobs/run-in-memory.ts'
import { openStore, type Store } from '../src/io/store/open-store.ts'
import { hashPassword } from '../src/io/system/password.ts'
import { rss, someItems } from '../tests/support/publisher/documents.ts'
import { onDatabase } from '../tests/support/stored-references.ts'
import { markdownTable } from './measure.ts'

/* One process polls feeds that publish nothing new, over real HTTP into a file, for years by a clock of its own: what it holds in
   memory and on disk must not grow. Feeds are polled when they are due, as `serve` does, and the store is pruned once a day. */

const POLLS = Number(process.env.BENCH_POLLS ?? 20_000)
const LINES = 10
const FEEDS = 20
const ITEMS = 100
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Feeds that are due within so long are polled in one pass. */
const PASS_MS = 3 * HOUR_MS
const START = Date.UTC(2026, 0, 1)
const TABLES = ['poll', 'feed_day', 'event', 'article', 'entry']

interface Measured {
  readonly polls: number
  readonly days: number
  readonly heapBytes: number
  readonly rssBytes: number
  readonly fileBytes: number
  /** In the order of `TABLES`. */
  readonly rows: readonly number[]
}

export async function benchSteady(say: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-steady-'))
  const publishers = await startPublishers()
  try {
    report(await pollFor(publishers.port, folder), say)
  } finally {
    publishers.close()
    rmSync(folder, { recursive: true })
  }
}

/** Words of its own, so that no two articles are taken for one. */
const titleOf = (name: string) => keyHash(name).match(/.{8}/g)!.join(' ')

type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => void

/** Steady in every way there is: never modified, the same again, the same under another date, now and then down. */
function answerOf(n: number): Answer {
  const items = someItems(ITEMS, START - HOUR_MS).map(({ guid, at }) => ({
    guid: `${n}-${guid}`,
    title: titleOf(`${n} ${guid}`),
    at,
  }))
  const document = rss(items)
  const send = (response: ServerResponse, body: string, headers = {}) =>
    response.writeHead(200, { 'content-type': 'application/rss+xml', ...headers }).end(body)
  const datedAt = (nth: number) => `<lastBuildDate>${new Date(START + nth * HOUR_MS).toUTCString()}</lastBuildDate>`
  const answers: readonly Answer[] = [
    ({ headers }, response) =>
      headers['if-none-match'] === '"1"' ? response.writeHead(304).end() : send(response, document, { etag: '"1"' }),
    (_, response) => send(response, document),
    (_, response, nth) => send(response, rss(items, datedAt(nth))),
    (_, response, nth) => (nth % 12 > 7 ? response.writeHead(500).end() : send(response, document)),
  ]
  return answers[n % answers.length]!
}

async function startPublishers() {
  const answers = Array.from({ length: FEEDS }, (_, n) => answerOf(n))
  const asked = answers.map(() => 0)
  const server = createServer((request, response) => {
    const n = Number(request.url!.slice(1))
    answers[n]!(request, response, asked[n]!++)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}

async function pollFor(port: number, folder: string): Promise<Measured[]> {
  const path = join(folder, 'copytaster.db')
  const loaded = settingsFor(port, folder, path)
  const store = await openStore(`sqlite:${path}`)
  let now = START
  await store.syncSources(fileSources(loaded.settings), now)
  const { app, close } = openApp(loaded, store, () => now)
  const measured: Measured[] = []
  let [polls, pruneAt] = [0, now]
  while (polls < POLLS) {
    await app.polls.runDue(() => void polls++)
    while ((await store.updateSearch(200)) > 0);
    if (now >= pruneAt) {
      await app.prune()
      pruneAt = now + DAY_MS
    }
    const days = Math.round((now - START) / DAY_MS)
    if (polls >= ((measured.length + 1) * POLLS) / LINES) measured.push({ polls, days, ...(await measure(path)) })
    now = Math.max((await app.polls.nextDueAt()) ?? now, now + PASS_MS)
  }
  await close()
  await store.close()
  return measured
}

function settingsFor(port: number, folder: string, path: string): LoadedSettings {
  const sources = Array.from({ length: FEEDS }, (_, n) => `      - url: http://127.0.0.1:${port}/${n}\n`).join('')
  const fetch = 'fetch: {host_pause: 0ms, daemon: {retries: []}, allow_private_networks: [127.0.0.1]}\n'
  const configPath = join(folder, 'feeds.yaml')
  writeFileSync(configPath, `${fetch}tabs:\n  en_news:\n    sources:\n${sources}`)
  return readSettings({ configPath, required: true, env: {}, set: [], database: `sqlite:${path}` })
}

function openApp(loaded: LoadedSettings, store: Store, now: () => number): { app: App; close: () => Promise<void> } {
  const fetcher = createFetcher({ allow: loaded.settings.fetch.allowPrivateNetworks, userAgent: 'copytaster bench' })
  const app = createApp({
    hashPassword,
    loaded,
    store,
    fetcher,
    fetchFeed,
    prepare: prepareInFull,
    prepareInThreads: prepareInFull,
    // No feed here is to have its full text.
    pages: {
      fetch: (url) => fetcher.fetch(url),
      read: async () => Promise.reject(new Error('no pages')),
      userAgent: 'bench',
    },
    runJobs: runInMemory,
    clock: {
      now,
      elapsed: () => 0,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 5))),
      every: () => () => {},
    },
    owner: 'bench',
    policy: defaultPollPolicy,
    channels: [],
    composeMail: async () => '',
    stop: new AbortController().signal,
  })
  return { app, close: () => fetcher.close() }
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Closing the connection moves the log into the file. */
async function measure(path: string): Promise<Omit<Measured, 'polls' | 'days'>> {
  for (let n = 0; n < 3; n++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    collectGarbage()
  }
  const { heapUsed, external, rss: rssBytes } = process.memoryUsage()
  const rows = await onDatabase(`sqlite:${path}`, async (db) => {
    const counts = TABLES.map((table) => sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db))
    return (await Promise.all(counts)).map((count) => count.rows[0]!.n)
  })
  return {
    heapBytes: heapUsed + external,
    rssBytes,
    fileBytes: statSync(path).size,
    rows,
  }
}

function report(measured: readonly Measured[], say: (line: string) => void): void {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(2)
  const lines = measured.map(({ polls, days, heapBytes, rssBytes, fileBytes, rows }) => [
    ...[polls, days].map((count) => count.toLocaleString('en')),
    ...[heapBytes, rssBytes, fileBytes].map(mb),
    ...rows.map((count) => count.toLocaleString('en')),
  ])
  const names = TABLES.map((table) => `rows of ${table}`)
  say(markdownTable(['polls', 'days', 'heap, MB', 'process, MB', 'file, MB', ...names], lines))
  const [first, last] = [measured[0]!, measured.at(-1)!]
  const growth = (of: (one: Measured) => number) => `${((of(last) / of(first) - 1) * 100).toFixed(1)} %`
  say('')
  say(
    `${FEEDS} feeds of ${ITEMS} items that bring nothing new; growth after the first ${first.polls.toLocaleString('en')} polls: heap ` +
      `${growth((one) => one.heapBytes)}, process ${growth((one) => one.rssBytes)}, file ${growth((one) => one.fileBytes)}.`,
  )
}
