import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FeedDocument } from '../src/core/domain/feed-document.ts'
import { markdownTable, median } from './measure.ts'
import { startFeedparser } from './peers/feedparser.ts'
import { builtProgram, NOW, source, url } from './peers/parsers.ts'
import { type Rounds, startParser } from './peers/start-parser.ts'

/* Bytes to entries beside other parsers; bytes to prepared articles beside feedparser; cost by size; where the time goes.
   Every reader works in a process of its own: in one they sweep up after each other. The least of the interleaved rounds
   is what a quiet machine would give; the ratio of the medians stands beside it. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ROUNDS = 16
const PREPARED_ROUNDS = 8
const SIZES = [10_000, 100_000, 1_000_000, 10_000_000, 50_000_000]

interface Document {
  readonly file: string
  readonly bytes: Uint8Array
}

const megabytes = (documents: readonly Document[]) => documents.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6

export async function benchParse(say: (line: string) => void): Promise<void> {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'ignore' })
  const ours = await builtProgram()
  const documents = documentsToRead(say)
  await besideParsers(documents, say)
  await besideFeedparser(documents, say)
  costBySize(ours, say)
  whereTimeGoes(documents, ours, say)
}

type Built = Awaited<ReturnType<typeof builtProgram>>

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

async function besideParsers(documents: readonly Document[], say: (line: string) => void): Promise<void> {
  const names = ['copytaster', 'feedsmith 3.0.1', 'rss-parser 3.13.0', 'fast-xml-parser 5.12.0 (tree only)'] as const
  const started = names.map(startParser)
  const refused = new Set<string>()
  const files = documents.map(({ file }) => file)
  for (const parser of started) for (const file of await parser.refusedOf(files)) refused.add(file)
  const readByAll = documents.filter(({ file }) => !refused.has(file))
  for (const parser of started) await parser.read(readByAll.map(({ file }) => file))
  const times = await inRounds(started, ROUNDS)
  const size = megabytes(readByAll)
  const own = times[0]!.seconds
  const rows = times.map(({ name, seconds }) => [
    name,
    (size / Math.min(...seconds)).toFixed(1),
    ratio(Math.min(...seconds), Math.min(...own)),
    ratio(median(seconds), median(own)),
  ])
  say(`**Bytes to entries**, over the ${readByAll.length} documents (${size.toFixed(1)} MB) that none of them refuses:`)
  say('')
  say(markdownTable(['parser', 'MB/s', 'time, ours = 1', 'by medians'], rows))
  say('')
}

function prepareAll(documents: readonly Document[], ours: Built): number {
  let articles = 0
  for (const { bytes } of documents) {
    const prepared = ours.prepare(requestFor(bytes), null)
    if (prepared.kind === 'feed') articles += prepared.entries.length
  }
  return articles
}

const requestFor = (body: Uint8Array) => ({
  fetched: { body, contentType: null, headers: {}, url },
  feed: 1,
  source,
  known: new Uint8Array(),
  now: NOW,
  layered: false,
})

async function besideFeedparser(documents: readonly Document[], say: (line: string) => void): Promise<void> {
  const files = documents.map(({ file }) => file)
  const ours = startParser('copytaster, prepared')
  await ours.read(files)
  const theirs = await startFeedparser(files)
  const times = await inRounds(theirs === null ? [ours] : [ours, theirs], PREPARED_ROUNDS)
  const size = megabytes(documents)
  const own = times[0]!.seconds
  const rows = times.map(({ name, seconds, entries }) => [
    name,
    (size / Math.min(...seconds)).toFixed(2),
    ((Math.min(...seconds) * 1e6) / entries).toFixed(0),
    ratio(Math.min(...seconds), Math.min(...own)),
    ratio(median(seconds), median(own)),
  ])
  say(
    '**Bytes to prepared articles**: safe HTML, plain text, dates, keys and counts, without prints. feedparser stops at safe HTML:',
  )
  say('')
  say(markdownTable(['parser', 'MB/s', 'µs an article', 'time, ours = 1', 'by medians'], rows))
  if (theirs === null) say('\nfeedparser is not installed here, so it was not measured.')
  say('')
}

interface Times {
  readonly name: string
  readonly seconds: readonly number[]
  readonly entries: number
}

/** Rounds of all in turn, so that a busy moment hits each alike. */
async function inRounds(readers: readonly Rounds[], rounds: number): Promise<Times[]> {
  const times = readers.map(({ name }) => ({ name, seconds: [] as number[], entries: 0 }))
  for (let round = 0; round < rounds; round++) {
    for (const [i, reader] of readers.entries()) {
      const { seconds, entries } = await reader.round()
      times[i]!.seconds.push(seconds)
      times[i]!.entries = entries
    }
  }
  for (const reader of readers) reader.stop()
  return times
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
