import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aRecord, aSource } from '../../tests/support/poll-records.ts'
import { policyOf } from '../core/dedup/policies.ts'
import { knownAbout } from '../core/domain/known-about.ts'
import { UNLIMITED_QUOTA } from '../core/poll/daily-quota.ts'
import { prepare } from '../core/prepare.ts'
import { openStore, type Store } from '../io/store/open-store.ts'
import type { AdmissionJob } from './admission-job.ts'
import { admitPoll } from './admit-poll.ts'
import { cut, keysOf } from './document-parts.ts'
import { unpackEntries } from './packed-entries.ts'
import { createRecentCache } from './recent-cache.ts'

/* A long document is admitted part by part: what is decided is the same, and whoever is killed in between loses nothing. */

const NOW = Date.UTC(2026, 2, 3, 12)
const ETAG = '"after"'

let store: Store
beforeEach(async () => {
  store = await openStore('sqlite::memory:')
  await store.syncSources([aSource('https://a.example/rss')], 0)
})
afterEach(() => store.close())

const WORDS = 'harbour bridge tram museum violin orchard council ferry granite lantern meadow pilot quarry'.split(' ')
const titleOf = (n: number) => `${WORDS[n % 13]} ${WORDS[(n * 5 + 3) % 13]} number ${n} of ${WORDS[(n * 7 + 1) % 13]}`

/** A document of so many entries, whose texts end alike. */
async function job(from: Store, count: number): Promise<AdmissionJob> {
  const feed = (await from.feedById(1))!
  const items = Array.from({ length: count }, (_, n) => {
    const text = `${titleOf(n)}. ${'Some words more. '.repeat(3)} Read all our news at our site, every day of the week.`
    const link = `https://a.example/${n}`
    const date = new Date(NOW - n * 60_000).toUTCString()
    return `<item><guid isPermaLink="false">guid ${n}</guid><title>${titleOf(n)}</title><link>${link}</link><pubDate>${date}</pubDate><description>${text}</description></item>`
  })
  const fetched = {
    body: Buffer.from(`<rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`),
    headers: {},
    url: feed.url,
    contentType: null,
  }
  const source = (await from.sources())[0]!
  const prepared = prepare({ fetched, feed: 1, source, known: new Uint8Array(0), now: NOW, layered: false }, null)
  if (prepared.kind !== 'feed') throw new Error('not a feed')
  const validators = { etag: ETAG, lastModified: null }
  return {
    feed: { id: 1, position: 0 },
    prepared,
    lease: null,
    scope: 0,
    room: UNLIMITED_QUOTA,
    recordOf: (reading) =>
      aRecord({ ...feed, validators } as typeof feed, NOW, null, { day: dayOf(reading.newEntries) }),
  }
}

const dayOf = (newArticles: number) => ({ ...aRecord({ id: 1 } as never, NOW, null).day, newArticles })
const newCache = () => createRecentCache(policyOf('calibrated'))
const admitted = async (from: Store) => ({
  articles: (await from.articlePage({ limit: 1_000 })).map(({ key, title, text, revision }) => ({
    key,
    title,
    text,
    revision,
  })),
  memberships: (await from.membershipsSince(0)).map(({ article, story, cause }) => ({ article, story, cause })),
  matches: await Promise.all((await from.articlePage({ limit: 1_000 })).map(({ key }) => from.matchesOf(key))),
  days: await from.feedDays(0),
})

