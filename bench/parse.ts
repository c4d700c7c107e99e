import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FeedDocument } from '../src/core/domain/feed-document.ts'
import { type Candidate, markdownTable, median } from './measure.ts'
import { type Feedparser, startFeedparser } from './peers/feedparser.ts'
import { peers } from './peers/parsers.ts'

/* Bytes to entries beside other parsers; bytes to prepared articles beside feedparser; cost by size; where the time goes.
   Ours is the built program: what tsx makes of the sources runs at half the speed. The least of the
   interleaved rounds is what a quiet machine would give; the ratio of the medians stands beside it. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ROUNDS = 16
const PREPARED_ROUNDS = 4
const WARM_UP = 5
const SIZES = [10_000, 100_000, 1_000_000, 10_000_000, 50_000_000]
const NOW = Date.UTC(2026, 10, 15)

interface Document {
  readonly file: string
  readonly bytes: Uint8Array
}

const megabytes = (documents: readonly Document[]) => documents.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6

export async function benchParse(say: (line: string) => void): Promise<void> {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'ignore' })
  const ours = await builtProgram()
  const documents = documentsToRead(say)
  await besideParsers(documents, ours, say)
  await besideFeedparser(documents, ours, say)
  costBySize(ours, say)
  whereTimeGoes(documents, ours, say)
}

type Built = Awaited<ReturnType<typeof builtProgram>>

/** The modules of the built program, with the types of their sources. */
async function builtProgram() {
  const built = <T>(path: string): Promise<T> => import(new URL(`../dist/core/${path}.js`, import.meta.url).href)
  return {
    ...(await built<typeof import('../src/core/parse/parse-feed.ts')>('parse/parse-feed')),
    ...(await built<typeof import('../src/core/parse/decode.ts')>('parse/decode')),
    ...(await built<typeof import('../src/core/parse/scan.ts')>('parse/scan')),
    ...(await built<typeof import('../src/core/prepare.ts')>('prepare')),
    ...(await built<typeof import('../src/core/normalize/normalize-entry.ts')>('normalize/normalize-entry')),
    ...(await built<typeof import('../src/core/normalize/article-body.ts')>('normalize/article-body')),
    ...(await built<typeof import('../src/core/normalize/article-date.ts')>('normalize/article-date')),
    ...(await built<typeof import('../src/core/normalize/article-url.ts')>('normalize/article-url')),
    ...(await built<typeof import('../src/core/normalize/article-description.ts')>('normalize/article-description')),
    ...(await built<typeof import('../src/core/normalize/content-hash.ts')>('normalize/content-hash')),
    ...(await built<typeof import('../src/core/dedup/print-bytes.ts')>('dedup/print-bytes')),
    ...(await built<typeof import('../src/core/text/count-words.ts')>('text/count-words')),
    ...(await built<typeof import('../src/core/text/url-key.ts')>('text/url-key')),
    ...(await built<typeof import('../src/core/text/raw-hash.ts')>('text/raw-hash')),
  }
}

function documentsToRead(say: (line: string) => void): Document[] {
  const real = join(process.env.COPYTASTER_SHARED ?? join(ROOT, '..', 'shared'), 'corpora', 'feeds-real', 'raw')
  const folder = existsSync(real) ? real : join(ROOT, 'tests', 'fixtures', 'feeds')
  const documents = readdirSync(folder).map((name) => {
    const file = join(folder, name)
    return { file, bytes: new Uint8Array(readFileSync(file)) }
  })
  const what = folder === real ? 'real documents' : 'documents of our own (the real ones are not here)'
  say(`${documents.length} ${what}, ${megabytes(documents).toFixed(1)} MB.`)
  say('')
  return documents
}

async function besideParsers(documents: readonly Document[], ours: Built, say: (line: string) => void): Promise<void> {
  const readByAll: Document[] = []
  for (const document of documents) if (await allRead(document)) readByAll.push(document)
  const candidates = [{ name: 'copytaster', parse: (bytes: Uint8Array): unknown => ours.parseFeed(bytes) }, ...peers]
  const times = await wallTimes(
    candidates.map(({ name, parse }) => ({
      name,
      run: async () => {
        for (const { bytes } of readByAll) await parse(bytes)
      },
    })),
    ROUNDS,
  )
  const size = megabytes(readByAll)
  const own = times.get('copytaster')!
  const rows = [...times].map(([name, list]) => [
    name,
    (size / (Math.min(...list) / 1000)).toFixed(1),
    ratio(Math.min(...list), Math.min(...own)),
    ratio(median(list), median(own)),
  ])
  say(`**Bytes to entries**, over the ${readByAll.length} documents (${size.toFixed(1)} MB) that none of them refuses:`)
  say('')
  say(markdownTable(['parser', 'MB/s', 'time, ours = 1', 'by medians'], rows))
  say('')
}

