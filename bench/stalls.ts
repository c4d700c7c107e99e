import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, loadavg, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { feedOverviews } from '../src/app/feed-overview.ts'
import { makeDigest } from '../src/app/make-digest.ts'
import { printBytes } from '../src/core/dedup/print/print-bytes.ts'
import { newProfile } from '../src/core/interests/profile.ts'
import { defaultPollPolicy } from '../src/core/poll/poll-policy.ts'
import { SCORE_POLICY } from '../src/core/score/score-policy.ts'
import { openStore, type Store } from '../src/io/store/open-store.ts'
import { aRecord, aSource, newArticles } from '../tests/support/poll-records.ts'
import { FEEDS, madeUp } from './digest-store.ts'
import { markdownTable } from './measure.ts'

/* How long a page of `serve` takes while its engine is as busy as it can be: a first pass over a thousand feeds, one of them with a
   thousand entries, the stories of a hundred thousand articles, a digest, a prune and the search index, all at once. Those who ask
   and the publishers are other processes, of a lower priority. */

const ARTICLES = Number(process.env.BENCH_ARTICLES ?? 100_000)
const OLD = ARTICLES / 10
const POLLED = 1_000
const EVERY_MS = 20
/** A list of articles is dearer than a page: asked so often by itself, it would use a quarter of a processor. */
const LIST_EVERY_MS = 100
const DAY_MS = 86_400_000
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const LOWER = 10

export async function benchStalls(say: (line: string) => void): Promise<void> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))], {
    stdio: 'inherit',
  })
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-bench-'))
  const database = `sqlite:${join(folder, 'bench.db')}`
  const publishers = fork(new URL('./peers/publishers.ts', import.meta.url))
  try {
    const port = await messageOf<number>(publishers)
    setPriority(publishers.pid!, getPriority() + LOWER)
    const now = Date.now()
    const digest = await fill(database, now)
    writeFileSync(join(folder, 'feeds.yaml'), settings(database, port, Date.now()))
    report(await measure(folder, database, digest, now), say)
  } finally {
    publishers.disconnect()
    rmSync(folder, { recursive: true })
  }
}

/** A store of so many articles and a digest; gives the path of its page. */
export async function fill(database: string, now: number): Promise<string> {
  const store = await openStore(database)
  const sources = Array.from({ length: FEEDS }, (_, n) => aSource(`https://news${n}.example/rss`, { position: n }))
  await store.addSources(sources, now)
  for (let n = 0; n < OLD; n += 500) await admit(store, n, now - 40 * DAY_MS, now)
  const days = 8
  for (let n = 0; n < ARTICLES; n += 500)
    await admit(store, OLD + n, now - (days - (n * days) / ARTICLES) * DAY_MS, now)
  for (const feed of await store.feeds()) await store.recordPolls([asleep(feed, now)])
  const path = await keepDigest(store, now)
  await store.close()
  return path
}

/** Its publisher does not exist: it is not due in the time measured. */
function asleep(feed: Parameters<typeof aRecord>[0], now: number) {
  return aRecord(feed, now - 3_600_000, null, { feed: { ...feed, nextAt: now + DAY_MS, nextReason: 'kind' } })
}

async function admit(store: Store, first: number, from: number, now: number): Promise<void> {
  const feed = (await store.feedById(1))!
  const articles = madeUp(first, 500, ARTICLES, Math.min(from, now - DAY_MS)).map(({ article }) => article)
  const admitted = newArticles(aRecord(feed, articles[0]!.firstSeen, null), articles)
  const printed = admitted.articles.map((one) => ({ ...one, print: printBytes(one.article, {}) }))
  await store.admission(async (tx) => tx.admit({ ...admitted, articles: printed }))
}

async function keepDigest(store: Store, now: number): Promise<string> {
  const feeds = await feedOverviews(store, now, defaultPollPolicy)
  const profile = newProfile({ interests: {}, categories: [], languages: [] })
  const asked = { minimumImportance: 0, followed: new Map<string, number>(), method: 'stories', topics: null }
  const deps = { store, reader: 1, feeds, profile, policy: SCORE_POLICY, ...asked }
  const spec = {
    type: 'evening',
    zone: 'UTC',
    at: now - DAY_MS,
    windowMs: 3_600_000,
    tabs: [],
    omitShown: true,
    languages: [],
  } as const
  const { digest, shown } = await makeDigest(spec, deps)
  const localDate = new Date(now - DAY_MS).toISOString().slice(0, 10)
  await store.keepDigest({ reader: 1, localDate, madeAt: now, digest, topics: [], shown })
  return `digests/${localDate}/evening`
}