describe('a document of many entries', () => {
  test('is decided part by part as it is at once', async () => {
    const count = await admitPoll({ store, recentCache: newCache(), now: () => NOW }, await job(store, 120))
    const other = await openStore('sqlite::memory:')
    await other.syncSources([aSource('https://a.example/rss')], 0)
    const whole = await job(other, 120)
    const atOnce = await admitPoll(
      { store: other, recentCache: newCache(), now: () => NOW, entriesAPart: 1_000 },
      whole,
    )
    expect(count!.count).toEqual(atOnce!.count)
    expect(count!.count.added).toBe(120)
    expect(await admitted(store)).toEqual(await admitted(other))
    const steps = (holds: Awaited<ReturnType<Store['lockHolds']>>) =>
      holds.find(({ name }) => name === 'admission')!.count
    // Five parts, at most two of them in a transaction.
    expect(steps(await store.lockHolds())).toBeGreaterThanOrEqual(3)
    expect(steps(await store.lockHolds())).toBeLessThanOrEqual(5)
    expect(steps(await other.lockHolds())).toBe(1)
    await other.close()
  })

  test.each([1, 2, 4])('that was killed after %i transactions is stored whole the next time', async (steps) => {
    let left = steps
    const killed: Store = {
      ...store,
      admission: (work) => (left-- > 0 ? store.admission(work) : Promise.reject(new Error('killed'))),
    }
    const deps = { store: killed, recentCache: newCache(), now: () => NOW }
    await expect(admitPoll(deps, await job(store, 300))).rejects.toThrow('killed')
    const stored = await store.articlePage({ limit: 1_000 })
    expect(stored.length).toBeGreaterThan(0)
    expect(stored.length).toBeLessThan(300)
    expect(await store.hiddenEntries()).toBe(0)
    // What the next request would send is not stored: the publisher gives the document again.
    expect((await store.feedById(1))!.validators).not.toMatchObject({ etag: ETAG })
    expect(await store.polls(1, 10)).toEqual([])
    await admitPoll({ store, recentCache: newCache(), now: () => NOW }, await job(store, 300))
    const all = await store.articlePage({ limit: 1_000 })
    expect(all).toHaveLength(300)
    expect(new Set(all.map(({ key }) => key)).size).toBe(300)
    expect((await store.feedById(1))!.validators).toMatchObject({ etag: ETAG })
  })
})

test('entries of one guid, key or address stay in one part, whatever lies between them', async () => {
  const read = unpackEntries((await job(store, 40)).prepared.entries)
  const [, , guid, key, address] = read
  const entries = read.map((entry, n) => {
    if (n === 20) return { ...entry, guidKey: guid!.guidKey }
    if (n === 25) return { ...entry, article: { ...entry.article, key: key!.article.key } }
    return n === 30 ? { ...entry, article: { ...entry.article, urlKey: address!.article.urlKey } } : entry
  })
  const parts = cut(entries, 4)
  expect(parts.flat().sort((a, b) => entries.indexOf(a) - entries.indexOf(b))).toEqual(entries)
  const partOf = (n: number) => parts.findIndex((part) => part.includes(entries[n]!))
  expect([20, 25, 30].map(partOf)).toEqual([2, 3, 4].map(partOf))
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(5)
})

test('what is known about a document holds what the store gives for a part of it', async () => {
  await store.syncSources([aSource('https://a.example/rss'), aSource('https://b.example/rss', { position: 1 })], 0)
  const deps = { store, recentCache: newCache(), now: () => NOW }
  const first = await job(store, 30)
  await admitPoll(deps, first)
  // Another feed gives the same articles under guids of its own.
  const guidKey = (n: number) => `${n}`.padStart(32, '0')
  const entries = unpackEntries(first.prepared.entries).map((entry, n) => ({ ...entry, guidKey: guidKey(n) }))
  await admitPoll(deps, { ...first, feed: { id: 2, position: 1 }, prepared: { ...first.prepared, entries } })
  const arriving = unpackEntries((await job(store, 40)).prepared.entries)
  const known = await store.known(keysOf(1, arriving))
  expect(known.entries).toHaveLength(60)
  for (const [from, to] of [
    [0, 40],
    [3, 11],
    [25, 35],
    [32, 40],
  ] as const) {
    const keys = keysOf(1, arriving.slice(from, to))
    const { entries, articles } = await store.known(keys)
    const part = knownAbout(known, keys)
    expect(new Set(part.entries)).toEqual(new Set(entries))
    expect(new Set(part.articles)).toEqual(new Set(articles))
  }
})