async function allRead({ bytes }: Document): Promise<boolean> {
  try {
    for (const { parse } of peers) await parse(bytes)
    return true
  } catch {
    return false
  }
}

/** As far as feedparser goes, and further: all of preparing but the prints. */
function normalizeAll(documents: readonly Document[], ours: Built): number {
  let articles = 0
  for (const { bytes } of documents) {
    const document = ours.parseFeed(bytes, { url })
    if (document.kind === 'notAFeed') continue
    const context = { feed: 1, feedUrl: url, source, document: document.feed, now: NOW, detectLanguage: null }
    for (const entry of document.entries) {
      ours.rawHash(entry.raw)
      if (ours.normalizeEntry(entry, context).kind === 'article') articles++
    }
  }
  return articles
}

function prepareAll(documents: readonly Document[], ours: Built): number {
  let articles = 0
  for (const { bytes } of documents) {
    const prepared = ours.prepare(requestFor(bytes), null)
    if (prepared.kind === 'feed') articles += prepared.entries.length
  }
  return articles
}

const url = 'https://news.example/rss'
const source = { url, tab: 'en_news', category: null, name: null, language: null, maxItems: 100_000 }
const requestFor = (body: Uint8Array) => ({
  fetched: { body, contentType: null, headers: {}, url },
  feed: 1,
  source,
  known: new Uint8Array(),
  now: NOW,
  layered: false,
})

async function besideFeedparser(documents: readonly Document[], ours: Built, say: (line: string) => void) {
  const theirs = await startFeedparser(documents.map(({ file }) => file))
  const [own, other] = [[] as number[], [] as number[]]
  const articles = normalizeAll(documents, ours)
  // The engine compiles what it has seen often; feeds are read all day.
  for (let round = 0; round < WARM_UP; round++) normalizeAll(documents, ours)
  let entries = 0
  for (let round = 0; round < PREPARED_ROUNDS; round++) {
    own.push(wallMs(() => normalizeAll(documents, ours)) / 1000)
    if (theirs === null) continue
    const { seconds, entries: found } = await theirs.round()
    other.push(seconds)
    entries = found
  }
  theirs?.stop()
  sayPrepared(own, other, { size: megabytes(documents), articles, entries, version: theirs?.version ?? null }, say)
}

interface Counts {
  readonly size: number
  readonly articles: number
  readonly entries: number
  readonly version: Feedparser['version'] | null
}

function sayPrepared(own: number[], other: number[], counts: Counts, say: (line: string) => void): void {
  const row = (name: string, times: number[], found: number) => [
    name,
    (counts.size / Math.min(...times)).toFixed(2),
    ((Math.min(...times) * 1e6) / found).toFixed(0),
    ratio(Math.min(...times), Math.min(...own)),
    ratio(median(times), median(own)),
  ]
  const rows = [row('copytaster', own, counts.articles)]
  if (counts.version !== null) rows.push(row(`feedparser ${counts.version}`, other, counts.entries))
  say(
    '**Bytes to prepared articles**: safe HTML, plain text, dates, keys and counts, without prints. feedparser stops at safe HTML:',
  )
  say('')
  say(markdownTable(['parser', 'MB/s', 'µs an article', 'time, ours = 1', 'by medians'], rows))
  if (counts.version === null) say('\nfeedparser is not installed here, so it was not measured.')
  say('')
}

/** An RSS document of about this size, of articles of about a kilobyte. */
function documentOf(size: number): Uint8Array {
  const words = 'The harbour bridge was closed for a week while divers looked at its second pier. '.repeat(10)
  const items: string[] = []
  for (let [n, length] = [0, 0]; length < size; n++) {
    const item =
      `<item><title>Story ${n}</title><link>https://news.example/${n}</link><guid isPermaLink="false">g${n}</guid>` +
      `<pubDate>Sun, 15 Nov 2026 07:00:00 GMT</pubDate><description>&lt;p&gt;${words}&lt;/p&gt;</description></item>`
    items.push(item)
    length += item.length
  }
  return new TextEncoder().encode(`<rss version="2.0"><channel><title>Herald</title>${items.join('')}</channel></rss>`)
}

