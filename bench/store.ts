import { keyHash } from '../src/core/text/key-hash.ts'
import { openStore, type Store } from '../src/io/store/open-store.ts'
import { anArticle } from '../tests/support/an-article.ts'
import { databaseKinds, newDatabase } from '../tests/support/databases.ts'
import { aRecord, aSource, newArticles } from '../tests/support/poll-records.ts'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { markdownTable, median } from './measure.ts'

/* What the store costs as it fills: admission of 20 articles in one transaction, lookup of 20 guids and addresses,
   and a page of 50 by date. The last two must not grow with the table. */

const SIZES = [1_000, 10_000, 100_000]
const ARTICLES_A_POLL = 20
const ROUNDS = 200
const TEXT = 'The harbour bridge was closed for a week while divers looked at its second pier. '.repeat(25)

export async function benchStore(say: (line: string) => void): Promise<void> {
  const { address, stop } = await startPostgres()
  process.env.COPYTASTER_TEST_POSTGRES = address
  const rows: string[][] = []
  for (const kind of databaseKinds) {
    const database = await newDatabase(kind)
    const store = await openStore(database.address)
    await store.syncSources([aSource('https://a.example/rss')], 0)
    let filled = 0
    for (const size of SIZES) {
      await fill(store, filled, size)
      filled = size
      rows.push([kind, size.toLocaleString('en'), ...(await figures(store, filled))])
      filled += ROUNDS * ARTICLES_A_POLL
    }
    await store.close()
    await database.drop()
  }
  await stop()
  const headings = ['database', 'articles', 'admit, µs an article', 'look up 20, µs', 'page of 50, µs']
  say(markdownTable(headings, rows))
  say('')
  say(
    `Median of ${ROUNDS} rounds; bodies of ${TEXT.length} characters; PostgreSQL over TCP with fsync off, SQLite in WAL mode.`,
  )
}

async function fill(store: Store, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 500) await admit(store, n, Math.min(500, to - n))
}

async function admit(store: Store, from: number, count: number): Promise<void> {
  const feed = (await store.feedById(1))!
  const articles = Array.from({ length: count }, (_, i) => article(from + i))
  await store.admission(async (tx) => {
    await tx.known({
      feed: 1,
      guidKeys: articles.map((one) => keyHash(one.guid)),
      urlKeys: articles.map((one) => one.urlKey!),
      articleKeys: articles.map((one) => one.key),
    })
    await tx.admit(newArticles(aRecord(feed, from, null), articles))
  })
}

function article(n: number) {
  return anArticle({ url: `https://news.example/2026/${n}`, text: TEXT, body: `<p>${TEXT}</p>`, published: n * 60_000 })
}

async function figures(store: Store, filled: number): Promise<string[]> {
  const times: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    times[0].push(
      (await timed(() => admit(store, filled + round * ARTICLES_A_POLL, ARTICLES_A_POLL))) / ARTICLES_A_POLL,
    )
    times[1].push(await timed(() => lookUp(store, (round * 7919) % filled)))
    times[2].push(
      await timed(() =>
        store.articlePage({ limit: 50, before: { published: ((round * 7919) % filled) * 60_000, key: 'ff' } }),
      ),
    )
  }
  return times.map((list) => (median(list) * 1000).toFixed(0))
}

async function lookUp(store: Store, from: number): Promise<void> {
  const urls = Array.from({ length: 20 }, (_, i) => `https://news.example/2026/${from + i}`)
  const keys = urls.map(keyHash)
  await store.admission((tx) => tx.known({ feed: 1, guidKeys: keys, urlKeys: keys, articleKeys: keys }))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
