import { expect, test } from 'vitest'
import { newDatabase } from '../../tests/support/databases.ts'
import { aRecord, aSource } from '../../tests/support/poll-records.ts'
import { policyOf } from '../core/dedup/policies.ts'
import { UNLIMITED_QUOTA } from '../core/poll/daily-quota.ts'
import { prepareInFull } from '../core/prepare.ts'
import { openStore, type Store } from '../io/store/open-store.ts'
import type { AdmissionJob } from './admission-job.ts'
import { createPollAdmitter } from './admit-poll.ts'
import { createRecentCache } from './recent-cache.ts'
import { LONG_TRANSACTIONS, SHORT_TRANSACTIONS, type TransactionSize } from './store-parts.ts'

/* Polls that arrive together, of twelve feeds with twenty articles each. */

const NOW = Date.UTC(2026, 10, 14)
const FEEDS = Array.from({ length: 12 }, (_, n) => n + 1)
const urlOf = (feed: number) => `https://feed${feed}.example/rss`

async function jobOf(store: Store, id: number): Promise<AdmissionJob> {
  const feed = (await store.feedById(id))!
  const items = Array.from({ length: 20 }, (_, n) => {
    const link = `https://feed${id}.example/${n}`
    return `<item><guid>${link}</guid><link>${link}</link><title>${id * n} boats left pier ${n} for harbour ${id}</title></item>`
  })
  const body = new TextEncoder().encode(`<rss version="2.0"><channel><title>A</title>${items.join('')}</channel></rss>`)
  const prepared = await prepareInFull({
    fetched: { body, contentType: 'application/rss+xml', headers: {}, url: urlOf(id) },
    source: { url: urlOf(id), tab: 'en_news', category: null, name: null, language: 'en' },
    ...{ feed: id, known: new Uint8Array(), now: NOW, layered: false },
  })
  if (prepared.kind !== 'feed') throw new Error('not a feed')
  const recordOf = () => aRecord(feed, NOW, null)
  return { feed: { id, position: id }, prepared, scope: 0, lease: null, room: UNLIMITED_QUOTA, recordOf }
}

/** What is stored of them, and in how many transactions. */
async function stored(transactions: TransactionSize) {
  const { address, drop } = await newDatabase('sqlite')
  const store = await openStore(address)
  await store.syncSources(
    FEEDS.map((n, position) => aSource(urlOf(n), { position })),
    NOW,
  )
  let count = 0
  const admission: Store['admission'] = (work) => {
    count++
    return store.admission(work)
  }
  const recentCache = createRecentCache(policyOf('calibrated'))
  const deps = { store: { ...store, admission }, recentCache, now: () => NOW, slicer: () => null, transactions }
  const admit = createPollAdmitter(deps, async () => {})
  const admitted = await Promise.all((await Promise.all(FEEDS.map((id) => jobOf(store, id)))).map(admit))
  const articles = (await store.articlePage({ limit: 1_000 })).map(({ key, title }) => [key, title])
  const memberships = await store.memberships(articles.map(([key]) => key!))
  await store.close()
  await drop()
  return { count, rows: { counts: admitted.map((one) => one!.count), articles, memberships } }
}

test('long transactions store the same as short ones, in fewer', async () => {
  const short = await stored({ ...SHORT_TRANSACTIONS, holdMs: 1_000 })
  const long = await stored({ ...LONG_TRANSACTIONS, holdMs: 1_000 })
  expect(long.rows).toEqual(short.rows)
  expect(short.rows.articles).toHaveLength(240)
  expect([short.count, long.count]).toEqual([6, 2])
})

test('a transaction that has taken its time stores no further part', async () => {
  const { count, rows } = await stored({ entries: 200, holdMs: 0 })
  expect([count, rows.articles.length]).toEqual([12, 240])
})