function costBySize(ours: Built, say: (line: string) => void): void {
  const rows = SIZES.map((size) => {
    const bytes = documentOf(size)
    const repeats = Math.max(1, Math.floor(5_000_000 / size))
    const run = () => {
      for (let n = 0; n < repeats; n++) ours.parseFeed(bytes)
    }
    run()
    const times = Array.from({ length: 5 }, () => wallMs(run) / repeats)
    return [`${(bytes.length / 1000).toLocaleString('en', { maximumFractionDigits: 0 })} kB`, nanoseconds(times, bytes)]
  })
  say('**Cost by size**, bytes to entries:')
  say('')
  say(markdownTable(['document', 'ns a byte'], rows))
  say('')
}

const nanoseconds = (times: readonly number[], bytes: Uint8Array) =>
  ((Math.min(...times) * 1e6) / bytes.length).toFixed(1)

function whereTimeGoes(documents: readonly Document[], ours: Built, say: (line: string) => void): void {
  const parsed = documents.map(({ bytes }) => ours.parseFeed(bytes)).filter(isFeed)
  const texts = documents.map(({ bytes }) => ours.decode(bytes).text)
  const entries = parsed.flatMap((document) => document.entries)
  const bodies = entries.map((entry) => ours.articleBody(entry.texts, entry.base ?? url))
  const articles = documents.flatMap(({ bytes }) => {
    const prepared = ours.prepare(requestFor(bytes), null)
    return prepared.kind === 'feed' ? prepared.entries.map(({ article }) => article) : []
  })
  const noEvents = { open() {}, leaf() {}, close() {}, text() {}, cdata() {}, flaw() {} }
  const each = (work: (i: number) => unknown) => time(() => entries.forEach((_, i) => void work(i)))
  const decode = time(() => documents.forEach(({ bytes }) => void ours.decode(bytes)))
  const scan = time(() => texts.forEach((text) => void ours.scan(text, noEvents)))
  const parse = time(() => documents.forEach(({ bytes }) => void ours.parseFeed(bytes)))
  const steps: (readonly [string, number])[] = [
    ['decode bytes', decode],
    ['scan for tags', scan],
    ['build feed and entries', parse - decode - scan],
    ['raw hashes', each((i) => ours.rawHash(entries[i]!.raw))],
    ['sanitise to HTML and text', each((i) => ours.articleBody(entries[i]!.texts, entries[i]!.base ?? url))],
    ['count words', each((i) => ours.countWords(bodies[i]!.text ?? ''))],
    ['content hash', each((i) => ours.contentHash(entries[i]!.title?.value ?? '', bodies[i]!.text))],
    ['description', each((i) => ours.articleDescription(entries[i]!.texts, bodies[i]!))],
    ['dates', each((i) => ours.articleDate(entries[i]!.dates, NOW))],
    ['prints', each((i) => articles[i] && ours.printBytes(articles[i], { layered: false }))],
    ['addresses and keys', each((i) => ours.urlKey(ours.articleUrl(entries[i]!, url) ?? ''))],
  ]
  const total = time(() => prepareAll(documents, ours))
  const rest = total - steps.reduce((sum, [, ms]) => sum + ms, 0)
  const share = (ms: number) => `${Math.max(0, (100 * ms) / total).toFixed(0)} %`
  say(`**Where the time goes** from bytes to ${entries.length} prepared articles, each step timed by itself:`)
  say('')
  const rows = [...steps, ['everything else', rest] as const].map(([name, ms]) => [name, ms.toFixed(0), share(ms)])
  say(markdownTable(['step', 'ms', 'share'], [...rows, ['all', total.toFixed(0), '100 %']]))
}

const isFeed = (document: FeedDocument): document is Extract<FeedDocument, { kind: 'feed' }> => document.kind === 'feed'

const ratio = (a: number, b: number): string => `${(a / b).toFixed(1)} ×`

function time(work: () => unknown): number {
  work()
  return Math.min(...Array.from({ length: 7 }, () => wallMs(work)))
}

function wallMs(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

/** Milliseconds of every round, by candidate; the first rounds do not count. */
async function wallTimes(candidates: readonly Candidate[], rounds: number): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(candidates.map(({ name }) => [name, []]))
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const { name, run } of inTurn(candidates, round + WARM_UP)) {
      const started = performance.now()
      await run()
      if (round >= 0) times.get(name)!.push(performance.now() - started)
    }
  }
  return times
}

/**
 * In every four rounds each of four goes once behind each other (a Williams square): whoever always went behind the same one
 * would sweep up after it, and no one else.
 */
function inTurn<T>(all: readonly T[], round: number): T[] {
  const { length } = all
  return all.map((_, at) => all[(round + (at % 2 === 1 ? (at + 1) / 2 : length - at / 2)) % length]!)
}
