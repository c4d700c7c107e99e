import type { Feed } from '../src/core/domain/feed.ts'
import { keyHash } from '../src/core/text/key-hash.ts'
import { searchQuery } from '../src/core/text/search-query.ts'
import type { Store } from '../src/io/store/open-store.ts'
import { anArticle } from '../tests/support/an-article.ts'
import { aRecord, newArticles } from '../tests/support/poll-records.ts'
import { markdownTable } from './measure.ts'
import { leastOf, type ProcessorTime, processorTimer } from './processor-time.ts'
import { loadArticles, publishedAt, SIZES, START, sourceOf, urlOf } from './scale-load.ts'
import { FEEDS, HOSTS, openScaleStore, type ScaleStore, SERVER_WORDS } from './scale-store.ts'
import { measureWorkers } from './scale-workers.ts'

/* How each hot query grows with the store on PostgreSQL: a hundred thousand feeds, ten thousand to a million articles. Then how fast
   workers poll and store on it. */

const BLOCKS = 3
const ROUNDS = 10

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

/** The queries alone. */
export async function benchScaleQueries(say: (line: string) => void): Promise<void> {
  const opened = await openScaleStore()
  try {
    await measureGrowth(opened, say)
  } finally {
    await opened.close()
  }
}

async function measureGrowth({ store, client }: ScaleStore, say: (line: string) => void): Promise<void> {
  const rows = new Map<string, string[]>()
  const measured = await processorTimer(client)
  let loaded = 0
  for (const size of SIZES) {
    await loadArticles(client, loaded, size, FEEDS)
    // As autovacuum does by and by.
    await client.query('vacuum analyze')
    for (const [name, work] of queriesOf(store, size)) {
      let round = 0
      const block = async (rounds: number) => {
        for (const until = round + rounds; round < until; round++) await work(round)
      }
      await block(3)
      const blocks: ProcessorTime[] = []
      for (let n = 0; n < BLOCKS; n++) blocks.push(await measured(() => block(ROUNDS)))
      const { program, server } = leastOf(blocks)
      const cell = [program, server].map((ms) => (ms / ROUNDS).toFixed(1)).join(' + ')
      rows.set(name, [...(rows.get(name) ?? []), cell])
    }
    await client.query('delete from print where article_id > $1', [size])
    for (const table of ['entry', 'membership', 'article_body', 'search', 'search_stale'])
      await client.query(`delete from ${table} where article_id > $1`, [size])
    await client.query('delete from article where id > $1', [size])
    loaded = size
  }
  const size = await client.query('select pg_database_size(current_database()) as bytes')
  const headings = ['ms of the processor, program + server', ...SIZES.map((count) => count.toLocaleString('en'))]
  say(
    markdownTable(
      headings,
      Array.from(rows, ([name, cells]) => [name, ...cells]),
    ),
  )
  say('')
  say(
    `${FEEDS.toLocaleString('en')} feeds on ${HOSTS.toLocaleString('en')} hosts; the least of ${BLOCKS} blocks of ${ROUNDS}; texts of 60 words; the database takes ${(Number(size.rows[0].bytes) / SIZES.at(-1)!).toFixed(0)} bytes an article in the end. ${SERVER_WORDS}.`,
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
    ['search: a word of four articles in five', search('word3')],
    ['search: two words', search('word40 word50')],
    ['search: a phrase of common words', search('"word1 word2"')],
    ['search: the start of words', search('word10*')],
    ['search: two in three, and not another', search('word1 -word3')],
    ['search: not a common word', search('-word3')],
    ['search: a common word in the title', search('title:word3')],
    ['search: a common word, in most languages', search('word3 lang:en')],
    ['search: a common word, in a language of one in ten', search('word3 lang:de')],
    ['search: a common word, in a language of one in a thousand', search('word3 lang:fr')],
    ['search: a common word, in a tab of one in a thousand', search('word3 tab:fr_news')],
    ['search: a common word, of one source', search(`word3 source:${sourceOf(77)}`)],
    ['search: a common word, on the first day', search('word3 before:2026-01-02')],
    ['search: a common word, in the first half', search(`word3 before:${instant(size / 2)}`)],
    ['search: a common word, in the last hours', search(`word3 after:${instant(size - 5_000)}`)],
    [
      'search: a common word, in the first half and a language of one in ten',
      search(`word3 lang:de before:${instant(size / 2)}`),
    ],
    ['search: not a common word, on the first day', search('-word3 before:2026-01-02')],
    ['search: a word of one in twenty, in a language of one in a thousand', search('word100 lang:fr')],
    ['search: a word of one in twenty, in the first half', search(`word100 before:${instant(size / 2)}`)],
    ['search: a word of one in twenty, in a language of one in ten', search('word100 lang:de')],
    ['prune 20 articles', () => store.pruneArticles(START + 8_000_000 + size, 20)],
  ]
}

const instant = (n: number): string => new Date(publishedAt(n)).toISOString()

async function admit(store: Store, from: number): Promise<void> {
  const feed = (await store.feedById(1))!
  const articles = Array.from({ length: 20 }, (_, n) => anArticle({ url: urlOf(from + n), published: START + from }))
  await store.admission(async (tx) => {
    const admitted = newArticles(aRecord(feed, START + from, null), articles)
    await tx.begin({ leases: [], keys: [{ feed: 1, ...keysOf(from) }], admitted: [admitted] })
    await tx.admit(admitted)
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
