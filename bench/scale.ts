import type { Feed } from '../src/core/domain/feed.ts'
import { keyHash } from '../src/core/text/key-hash.ts'
import { searchQuery } from '../src/core/text/search-query.ts'
import type { Store } from '../src/io/store/open-store.ts'
import { anArticle } from '../tests/support/an-article.ts'
import { aRecord, newArticles } from '../tests/support/poll-records.ts'
import { markdownTable, median } from './measure.ts'
import { loadArticles, publishedAt, SIZES, START, urlOf } from './scale-load.ts'
import { FEEDS, HOSTS, openScaleStore, type ScaleStore, SERVER_WORDS } from './scale-store.ts'
import { measureWorkers } from './scale-workers.ts'

/* How each hot query grows with the store on PostgreSQL: a hundred thousand feeds, ten thousand to a million articles. Then how fast
   workers poll and store on it. */

const ROUNDS = 30

export async function benchScale(say: (line: string) => void): Promise<void> {
  const opened = await openScaleStore()
  try {
    await measureGrowth(opened, say)
    say('')
    await measureWorkers(opened, say)
  } finally {
    await opened.close()
  }
}

async function measureGrowth({ store, client }: ScaleStore, say: (line: string) => void): Promise<void> {
  const rows = new Map<string, string[]>()
  let loaded = 0
  for (const size of SIZES) {
    await loadArticles(client, loaded, size, FEEDS)
    for (const [name, work] of queriesOf(store, size)) {
      const times: number[] = []
      for (let round = -3; round < ROUNDS; round++) {
        const started = performance.now()
        await work(round + 3)
        if (round >= 0) times.push(performance.now() - started)
      }
      rows.set(name, [...(rows.get(name) ?? []), median(times).toFixed(2)])
    }
    await client.query('delete from print where article_id > $1', [size])
    for (const table of ['entry', 'membership', 'article_body', 'search', 'search_stale'])
      await client.query(`delete from ${table} where article_id > $1`, [size])
    await client.query('delete from article where id > $1', [size])
    loaded = size
  }
  const size = await client.query('select pg_database_size(current_database()) as bytes')
  const headings = ['ms, median', ...SIZES.map((count) => count.toLocaleString('en'))]
  say(
    markdownTable(
      headings,
      Array.from(rows, ([name, cells]) => [name, ...cells]),
    ),
  )
  say('')
  say(
    `${FEEDS.toLocaleString('en')} feeds on ${HOSTS.toLocaleString('en')} hosts; ${ROUNDS} rounds; texts of 60 words; the database takes ${(Number(size.rows[0].bytes) / SIZES.at(-1)!).toFixed(0)} bytes an article in the end. ${SERVER_WORDS}.`,
  )
}

type Work = (round: number) => Promise<unknown>

function queriesOf(store: Store, size: number): readonly (readonly [string, Work])[] {
  const some = (round: number) => (round * 7_919 * 31) % (size - 100)
  const search = (line: string): Work => {
    const query = searchQuery(line, { now: START, zone: 'UTC' })
    return () => store.searchArticles(query, 20)
  }
  return [
    ['admit a poll of 20 new articles', (round) => admit(store, size * 10 + round * 20)],
    ['look up the 20 entries of a poll', (round) => lookUp(store, some(round))],
    ['store 50 polls that brought nothing', (round) => recordPolls(store, round)],
    ['claim 32 due hosts and read their feeds', (round) => claim(store, round)],
    [
      'a page of 50 by date',
      (round) => store.articlePage({ limit: 50, before: { published: publishedAt(some(round)), key: 'ff' } }),
    ],
    ['500 prints after a change', (round) => store.printsAfter(some(round), 500)],
    ['search: a rare word', search('word20011')],
    ['search: a word of one article in three', search('word3')],
    ['search: two words', search('word40 word50')],
    ['search: a phrase of common words', search('"word1 word2"')],
    ['search: the start of words', search('word10*')],
    ['search: two in three, and not another', search('word1 -word3')],
    ['prune 20 articles', () => store.pruneArticles(START + 8_000_000 + size, 20)],
  ]
}

async function admit(store: Store, from: number): Promise<void> {
  const feed = (await store.feedById(1))!
  const articles = Array.from({ length: 20 }, (_, n) => anArticle({ url: urlOf(from + n), published: START + from }))
  await store.admission(async (tx) => {
    await tx.known({ feed: 1, ...keysOf(from) })
    await tx.admit(newArticles(aRecord(feed, START + from, null), articles))
  })
}

const lookUp = (store: Store, from: number): Promise<unknown> => store.known({ feed: 1, ...keysOf(from) })

function keysOf(from: number) {
  const keys = Array.from({ length: 20 }, (_, n) => keyHash(urlOf(from + n)))
  return { guidKeys: keys, urlKeys: keys, articleKeys: keys }
}

async function recordPolls(store: Store, round: number): Promise<void> {
  const ids = Array.from({ length: 50 }, (_, n) => n * 1_000 + 1)
  if (round === 0) polled = (await Promise.all(ids.map((id) => store.feedById(id)))).flatMap((feed) => feed ?? [])
  await store.recordPolls(polled.map((feed) => aRecord(feed, START + round, null)))
}

let polled: readonly Feed[] = []

async function claim(store: Store, round: number): Promise<void> {
  const now = START + 3_600_000
  const leases = await store.claimDueHosts({ owner: 'bench', now, until: now + 60_000 }, 32)
  const hosts = leases.map(({ host }) => host)
  await store.dueFeeds(hosts, now + round)
  await store.releaseHosts(leases.map((lease) => ({ lease, lastRequestAt: now })))
}