/** A digest is due in two minutes, beside those of the last day, which are made at once. */
function settings(database: string, port: number, now: number): string {
  const due = new Date(now + Number(process.env.DUE ?? 120_000))
  const urls = Array.from(
    { length: POLLED },
    (_, n) => `http://127.1.${n >> 8}.${n & 255}:${port}/${n === 0 ? 'long' : 'rss'}`,
  )
  return `database: ${database}
fetch: {allow_private_networks: [127.0.0.0/8]}
server: {listen: "127.0.0.1:0"}
dedup: {retention_days: 14}
digest: {timezone: UTC, schedule: {morning: "${due.getUTCMinutes()} ${due.getUTCHours()} * * *"}}
tabs:
  en_news:
    sources:
${urls.map((url) => `      - url: ${url}`).join('\n')}
`
}

interface Taken {
  /** Milliseconds after the first request. */
  readonly at: number
  readonly ms: number
}

interface Answers {
  readonly took: Readonly<Record<string, readonly Taken[]>>
  readonly failures: readonly string[]
  readonly late: readonly Taken[]
}

interface Stalls extends Answers {
  readonly url: string
  /** How long the first page took, which is not among the others. */
  readonly firstMs: number
  /** What `serve --verbose` says of itself at the end. */
  readonly measures: readonly string[]
  readonly seconds: number
}

async function measure(folder: string, database: string, page: string, now: number): Promise<Stalls> {
  const child = spawn(
    process.execPath,
    [...(process.env.FLAGS ?? '').split(' ').filter(Boolean), MAIN, 'serve', '--verbose'],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', (data) => (said += data))
  await until(() => /shown at (\S+)/.test(said))
  const url = /shown at (\S+)/.exec(said)![1]!
  const plans = [`${EVERY_MS} ${url}healthz`, `${EVERY_MS} ${url}${page}`, `${LIST_EVERY_MS} ${url}api/v1/articles`]
  const asked = performance.now()
  // It has what answers loaded; before that the server was not there yet.
  await (await fetch(url + page)).text()
  const since = performance.now()
  const firstMs = since - asked
  const prober = fork(new URL('./peers/prober.ts', import.meta.url), plans)
  setPriority(prober.pid!, getPriority() + LOWER)
  await untilDone(database, now, () => said)
  const answers = messageOf<Answers>(prober)
  prober.send('stop')
  const given = await answers
  if (process.env.SERIES) writeFileSync(process.env.SERIES, JSON.stringify(given))
  const seconds = (performance.now() - since) / 1000
  child.kill('SIGTERM')
  await ended
  const measures = said.split('\n').filter((line) => /^(Longest holds|Single holds|Delay of)/.test(line))
  if (measures.length !== 3) process.stderr.write(said.slice(-2_000))
  return { ...given, url, firstMs, measures, seconds }
}

/** All feeds polled, all stories settled, all old articles pruned, all indexed, and a digest made. */
async function untilDone(database: string, now: number, said: () => string): Promise<void> {
  const store = await openStore(database)
  let last = ''
  await until(async () => {
    const due = await store.plannedFeeds(Date.now())
    const settled = (await store.settledTo()) === (await store.lastChange())
    const old = await store.firstSeenAt()
    const digests = (said().match(/digest of/g) ?? []).length
    const line = `due ${due.length}, settled ${settled}, pruned ${old !== null && old > now - 30 * DAY_MS}, digests ${digests}`
    if (line !== last) process.stderr.write(`${line}\n`)
    last = line
    return due.length === 0 && settled && old !== null && old > now - 30 * DAY_MS && digests > 0
  }, 1_000)
  await store.close()
}

async function until(condition: () => boolean | Promise<boolean>, everyMs = 50): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, everyMs))
}

function messageOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as T)))
}

function report({ took, failures, late, url, firstMs, measures, seconds }: Stalls, say: (line: string) => void): void {
  const rows = Object.entries(took).map(([address, list]) => row(`/${address.slice(url.length)}`, list))
  say(
    markdownTable(
      ['asked', 'answers', 'median, ms', 'p99, ms', 'longest, ms', 'after, s'],
      [...rows, row('prober, late by', late)],
    ),
  )
  say('')
  for (const line of measures) say(`- ${line}`)
  say(`- The first page, before these, took ${firstMs.toFixed(0)} ms: it has what answers loaded.`)
  say(`- Answers other than 200: ${failures.length}${failures.length > 0 ? ` (${failures[0]})` : ''}.`)
  say('')
  say(
    `Health and page asked every ${EVERY_MS} ms, the list every ${LIST_EVERY_MS}, for ${seconds.toFixed(0)} s, until ${POLLED.toLocaleString('en')} feeds were polled for the first time (one with 1,000 entries), ` +
      `${ARTICLES.toLocaleString('en')} articles settled, ${OLD.toLocaleString('en')} pruned and a digest made. Prober and publishers are processes of a lower priority on the ` +
      `same machine; load at the end: ${loadavg()[0]!.toFixed(1)}.`,
  )
}

function row(name: string, list: readonly Taken[]): string[] {
  const sorted = [...list].sort((a, b) => a.ms - b.ms)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? { at: 0, ms: 0 }
  const figures = [0.5, 0.99, 1].map((share) => at(share).ms.toFixed(1))
  return [name, sorted.length.toLocaleString('en'), ...figures, (at(1).at / 1000).toFixed(0)]
}
