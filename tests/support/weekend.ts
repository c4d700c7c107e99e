import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type App, createApp } from '../../src/app/app.ts'
import { fileSources } from '../../src/app/file-sources.ts'
import { playWorld } from '../../src/app/play-world.ts'
import type { PublisherAnswer, PublisherRequest } from '../../src/core/domain/publisher.ts'
import { defaultPollPolicy } from '../../src/core/poll/poll-policy.ts'
import { prepareInFull } from '../../src/core/prepare.ts'
import { readSettings } from '../../src/io/config/read-settings.ts'
import { openChannels } from '../../src/io/deliver/channels.ts'
import { composeMail } from '../../src/io/deliver/compose-mail.ts'
import { deliverFile } from '../../src/io/deliver/deliver-file.ts'
import { deliverMail } from '../../src/io/deliver/deliver-mail.ts'
import { serveWorld } from '../../src/io/demo/serve-world.ts'
import { createFetcher } from '../../src/io/fetch/create-fetcher.ts'
import { fetchFeed } from '../../src/io/fetch/fetch-feed.ts'
import { nameTable } from '../../src/io/fetch/guarded-connect.ts'
import { runInMemory } from '../../src/io/jobs/run-in-memory.ts'
import { openStore } from '../../src/io/store/open-store.ts'
import { hashPassword } from '../../src/io/system/password.ts'
import { virtualClock } from '../../src/io/system/virtual-clock.ts'

/** An article of the invented weekend (tests/fixtures/weekend), as its feed publishes it. */
export interface WeekendItem {
  readonly id: string
  readonly feed: string
  readonly source: string
  readonly tier: string
  readonly lang: string
  readonly published: string
  readonly title: string
  readonly body: string | null
  readonly url: string
  readonly author: string | null
  readonly categories: readonly string[]
}

/** What is true of an article: its event across languages, its kind, and the state of the running figure it gives. */
export interface WeekendTruth {
  readonly id: string
  readonly event: string | null
  readonly cluster: string
  readonly kind: string
  readonly state: Readonly<Record<string, string>> | string | null
}

