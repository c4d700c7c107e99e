import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { newDatabase } from '../../tests/support/databases.ts'
import { aRecord, aSource } from '../../tests/support/poll-records.ts'
import { policyOf } from '../core/dedup/policies.ts'
import { UNLIMITED_QUOTA } from '../core/poll/daily-quota.ts'
import { prepare } from '../core/prepare.ts'
import { openStore, type Store } from '../io/store/open-store.ts'
import type { AdmissionJob } from './admission-job.ts'
import { createPollAdmitter } from './admit-poll.ts'
import { createRecentCache } from './recent-cache.ts'
import { type PartsToStore, storeParts } from './store-parts.ts'

/* While one step of an admission is stored elsewhere, the next is decided: what is stored must be the same as when one waits for the other. */

const NOW = Date.UTC(2026, 2, 3, 12)
const FEEDS = 6

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** An entry by what it has in common with others: a guid within its feed, an address and a title anywhere. */
interface Item {
  readonly guid: number
  readonly address: number
  readonly title: number
}

const WORDS = 'harbour bridge tram museum violin orchard council ferry granite lantern meadow pilot quarry'.split(' ')
const titleOf = (n: number) => `${WORDS[n % 13]} ${WORDS[(n * 5 + 3) % 13]} number ${n} of ${WORDS[(n * 7 + 1) % 13]}`

async function jobOf(store: Store, id: number, items: readonly Item[]): Promise<AdmissionJob> {
  const [feed, source] = [(await store.feedById(id))!, (await store.sources())[id - 1]!]
  const xml = items.map(
    ({ guid, address, title }, n) =>
      `<item><guid isPermaLink="false">${guid}</guid><title>${titleOf(title)}</title><link>https://news.example/${address}</link><pubDate>${new Date(NOW - n * 60_000).toUTCString()}</pubDate><description>${titleOf(title)}, as all the papers of the town report. ${'Some words more. '.repeat(n % 3)}</description></item>`,
  )
  const body = Buffer.from(`<rss version="2.0"><channel><title>News</title>${xml.join('')}</channel></rss>`)
  const fetched = { body, headers: {}, url: feed.url, contentType: null }
  const prepared = prepare({ fetched, feed: id, source, known: new Uint8Array(0), now: NOW, layered: false }, null)
  if (prepared.kind !== 'feed') throw new Error('not a feed')
  return {
    feed: { id, position: source.position },
    prepared,
    lease: null,
    scope: 0,
    room: UNLIMITED_QUOTA,
    recordOf: (reading) =>
      aRecord(feed, NOW, null, { poll: { ...aRecord(feed, NOW, null).poll, newArticles: reading.newEntries } }),
  }
}

interface Desk {
  readonly store: Store
  /** Admits documents at once, and gives what the store then holds. */
  readonly admitAll: (
    documents: readonly (readonly Item[])[],
    elsewhere?: (request: PartsToStore) => ReturnType<typeof storeParts>,
  ) => Promise<Record<string, unknown[]>>
}

async function newDesk(): Promise<Desk> {
  const { address, drop } = await newDatabase('sqlite')
  const store = await openStore(address)
  open.push(drop, store.close)
  await store.syncSources(
    Array.from({ length: FEEDS }, (_, position) => aSource(`https://feed${position}.example/rss`, { position })),
    NOW,
  )
  return {
    store,
    async admitAll(documents, storeElsewhere) {
      const recentCache = createRecentCache(policyOf('calibrated'))
      const deps = { store, recentCache, now: () => NOW, slicer: () => setTimeout(0), entriesAPart: 5, storeElsewhere }
      const admit = createPollAdmitter(deps, async () => {})
      const jobs = await Promise.all(documents.map((items, n) => jobOf(store, n + 1, items)))
      await Promise.all(jobs.map((job) => admit(job)))
      return contents(address)
    },
  }
}

/** All rows, but those of the store itself and of its counters, which stand in the order of their first use. */
function contents(address: string): Record<string, unknown[]> {
  const db = new DatabaseSync(address.replace('sqlite:', ''))
  const tables = db
    .prepare("select name from sqlite_master where type = 'table' and sql not like '%virtual%'")
    .all() as { name: string }[]
  const kept = tables.map(({ name }) => name).filter((name) => !['store', 'migration', 'sqlite_sequence'].includes(name))
  const rows = kept.map((name) => [name, db.prepare(`select * from "${name}"`).all()] as const)
  db.close()
  return Object.fromEntries(rows)
}

const item: fc.Arbitrary<Item> = fc.record({ guid: fc.nat(30), address: fc.nat(60), title: fc.nat(40) })
const documents = fc.array(fc.array(item, { minLength: 1, maxLength: 40 }), { minLength: 2, maxLength: FEEDS })

describe('deciding ahead of the store', () => {
  test('stores what deciding and storing in turn would', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.array(fc.nat(4), { minLength: 1 }), async (all, waits) => {
        const [inTurn, ahead] = [await newDesk(), await newDesk()]
        let steps = 0
        const elsewhere = async (request: PartsToStore) => {
          await setTimeout(waits[steps++ % waits.length])
          return storeParts(ahead.store, () => NOW, structuredClone(request))
        }
        expect(await ahead.admitAll(all, elsewhere)).toEqual(await inTurn.admitAll(all))
        expect(steps).toBeGreaterThan(0)
      }),
      { numRuns: 25 },
    )
  })

  const many = Array.from({ length: FEEDS }, (_, feed) =>
    Array.from({ length: 30 }, (_, n) => ({ guid: n, address: feed * 100 + n, title: (feed * 7 + n) % 40 })),
  )

  test('decides while it stores', async () => {
    const { store, admitAll } = await newDesk()
    const looked: string[] = []
    const { knownOfEach } = store
    Object.assign(store, {
      knownOfEach: (...args: Parameters<typeof knownOfEach>) => {
        looked.push('decides')
        return knownOfEach(...args)
      },
    })
    await admitAll(many, async (request) => {
      looked.push('stores')
      await setTimeout(30)
      looked.push('stored')
      return storeParts(store, () => NOW, request)
    })
    const ahead = looked.filter((what, n) => what === 'decides' && looked[n - 1] === 'stores')
    expect(ahead.length).toBeGreaterThan(1)
  })

  test('decides again what was decided after a step that could not be stored', async () => {
    const [inTurn, ahead] = [await newDesk(), await newDesk()]
    let refusals = 3
    const contested = async (request: PartsToStore) => {
      await setTimeout(1)
      // As if another process had stored something first.
      if (refusals-- > 0 && request.parts.length > 1)
        return storeParts(ahead.store, () => NOW, { ...request, parts: request.parts.slice(0, 1) })
      return storeParts(ahead.store, () => NOW, request)
    }
    expect(await ahead.admitAll(many, contested)).toEqual(await inTurn.admitAll(many))
  })

  test('keeps what was stored when deciding fails, and nothing of what was not', async () => {
    const { store, admitAll } = await newDesk()
    let stores = 0
    const failing = async (request: PartsToStore) => {
      await setTimeout(1)
      if (++stores === 2) throw new Error('the disk is full')
      return storeParts(store, () => NOW, request)
    }
    // The batch is tried again poll by poll.
    const after = await admitAll(many, failing)
    const inTurn = await (await newDesk()).admitAll(many)
    expect(after.entry).toEqual(inTurn.entry)
    expect(after.article?.length).toBe(inTurn.article?.length)
  })
})
