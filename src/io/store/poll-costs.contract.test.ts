import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import { databaseKinds, migratedDatabase } from '../../../tests/support/databases.ts'
import { aRecord, aSource, newArticles } from '../../../tests/support/poll-records.ts'
import type { EntryKeys } from '../../core/domain/known-about.ts'
import { openStore, type Store } from './open-store.ts'

/* How many statements a poll costs. On PostgreSQL each takes longer than most of what it does, so that their number must not grow with
   the articles; on SQLite it grows by one for every doubling up to 64 rows. */

const MOST = {
  sqlite: { twenty: 22, fiveHundred: 90, twelve: 90, lookUp: 4, unchanged: 8, released: 3 },
  postgres: { twenty: 8, fiveHundred: 8, twelve: 8, lookUp: 4, unchanged: 6, released: 3 },
}

/** A server in front of another, which counts how often a client that got an answer sends something. */
async function countingProxy(address: string) {
  const { hostname, port } = new URL(address)
  let turns = 0
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    let hasAnswer = true
    client.on('data', (bytes) => {
      if (hasAnswer) turns++
      hasAnswer = false
      server.write(bytes)
    })
    server.on('data', (bytes) => {
      hasAnswer = true
      client.write(bytes)
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => {})
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const through = new URL(address)
  through.port = String((proxy.address() as AddressInfo).port)
  return { address: through.href, turns: () => turns, close: () => proxy.close() }
}

test('on postgres decided polls wait for the server three times: for what is known, for what was written, for the commit', async () => {
  const fresh = await migratedDatabase('postgres')
  const proxy = await countingProxy(fresh.address)
  const store = await openStore(proxy.address)
  await store.syncSources([aSource('https://a.example/rss')], 0)
  const feed = (await store.feedById(1))!
  const waits: number[] = []
  for (let n = 0; n < 3; n++) {
    const polls = [0, 1].map((poll) => [anArticle({ url: `https://a.example/${n}/${poll}` })])
    const admitted = polls.map((articles) => newArticles(aRecord(feed, n, null), articles))
    const before = proxy.turns()
    await store.admission(async (tx) => {
      await tx.begin({ leases: [], keys: polls.map(keysOf), admitted })
      for (const one of admitted) await tx.admit(one)
    })
    waits.push(proxy.turns() - before)
  }
  await store.close()
  proxy.close()
  await fresh.drop()
  // The first ones read the types of columns, and on a connection of its own.
  expect(waits.at(-1)).toBe(3)
})

const keysOf = (articles: readonly ReturnType<typeof anArticle>[]): EntryKeys => ({
  feed: 1,
  guidKeys: articles.map(({ key }) => key),
  urlKeys: articles.map(({ key }) => key),
  articleKeys: articles.map(({ key }) => key),
})

describe.each(databaseKinds)('on %s', (kind) => {
  let texts: string[] = []
  let store: Store
  let drop: () => Promise<void>
  beforeAll(async () => {
    const fresh = await migratedDatabase(kind)
    drop = fresh.drop
    store = await openStore(fresh.address, { onStatement: (text) => texts.push(text) })
    await store.syncSources([aSource('https://a.example/rss')], 0)
    await admit(0, 2)
  })
  afterAll(async () => {
    await store.close()
    await drop()
  })

  async function admit(from: number, count: number): Promise<readonly string[]> {
    const feed = (await store.feedById(1))!
    const articles = Array.from({ length: count }, (_, n) => anArticle({ url: `https://a.example/${from + n}` }))
    texts = []
    await store.admission(async (tx) => {
      await tx.known(keysOf(articles))
      await tx.admit(newArticles(aRecord(feed, from, null), articles))
    })
    return texts
  }

  test('a poll with twenty new articles', async () => {
    expect((await admit(100, 20)).length).toBeLessThanOrEqual(MOST[kind].twenty)
  })

  test('a poll with five hundred new articles', async () => {
    expect((await admit(1_000, 500)).length).toBeLessThanOrEqual(MOST[kind].fiveHundred)
  })

  test('twelve decided polls, each with four new articles, stored together', async () => {
    const feed = (await store.feedById(1))!
    const polls = Array.from({ length: 12 }, (_, poll) =>
      Array.from({ length: 4 }, (_, n) => anArticle({ url: `https://a.example/${5_000 + poll * 4 + n}` })),
    )
    const admitted = polls.map((articles, n) => newArticles(aRecord(feed, 5_000 + n, null), articles))
    texts = []
    await store.admission(async (tx) => {
      const { known, change } = await tx.begin({ leases: [], keys: polls.map(keysOf), admitted })
      expect(known).toEqual(polls.map(() => ({ entries: [], articles: [] })))
      for (const one of admitted) await tx.admit(one)
      expect(await tx.lastChange()).toBe(change + 48)
    })
    expect(texts.length).toBeLessThanOrEqual(MOST[kind].twelve)
    expect(await store.lastChange()).toBe((await store.printsAfter(0, 10_000)).at(-1)!.change)
  })

  test('looking up the keys of a poll', async () => {
    texts = []
    await store.admission((tx) => tx.known(keysOf([anArticle({ url: 'https://a.example/100' })])))
    expect(texts.length).toBeLessThanOrEqual(MOST[kind].lookUp)
  })

  test('fifty polls that brought nothing, stored together', async () => {
    const feed = (await store.feedById(1))!
    texts = []
    await store.recordPolls(Array.from({ length: 50 }, (_, n) => aRecord(feed, n, null)))
    expect(texts.length).toBeLessThanOrEqual(MOST[kind].unchanged)
  })

  test('twenty hosts that are given back together', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `h${n}.example`)
    const urls = ['https://a.example/rss', ...names.map((name) => `https://${name}/rss`)]
    await store.syncSources(
      urls.map((url) => aSource(url)),
      0,
    )
    const leases = await store.claimHosts({ owner: 'one', now: 10, until: 30 }, names)
    expect(leases).toHaveLength(20)
    texts = []
    const released = leases.map((lease, n) => ({ lease, lastRequestAt: n % 2 === 0 ? n : null }))
    await store.releaseHosts([...released, { lease: { ...leases[0]!, token: 0 }, lastRequestAt: 99 }])
    expect(texts.length).toBeLessThanOrEqual(MOST[kind].released)
    expect(await store.lastRequests(names)).toEqual(
      new Map(names.flatMap((name, n) => (n % 2 === 0 ? [[name, n] as const] : []))),
    )
    expect(await store.claimHosts({ owner: 'two', now: 10, until: 30 }, names)).toHaveLength(20)
  })

  test('events are written last, under their lock', async () => {
    const all = await admit(2_000, 3)
    const ofEvents = all.findIndex((text) => text.startsWith('insert into event'))
    expect(ofEvents).toBeGreaterThan(0)
    expect(all.slice(ofEvents + 1).filter((text) => /^(insert|update|delete)/.test(text))).toEqual([])
    if (kind === 'postgres') expect(all[ofEvents]).toContain('pg_advisory_xact_lock')
  })

  test('a host is refreshed after the feeds it has', async () => {
    const all = await admit(3_000, 3)
    const place = (start: string) => all.findIndex((text) => text.startsWith(start))
    const isFeed = (text: string) => text.includes('insert into feed (')
    const refresh = kind === 'postgres' ? 'insert into host' : 'update host'
    expect(place(refresh)).toBeGreaterThan(all.findIndex(isFeed))
  })
})
