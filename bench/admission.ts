import pg from 'pg'
import type { Admitted } from '../src/core/domain/admission.ts'
import type { Article } from '../src/core/domain/article.ts'
import type { Feed } from '../src/core/domain/feed.ts'
import type { EntryKeys } from '../src/core/domain/known-about.ts'
import { keyHash } from '../src/core/text/key-hash.ts'
import { openStore, type Store } from '../src/io/store/open-store.ts'
import { anArticle } from '../tests/support/an-article.ts'
import { newDatabase } from '../tests/support/databases.ts'
import { aRecord, aSource, newArticles } from '../tests/support/poll-records.ts'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { markdownTable } from './measure.ts'
import { leastOf, type ProcessorTime, processorTimer } from './processor-time.ts'

/* What admitting an article on PostgreSQL takes of the processors, of the program and of the server: by polls of 20 articles, and by as
   many polls in a transaction as `serve` and `worker` put into one (50 entries). What is admitted is made before: articles, prints and keys are the work of preparing. */

const FILLED = 10_000
const BLOCKS = Number(process.env.BENCH_BLOCKS ?? 8)
const ARTICLES_A_BLOCK = 4_000
/** Until the program is compiled. */
const WARM_UP = 3
const FEEDS = 12
const TEXT = 'The harbour bridge was closed for a week while divers looked at its second pier. '.repeat(25)

/** Polls in a transaction, and articles in a poll. */
const SHAPES: readonly Shape[] = [
  [1, 20],
  [2, 20],
  [12, 4],
  [1, 200],
]

export async function benchAdmission(say: (line: string) => void): Promise<void> {
  const { address: server, stop } = await startPostgres()
  process.env.COPYTASTER_TEST_POSTGRES = server
  const { address, drop } = await newDatabase('postgres')
  const store = await openStore(address)
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  const measured = await processorTimer(client)
  const sources = Array.from({ length: FEEDS }, (_, n) => aSource(`https://${n}.example/rss`, { position: n }))
  await store.syncSources(sources, 0)
  const feeds = await Promise.all(sources.map(async (_, n) => (await store.feedById(n + 1))!))
  let made = 0
  const makePolls = ([polls, articles]: Shape, count: number): Poll[][] =>
    Array.from({ length: Math.ceil(count / (polls * articles)) }, () =>
      feeds.slice(0, polls).map((feed) => {
        const at = made
        return pollOf(
          feed,
          at,
          Array.from({ length: articles }, () => article(feed, made++)),
        )
      }),
    )
  for (const polls of makePolls([1, 500], FILLED)) await admit(store, polls)
  await client.query('vacuum analyze')
  const times = new Map<Shape, ProcessorTime[]>(SHAPES.map((shape) => [shape, []]))
  for (let block = -WARM_UP; block < BLOCKS; block++) {
    for (const [shape, blocks] of times) {
      const all = makePolls(shape, ARTICLES_A_BLOCK)
      const time = await measured(async () => {
        for (const polls of all) await admit(store, polls)
      })
      if (block >= 0) blocks.push(time)
    }
  }
  const rows = Array.from(times, ([[polls, articles], blocks]) => {
    const { program, server } = leastOf(blocks)
    const us = (ms: number) => ((ms * 1_000) / ARTICLES_A_BLOCK).toFixed(0)
    const sums = blocks.map((one) => one.program + one.server).sort((a, b) => a - b)
    const middle = sums[Math.floor(sums.length / 2)]!
    return [String(polls), String(articles), us(program), us(server), us(program + server), us(middle)]
  })
  say(markdownTable(['polls', 'articles each', 'program', 'server', 'both', 'both, median'], rows))
  say('')
  say(
    `µs of the processor an article, the least of ${BLOCKS} blocks of ${ARTICLES_A_BLOCK.toLocaleString('en')}; ${FILLED.toLocaleString('en')} articles at the beginning, bodies of ${TEXT.length} characters; PostgreSQL over TCP with fsync off.`,
  )
  await client.end()
  await store.close()
  await drop()
  await stop()
}

type Shape = readonly [polls: number, articles: number]

/** A poll as it comes to admission. */
interface Poll {
  readonly keys: EntryKeys
  readonly admitted: Admitted
}

function pollOf(feed: Feed, at: number, articles: readonly Article[]): Poll {
  const keys = {
    feed: feed.id,
    guidKeys: articles.map((one) => keyHash(one.guid)),
    urlKeys: articles.map((one) => one.urlKey!),
    articleKeys: articles.map((one) => one.key),
  }
  return { keys, admitted: newArticles(aRecord(feed, at, null), articles) }
}

const article = (feed: Feed, n: number): Article =>
  anArticle({
    feed: feed.id,
    url: `https://news.example/2026/${n}`,
    text: TEXT,
    body: `<p>${TEXT}</p>`,
    published: n * 60_000,
    firstSeen: n * 60_000,
  })

const admit = (store: Store, polls: readonly Poll[]): Promise<void> =>
  store.admission(async (tx) => {
    await tx.begin({ leases: [], keys: polls.map(({ keys }) => keys), admitted: polls.map(({ admitted }) => admitted) })
    for (const { admitted } of polls) await tx.admit(admitted)
  })
