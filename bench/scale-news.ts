import type pg from 'pg'
import type { PreparedEntry } from '../src/core/domain/prepared.ts'
import { prepareInFull } from '../src/core/prepare.ts'
import { newsOf } from './peers/made-up-news.ts'
import { type LoadedArticle, loadRows } from './scale-load.ts'

/* Articles of the last hours with real prints, so that new ones are compared with something. */

const HOUR_MS = 3_600_000
const ITEMS = 20
/** Of publishers that are never polled. */
const hostOf = (n: number): string => `before${n}.example`

/** What is loaded. */
export interface LoadedNews {
  /** The number of the article before the first. */
  readonly after: number
  readonly count: number
  /** The documents are those of so many feeds in turn. */
  readonly feeds: number
  readonly now: number
  /** When the newest item of the n-th document was published, the others each an hour before it; the same day for all unless given. */
  readonly newestOf?: (n: number) => number
}

/** Loads articles as documents of made-up publishers bring them, first seen an hour ago. */
export async function loadNews(client: pg.Client, news: LoadedNews): Promise<void> {
  const { after, count, now } = news
  const entries = new Map<string, PreparedEntry>()
  for (let n = 0; entries.size < count; n++) {
    const prepared = await prepareInFull(requestOf(n, news))
    if (prepared.kind !== 'feed') throw new Error('a made-up document was not read')
    // Agency texts come from several publishers: each is stored once.
    for (const entry of prepared.entries.slice(WIRE_ITEMS)) entries.set(entry.article.key, entry)
  }
  const list = [...entries.values()].slice(0, count)
  await loadRows(client, after, after + count, (n) => rowOf(n, list[n - after]!, now))
}

/** The first items of each document, which others carry too. */
const WIRE_ITEMS = 2

const requestOf = (n: number, { feeds, now, newestOf }: LoadedNews) => ({
  fetched: {
    body: Buffer.from(newsOf(hostOf(n), ITEMS, newestOf?.(n))),
    contentType: 'application/rss+xml',
    headers: {},
    url: `http://${hostOf(n)}/rss`,
  },
  feed: 1 + (n % feeds),
  source: {
    url: `http://${hostOf(n)}/rss`,
    tab: 'en_news',
    category: null,
    name: null,
    language: 'en',
    private: false,
  },
  known: new Uint8Array(0),
  now: now - HOUR_MS,
  layered: false,
})

const rowOf = (n: number, { article, print }: PreparedEntry, now: number): LoadedArticle => ({
  id: n + 1,
  key: article.key,
  feed: article.feed,
  sourceName: 'News',
  language: 'en',
  title: article.title,
  url: article.url!,
  at: now - HOUR_MS,
  text: article.text ?? '',
  print: Buffer.from(print.value).toString('hex'),
  isCompared: true,
})
