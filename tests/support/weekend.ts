import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App } from '../../src/app/app.ts'
import { playWorld } from '../../src/app/play-world.ts'
import type { PublisherAnswer, PublisherRequest } from '../../src/core/domain/publisher.ts'
import { deliverFile } from '../../src/io/deliver/deliver-file.ts'
import { deliverMail } from '../../src/io/deliver/deliver-mail.ts'
import { type OpenWorld, withWorld } from '../../src/with-world.ts'
import type { PlayedWorld } from './four-workers.ts'

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
  /** The program over the weekend as it goes on from there. */
  readonly goOn: OpenWorld['goOn']
}

/** Plays the weekend over real HTTP with the clock moved on, all deliveries on; hands the result to `work`. */
export async function withWeekend<T>(database: string | null, work: (weekend: Weekend) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-weekend-'))
  const configPath = join(folder, 'feeds.yaml')
  writeFileSync(configPath, settingsOf(folder))
  const options = {
    configPath,
    database: database ?? `sqlite:${join(folder, 'weekend.db')}`,
    opensAt: OPENS,
    publishers: PUBLISHERS,
    userAgent: 'Copytaster (weekend)',
    delivery: { writeFile: deliverFile, sendMail: deliverMail },
    sender: 'desk@localhost',
  }
  const played = withWorld(options, async ({ app, clock, subscribe, goOn }) => {
    await subscribe()
    await playWorld(app, { closesAt: CLOSES, sleep: clock.sleep }, () => {})
    return work({ app, folder: join(folder, 'out'), goOn })
  })
  return played.finally(() => rmSync(folder, { recursive: true, force: true }))
}

/** The publishers of the weekend and its settings, for other ways to read it; files go to the folder. */
export function weekendWorld(folder: string): PlayedWorld {
  const configPath = join(folder, 'feeds.yaml')
  writeFileSync(configPath, settingsOf(folder))
  return { configPath, opensAt: OPENS, closesAt: CLOSES, publishers: PUBLISHERS }
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

const PUBLISHERS = { hosts: [...new Set(weekendItems.map(({ feed }) => hostOf(feed)))], answer }

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
