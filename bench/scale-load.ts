import type pg from 'pg'
import { PRINT_VERSION } from '../src/core/dedup/print/print-layout.ts'
import { FINAL_CATEGORY_VERSION } from '../src/core/text/final-category.ts'
import { keyHash } from '../src/core/text/key-hash.ts'
import { SANITIZER_VERSION } from '../src/core/text/sanitize-html.ts'
import { filterLexemes, quoted } from '../src/io/store/search-filter.ts'
import { copyRows, type Value } from './copy-rows.ts'

/* Sources, feeds, hosts and articles for `bench/scale.ts` and `bench/scale-workers.ts`, the same at every run. */

/** Articles stored, one size after the other. */
export const SIZES = (process.env.BENCH_ARTICLES ?? '10000,100000,1000000').split(',').map(Number)
export const START = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000
const WORDS_A_TEXT = 60
const VOCABULARY = 30_000
export const FEEDS_A_HOST = 5
/** Any but that of what is compared. */
const NOT_COMPARED = 1

/** An article with all that is stored of it; keys and bytes in hexadecimal digits. */
export interface LoadedArticle {
  readonly id: number
  readonly key: string
  readonly feed: number
  readonly sourceName: string
  readonly language: string
  readonly title: string
  readonly url: string
  readonly at: number
  readonly text: string
  readonly print: string
  /** Whether new articles are compared with it. */
  readonly isCompared: boolean
}

export const urlOf = (n: number): string => `https://news.example/${n}`
/** One article every four seconds. */
export const publishedAt = (n: number): number => START + n * 4_000
/** One source is that of a feed. */
export const sourceOf = (feed: number): string => `Source${feed}`
/** French is rare: one article in a thousand. German is one in ten. */
const languageOf = (n: number): string => (n % 1_000 === 7 ? 'fr' : n % 10 === 3 ? 'de' : 'en')
const bytes = (key: string): string => `\\x${key}`

function* times<T>(from: number, to: number, make: (n: number) => T): Generator<T> {
  for (let n = from; n < to; n++) yield make(n)
}

/** Feeds, five to a host, due one after the other over an hour. The feed n is of the host n modulo their number. */
export async function loadFeeds(client: pg.Client, count: number, hostOf: (n: number) => string): Promise<void> {
  const hostCount = count / FEEDS_A_HOST
  const feedUrl = (n: number) => `http://${hostOf(n % hostCount)}/${n}.rss`
  const sources = times(1, count + 1, (n): Value[] => [
    ...[n, bytes(keyHash(feedUrl(n))), feedUrl(n), 'en_news', 'major', 20, n, 'config', START],
  ])
  const columns = ['id', 'url_key', 'url', 'tab', 'kind', 'max_items', 'position', 'origin', 'created_at']
  await copyRows(client, 'source', columns, sources)
  const dueAt = (host: number) => START + (host % 60) * MINUTE_MS
  const feeds = times(1, count + 1, (n): Value[] => {
    const host = n % hostCount
    return [n, n, feedUrl(n), hostOf(host), '[]', 'healthy', dueAt(host), 'kind', '\\x', '{}']
  })
  const fields = ['id', 'source_id', 'url', 'host', 'previous_urls', 'state', 'next_at', 'next_reason']
  await copyRows(client, 'feed', [...fields, 'last_entries', 'history'], feeds)
  const hosts = times(0, hostCount, (n): Value[] => [hostOf(n), dueAt(n), 0, 0])
  await copyRows(client, 'host', ['host', 'due_at', 'lease_until', 'lease_token'], hosts)
}

/** Made-up articles from one number to another, spread over the feeds. They are old: nothing is compared with them. */
export const loadArticles = (client: pg.Client, from: number, to: number, feeds: number): Promise<void> =>
  loadRows(client, from, to, (n) => ({
    id: n + 1,
    key: keyHash(`key ${urlOf(n)}`),
    feed: 1 + (n % feeds),
    sourceName: sourceOf(1 + (n % feeds)),
    language: languageOf(n),
    title: wordsOf(n, 6).join(' '),
    url: urlOf(n),
    at: publishedAt(n),
    text: wordsOf(n, WORDS_A_TEXT).join(' '),
    print: keyHash(urlOf(n)).repeat(20),
    isCompared: false,
  }))

