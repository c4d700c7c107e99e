import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { newDatabase } from '../../tests/support/databases.ts'
import { aRecord, aSource } from '../../tests/support/poll-records.ts'
import { danglingReferences, makeDue, onDatabase } from '../../tests/support/stored-references.ts'
import { policyOf } from '../core/dedup/policies.ts'
import { AlreadySettled } from '../core/domain/already-settled.ts'
import { UNLIMITED_QUOTA } from '../core/poll/daily-quota.ts'
import { prepareInFull } from '../core/prepare.ts'
import { openStore } from '../io/store/open-store.ts'
import type { AdmissionJob } from './admission-job.ts'
import { createPollAdmitter } from './admit-poll.ts'
import { createRecentCache } from './recent-cache.ts'

/* Prints in memory that are not those of the store: whoever put the store back, no entry may point to nothing. */

const NOW = Date.UTC(2026, 10, 14)
const FEED = 'https://a.example/rss'
const items = ['Harbour bridge closed after storm', 'Museum buys rare violin', 'Council votes on new tram line']
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function polledDesk(): Promise<Desk & { address: string }> {
  const { address, drop } = await newDatabase('sqlite')
  const desk = await anApp({ now: NOW, address })
  open.push(desk.close, drop)
  publish(desk, 3)
  await desk.app.feeds.add(FEED, { tab: null, category: null, name: null, tier: null, kind: 'major' })
  await desk.app.polls.runDue(() => {})
  return { ...desk, address }
}

const publish = (desk: Desk, count: number) =>
  desk.publish(
    FEED,
    items.slice(0, count).map((title, n) => ({ title, url: `https://a.example/${n}`, at: NOW - n * 60_000 })),
  )

/** As after a copy of the file was put back: the same incarnation, but articles are missing. */
const loseArticles = (address: string, andChanges: boolean) =>
  onDatabase(address, (db) =>
    db.transaction().execute(async (tx) => {
      for (const table of ['membership', 'print', 'article_body', 'entry', 'article'])
        await sql`delete from ${sql.table(table)}`.execute(tx)
      await sql`update feed set document_hash = null, last_entries = ${new Uint8Array()}`.execute(tx)
      if (andChanges) await sql`update derived_cursor set position = 0 where name = 'prints'`.execute(tx)
    }),
  )

test.each([
  ['are missing', false],
  ['and their change numbers are missing', true],
])('articles that %s in the store are stored again, whatever the prints in memory say', async (_, andChanges) => {
  const desk = await polledDesk()
  expect(await desk.store.articlePage({ limit: 10 })).toHaveLength(3)
  await loseArticles(desk.address, andChanges)
  await makeDue(desk.address)
  await desk.app.polls.runDue(() => {})
  expect((await desk.store.articlePage({ limit: 10 })).map(({ title }) => title).sort()).toEqual([...items].sort())
  expect(await danglingReferences(desk.address)).toEqual({})
})

/** Polls of three feeds; the documents of the last two are the same. The second was handed over, and its result is known already. */
async function threePolls() {
  const { address, drop } = await newDatabase('sqlite')
  const store = await openStore(address)
  open.push(store.close, drop)
  const urls = [1, 2, 3].map((n) => `https://feed${n}.example/rss`)
  await store.syncSources(
    urls.map((url, position) => aSource(url, { position })),
    NOW,
  )
  const jobOf = async (id: number, title: string, settles?: { prepared: number; result: string }) => {
    const feed = (await store.feedById(id))!
    const url = urls[id - 1]!
    const body = new TextEncoder().encode(
      `<rss version="2.0"><channel><title>A</title><item><guid>${title}</guid><link>https://a.example/${encodeURI(title)}</link><title>${title}</title></item></channel></rss>`,
    )
    const source = { url, tab: 'en_news', category: null, name: null, language: 'en' }
    const fetched = { body, contentType: 'application/rss+xml', headers: {}, url }
    const request = { fetched, feed: id, source, known: new Uint8Array(), now: NOW, layered: false }
    const prepared = await prepareInFull(request)
    if (prepared.kind !== 'feed') throw new Error('not a feed')
    const recordOf = () => aRecord(feed, NOW, null, settles && { settles })
    const job: AdmissionJob = {
      ...{ feed: { id, position: id }, prepared, scope: 0, lease: null, room: UNLIMITED_QUOTA, recordOf },
    }
    return job
  }
  return {
    store,
    first: await jobOf(1, items[0]!),
    settled: await jobOf(2, items[1]!, { prepared: 77, result: '{}' }),
    last: await jobOf(3, items[1]!),
  }
}

test('a poll that another process settled first leaves nothing in memory, and the prints there are not read again', async () => {
  const { store, first, settled, last } = await threePolls()
  const reads: number[] = []
  const printsAfter: typeof store.printsAfter = (change, limit) => {
    reads.push(change)
    return store.printsAfter(change, limit)
  }
  const recentCache = createRecentCache(policyOf('calibrated'))
  const deps = { store: { ...store, printsAfter }, recentCache, now: () => NOW, slicer: () => null }
  const admit = createPollAdmitter(deps, async () => {})
  await admit(first)
  await expect(admit(settled)).rejects.toThrow(AlreadySettled)
  expect((await admit(last))?.count).toMatchObject({ added: 1, duplicates: 0 })
  // An empty store is not read, and later nobody else stores anything.
  expect(reads).toEqual([])
  expect(await store.articlePage({ limit: 10 })).toHaveLength(2)
})