const read = <T>(name: string): T[] =>
  readFileSync(fileURLToPath(new URL(`../fixtures/weekend/${name}`, import.meta.url)), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

export const weekendItems = read<WeekendItem>('items.jsonl')
export const weekendTruths = read<WeekendTruth>('gold.jsonl')

const OPENS = Date.UTC(2026, 4, 8, 0, 0)
const CLOSES = Date.UTC(2026, 4, 10, 22, 0)
/** As many entries as a publisher's document holds. */
const LISTED = 20

/** The application after the weekend, and the folder its digests were delivered to. */
export interface Weekend {
  readonly app: App
  readonly folder: string
}

/** Plays the weekend over real HTTP with the clock moved on, all deliveries on; hands the result to `work`. */
export async function withWeekend<T>(database: string | null, work: (weekend: Weekend) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-weekend-'))
  const configPath = join(folder, 'feeds.yaml')
  writeFileSync(configPath, settingsOf(folder))
  const address = database ?? `sqlite:${join(folder, 'weekend.db')}`
  const loaded = readSettings({ configPath, required: true, env: {}, set: [], database: address })
  const clock = virtualClock(OPENS)
  const store = clock.standStillFor(await openStore(address))
  const hosts = [...new Set(weekendItems.map(({ feed }) => hostOf(feed)))]
  const servers = await serveWorld({ hosts, answer, now: clock.now, onStall: clock.letPass, namesPort: false })
  const fetcher = createFetcher({
    allow: servers.allow,
    lookup: nameTable(servers.names),
    port: servers.port,
    stopwatch: clock.stopwatch,
    userAgent: 'Copytaster (weekend)',
  })
  try {
    await store.syncSources(fileSources(loaded.settings), clock.now())
    const app = createApp({
      hashPassword,
      loaded,
      store,
      fetcher,
      fetchFeed: (one, request) => clock.during(() => fetchFeed(one, request)),
      prepare: (request) => clock.during(() => prepareInFull(request)),
      prepareInThreads: (request) => clock.during(() => prepareInFull(request)),
      runJobs: runInMemory,
      clock,
      owner: 'weekend',
      policy: defaultPollPolicy,
      channels: openChannels(loaded.settings.delivery, {
        writeFile: deliverFile,
        sendMail: deliverMail,
        fetcher,
        secret: async () => null,
        retries: { pausesMs: [], sleep: async () => {} },
        now: clock.now,
      }),
      composeMail: async (mail) =>
        (await composeMail(mail, { from: 'desk@localhost', to: 'reader@localhost' })).raw.toString(),
      stop: new AbortController().signal,
    })
    await playWorld(app, { closesAt: CLOSES, sleep: clock.sleep }, () => {})
    return await work({ app, folder: join(folder, 'out') })
  } finally {
    await Promise.all([fetcher.close(), servers.close()])
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const hostOf = (feed: string): string => `${feed}.example`
const urlOf = (feed: string): string => `http://${hostOf(feed)}/rss`

const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'en',
  de: 'de',
  'zh-TW': 'zh',
  'zh-CN': 'zh',
  ja: 'ja',
  es: 'es',
}
const TAB_NAMES: Readonly<Record<string, string>> = {
  en: 'World',
  de: 'Deutschland',
  zh: '中文',
  ja: '日本',
  es: 'España',
}

/** The settings of a reader in Berlin who follows all feeds, a tab for each language. */
function settingsOf(folder: string): string {
  const feeds = new Map(weekendItems.map((item) => [item.feed, item]))
  const tabs = new Map<string, WeekendItem[]>()
  for (const item of feeds.values()) {
    const language = LANGUAGES[item.lang]!
    tabs.set(language, [...(tabs.get(language) ?? []), item])
  }
  const source = ({ feed, source, tier }: WeekendItem) =>
    `      - {url: '${urlOf(feed)}', source_name: ${JSON.stringify(source)}, tier: ${tier}, kind: breaking}\n`
  return [
    'digest: {timezone: Europe/Berlin}\n',
    `delivery: {file: {folder: ${JSON.stringify(join(folder, 'out'))}, formats: [md, html, email, json]}}\n`,
    'tabs:\n',
    ...[...tabs].flatMap(([language, members]) => [
      `  ${language}_news:\n    name: ${TAB_NAMES[language]}\n    language: ${language}\n    sources:\n`,
      ...members.map(source),
    ]),
  ].join('')
}

function answer(request: PublisherRequest, at: number): PublisherAnswer {
  const feed = new URL(request.url).hostname.replace(/\.example$/, '')
  const items = weekendItems.filter((item) => item.feed === feed && Date.parse(item.published) <= at)
  const body = Buffer.from(documentOf(feed, items.toReversed().slice(0, LISTED)))
  const etag = `"${createHash('sha1').update(body).digest('hex')}"`
  if (request.ifNoneMatch === etag) return { kind: 'answer', status: 304, headers: { etag }, body: new Uint8Array(0) }
  return { kind: 'answer', status: 200, headers: { etag, 'content-type': 'application/rss+xml; charset=utf-8' }, body }
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

function documentOf(feed: string, items: readonly WeekendItem[]): string {
  const { source, lang } = weekendItems.find((item) => item.feed === feed)!
  const paragraphs = (body: string): string =>
    escaped(
      body
        .split('\n\n')
        .map((one) => `<p>${escaped(one)}</p>`)
        .join(''),
    )
  const entry = ({ id, title, url, published, body, author, categories }: WeekendItem): string =>
    `<item><title>${escaped(title)}</title><link>${url}</link><guid isPermaLink="false">${id}</guid>` +
    `<pubDate>${new Date(published).toUTCString()}</pubDate>` +
    (author === null ? '' : `<dc:creator>${escaped(author)}</dc:creator>`) +
    categories.map((one) => `<category>${escaped(one)}</category>`).join('') +
    (body === null || body === '' ? '' : `<description>${paragraphs(body)}</description>`) +
    '</item>'
  return (
    '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>' +
    `<title>${escaped(source)}</title><link>http://${hostOf(feed)}/</link><language>${lang}</language>${items.map(entry).join('')}</channel></rss>`
  )
}