/** Articles with all that belongs to them; the index of the search is made anew afterwards, as a restore would. */
export async function loadRows(
  client: pg.Client,
  from: number,
  to: number,
  articleOf: (n: number) => LoadedArticle,
): Promise<void> {
  const copy = (table: string, columns: readonly string[], rowOf: (article: LoadedArticle) => Value[]) =>
    copyRows(
      client,
      table,
      columns,
      times(from, to, (n) => rowOf(articleOf(n))),
    )
  const columns = [
    ...['id', 'key', 'feed_id', 'tab', 'source_name', 'language', 'title', 'url', 'url_key', 'guid', 'published_at'],
    ...['first_seen_at', 'date_uncertain', 'date_zone_assumed', 'categories', 'media', 'word_count'],
    ...['partial_content', 'content_hash', 'revision', 'backlog', 'final_category_version'],
  ]
  await copy('article', columns, ({ id, key, feed, sourceName, language, title, url, at }) => [
    ...[id, bytes(key), feed, `${language}_news`, sourceName, language, title, url, bytes(keyHash(url)), url, at, at],
    ...[0, 0, '[]', '[]', 60, 0, 'h', 0, 0, FINAL_CATEGORY_VERSION],
  ])
  await copy('article_body', ['article_id', 'text', 'sanitizer_version'], ({ id, text }) => [
    ...[id, text, SANITIZER_VERSION],
  ])
  const entry = ['feed_id', 'guid_key', 'url_key', 'raw_hash', 'first_seen_at', 'disposition', 'article_id']
  await copy('entry', entry, ({ id, feed, url, at }) => {
    const key = bytes(keyHash(url))
    return [feed, key, key, key, at, 'unique', id]
  })
  const membership = ['article_id', 'story_key', 'cause', 'since']
  await copy('membership', membership, ({ id, key, at }) => [id, key, 'online', at])
  await copy('print', ['article_id', 'change', 'version', 'scope', 'value'], ({ id, print, isCompared }) => [
    ...[id, id, PRINT_VERSION, isCompared ? 0 : NOT_COMPARED, bytes(print)],
  ])
  await client.query('drop index if exists search_by_words')
  const search = ['article_id', 'title', 'words', 'source', 'author', 'category', 'published_at', 'filter']
  await copy('search', search, ({ id, title, text, sourceName, language, at }) => [
    ...[id, vectorOf(title.split(' ')), vectorOf(text.split(' ')), vectorOf([sourceName.toLowerCase()]), '', '', at],
    filterLexemes({ id, language, tab: `${language}_news`, published: at })
      .map(quoted)
      .join(' '),
  ])
  await client.query(`create index search_by_words on search using gin (filter, words, title, source, author, category)
    with (gin_pending_list_limit = 64)`)
  await client.query(`update derived_cursor set position = ${to} where name in ('search', 'prints', 'stories')`)
  await client.query(`select setval(pg_get_serial_sequence('article', 'id'), ${to})`)
  await client.query('analyze')
}

/** Words as frequent as in life: the n-th about 1/n as often as the first. */
function wordsOf(n: number, count: number): string[] {
  let state = ((n + 1) * 2_654_435_761) >>> 0
  const word = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return `word${Math.floor(VOCABULARY ** (state / 2 ** 32))}`
  }
  return Array.from({ length: count }, word)
}

function vectorOf(words: readonly string[]): string {
  const positions = new Map<string, number[]>()
  for (const [i, word] of words.entries()) positions.set(word, [...(positions.get(word) ?? []), i + 1])
  return Array.from(positions, ([word, list]) => `'${word}':${list.join(',')}`).join(' ')
}
