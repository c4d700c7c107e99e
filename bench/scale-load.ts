import type pg from 'pg'
import { keyHash } from '../src/core/text/key-hash.ts'
import { copyRows, type Value } from './copy-rows.ts'

/* Sources, feeds, hosts and articles for `bench/scale.ts`, the same at every run. */

export const START = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000
const WORDS_A_TEXT = 60
const VOCABULARY = 30_000
const FEEDS_A_HOST = 5

export const urlOf = (n: number): string => `https://news.example/${n}`
/** One article every four seconds. */
export const publishedAt = (n: number): number => START + n * 4_000
const bytes = (key: string): string => `\\x${key}`

function* times<T>(from: number, to: number, make: (n: number) => T): Generator<T> {
  for (let n = from; n < to; n++) yield make(n)
}

/** Feeds, five to a host, due one after the other over an hour. */
export async function loadFeeds(client: pg.Client, count: number): Promise<void> {
  const sources = times(1, count + 1, (n): Value[] => {
    const url = `https://h${n % (count / FEEDS_A_HOST)}.example/${n}.rss`
    return [n, bytes(keyHash(url)), url, 'en_news', 'major', 20, n, 'config', START]
  })
  const columns = ['id', 'url_key', 'url', 'tab', 'kind', 'max_items', 'position', 'origin', 'created_at']
  await copyRows(client, 'source', columns, sources)
  const dueAt = (host: number) => START + (host % 60) * MINUTE_MS
  const feeds = times(1, count + 1, (n): Value[] => {
    const host = n % (count / FEEDS_A_HOST)
    const url = `https://h${host}.example/${n}.rss`
    return [n, n, url, `h${host}.example`, '[]', 'healthy', dueAt(host), 'kind', '\\x', '{}']
  })
  const fields = ['id', 'source_id', 'url', 'host', 'previous_urls', 'state', 'next_at', 'next_reason']
  await copyRows(client, 'feed', [...fields, 'last_entries', 'history'], feeds)
  const hosts = times(0, count / FEEDS_A_HOST, (n): Value[] => [`h${n}.example`, dueAt(n), 0, 0])
  await copyRows(client, 'host', ['host', 'due_at', 'lease_until', 'lease_token'], hosts)
}

/** Articles with all that belongs to them; the index of the search is made anew afterwards, as a restore would. */
export async function loadArticles(client: pg.Client, from: number, to: number, feeds: number): Promise<void> {
  const feedOf = (n: number) => 1 + (n % feeds)
  const all = <T>(make: (n: number) => T) => times(from, to, make)
  const columns = [
    ...['id', 'key', 'feed_id', 'tab', 'source_name', 'language', 'title', 'url', 'url_key', 'guid', 'published_at'],
    ...['first_seen_at', 'date_uncertain', 'date_zone_assumed', 'categories', 'media', 'word_count'],
    ...['partial_content', 'content_hash', 'revision', 'backlog', 'final_category_version'],
  ]
  await copyRows(
    client,
    'article',
    columns,
    all((n): Value[] => {
      const [url, at] = [urlOf(n), publishedAt(n)]
      const names = [n + 1, bytes(keyHash(`key ${url}`)), feedOf(n), 'en_news', 'News', 'en', wordsOf(n, 6).join(' ')]
      return [...names, url, bytes(keyHash(url)), url, at, at, 0, 0, '[]', '[]', 60, 0, 'h', 0, 0, 1]
    }),
  )
  await copyRows(
    client,
    'article_body',
    ['article_id', 'text', 'sanitizer_version'],
    all((n): Value[] => [n + 1, wordsOf(n, WORDS_A_TEXT).join(' '), 1]),
  )
  await copyRows(
    client,
    'entry',
    ['feed_id', 'guid_key', 'url_key', 'raw_hash', 'first_seen_at', 'disposition', 'article_id'],
    all((n): Value[] => {
      const key = bytes(keyHash(urlOf(n)))
      return [feedOf(n), key, key, key, publishedAt(n), 'unique', n + 1]
    }),
  )
  await copyRows(
    client,
    'membership',
    ['article_id', 'story_key', 'cause', 'since'],
    all((n): Value[] => [n + 1, keyHash(`key ${urlOf(n)}`), 'online', publishedAt(n)]),
  )
  await copyRows(
    client,
    'print',
    ['article_id', 'change', 'version', 'value'],
    all((n): Value[] => [n + 1, n + 1, 0, bytes(keyHash(urlOf(n)).repeat(20))]),
  )
  await client.query('drop index if exists search_by_words')
  await copyRows(
    client,
    'search',
    ['article_id', 'title', 'words', 'source', 'author', 'category'],
    all((n): Value[] => [n + 1, vectorOf(wordsOf(n, 6)), vectorOf(wordsOf(n, WORDS_A_TEXT)), "'news':1", '', '']),
  )
  await client.query(`create index search_by_words on search using gin (words, title, source, author, category)
    with (gin_pending_list_limit = 512)`)
  await client.query(`update derived_cursor set position = ${to} where name in ('search', 'prints')`)
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
