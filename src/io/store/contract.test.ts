import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import { databaseKinds, newDatabase } from '../../../tests/support/databases.ts'
import { aRecord, aSource, entryOf, newArticles } from '../../../tests/support/poll-records.ts'
import { storeModel } from '../../../tests/support/store-model.ts'
import { compareStores, storeOperations } from '../../../tests/support/store-operations.ts'
import { volume } from '../../../tests/support/volume.ts'
import { inspectStore, openStore, type Store } from './open-store.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 1)

describe.each(databaseKinds)('the store on %s', (kind) => {
  let address: string
  let drop: () => Promise<void>
  let store: Store

  beforeAll(async () => {
    ;({ address, drop } = await newDatabase(kind))
    store = await openStore(address)
    await store.syncSources(
      [aSource('https://a.example/rss'), aSource('https://b.example/rss', { position: 1 })],
      START,
    )
  })
  afterAll(async () => {
    await store.close()
    await drop()
  })

  const claim = (now: number) => ({ owner: 'test', now, until: now + HOUR })

  test('a new source has a feed that is due at once', async () => {
    const feeds = await store.feeds()
    expect(feeds.map((feed) => [feed.url, feed.nextAt, feed.nextReason])).toEqual([
      ['https://a.example/rss', START, 'first'],
      ['https://b.example/rss', START, 'first'],
    ])
  })

  test('a source that leaves the file is retired and comes back when the file names it again', async () => {
    const a = aSource('https://a.example/rss')
    const b = aSource('https://b.example/rss', { position: 1 })
    expect(await store.syncSources([a], START)).toMatchObject({ retired: ['https://b.example/rss'] })
    expect((await store.feeds())[1]!.nextAt).toBeNull()
    expect(await store.syncSources([a, b], START)).toMatchObject({ revived: ['https://b.example/rss'] })
    expect((await store.feeds())[1]!.nextAt).toBe(START)
    expect(await store.syncSources([a, b], START)).toEqual({ added: [], changed: [], retired: [], revived: [] })
  })

  test('the same address in another spelling is the same source', async () => {
    expect(await store.addSource(aSource('http://www.a.example/rss/'), START)).toMatchObject({ kind: 'exists' })
  })

  test('a crawl of an address that is polled too has a feed of its own, which is never due', async () => {
    const fresh = await newDatabase(kind)
    const own = await openStore(fresh.address)
    await own.syncSources([aSource('https://a.example/rss')], START)
    const wanted = aSource('https://a.example/rss', { tab: null, language: null, position: 1 })
    const feed = await own.crawlFeed(wanted, START)
    expect(feed).toMatchObject({ source: 2, nextAt: null, nextReason: 'crawl', state: 'healthy' })
    expect(await own.crawlFeed({ ...wanted, url: 'http://www.a.example/rss/' }, START + HOUR)).toEqual(feed)
    await own.crawlFeed({ ...wanted, tab: 'crawls', language: 'en' }, START)
    await own.crawlFeed(wanted, START)
    const crawled = { tab: 'crawls', language: 'en', origin: 'crawl' }
    expect(await own.sources()).toMatchObject([{ origin: 'file' }, { ...crawled, retiredAt: null }])
    expect(await own.syncSources([], START)).toMatchObject({ retired: ['https://a.example/rss'] })
    await own.retireSource(2, START)
    expect(await own.crawlFeed(wanted, START)).toEqual(feed)
    expect(await own.sources()).toMatchObject([{ retiredAt: START }, { ...crawled, retiredAt: null }])
    expect(await own.nextDueAt()).toBeNull()
    await own.close()
    await fresh.drop()
  })

  test('a host is leased to one at a time, and an expired lease cannot write', async () => {
    const [lease] = await store.claimHosts(claim(START), ['a.example'])
    expect(await store.claimHosts({ ...claim(START), owner: 'other' }, ['a.example'])).toEqual([])
    const [taken] = await store.claimHosts({ ...claim(START + 2 * HOUR), owner: 'other' }, ['a.example'])
    expect(taken!.token).toBe(lease!.token + 1)
    const feed = (await store.feedById(1))!
    const late = aRecord({ ...feed, validators: { etag: '"late"', lastModified: null } }, START, lease!)
    expect(await store.recordPolls([late])).toEqual([late])
    expect(await store.admission((tx) => tx.admit(newArticles(late, [anArticle()])))).toBeNull()
    expect(await store.renewLease(lease!, START + 3 * HOUR)).toBeNull()
    expect((await store.feedById(1))!.validators.etag).toBeNull()
    expect(await store.articlePage({ limit: 10 })).toEqual([])
    await store.releaseHosts([{ lease: taken!, lastRequestAt: START + 2 * HOUR }])
    expect(await store.lastRequests(['a.example', 'nowhere.example'])).toEqual(
      new Map([['a.example', START + 2 * HOUR]]),
    )
  })

  test('an admitted article comes back as it went in, and is known by guid and by address', async () => {
    const feed = (await store.feedById(1))!
    const article = anArticle({
      title: '地震 “quoted” \u{1f30f}',
      body: '<p>the body</p>',
      categories: ['science', '地震'],
      media: [{ url: 'https://a.example/p.png', type: 'image/png', size: 12, width: 3, height: null }],
      dateUncertain: true,
      provenance: { rootUrl: 'https://a.example/', pageUrl: 'https://a.example/news', crawlDepth: 2 },
    })
    const record = aRecord(feed, START, null, {
      events: [{ at: START, kind: 'feed.new', subject: 'feed:1', payload: { n: 1 } }],
    })
    const ids = await store.admission((tx) => tx.admit(newArticles(record, [article])))
    const stored = await store.articleById(ids![0]!)
    expect(stored).toEqual({ ...article, id: ids![0], revision: 0, updatedAt: null })
    const guidKey = entryOf(article, null).guidKey
    const none = { feed: 2, guidKeys: [], urlKeys: [], articleKeys: [] }
    const [byGuid, byUrl, neither] = await store.admission(async (tx) => [
      await tx.known({ ...none, feed: 1, guidKeys: [guidKey] }),
      await tx.known({ ...none, urlKeys: [article.urlKey!] }),
      await tx.known({ ...none, guidKeys: [guidKey] }),
    ])
    expect(byGuid!.articles[0]!.id).toBe(ids![0])
    expect(byUrl).toEqual(byGuid)
    expect(neither).toEqual({ entries: [], articles: [] })
    expect((await store.events(0, 10)).map((event) => event.payload)).toEqual([{ n: 1 }])
  })

  test('a revision takes the place of the old version, which is kept', async () => {
    const feed = (await store.feedById(1))!
    const [old] = await store.articlePage({ limit: 1 })
    const article = { ...old!, title: 'Corrected', body: null, text: 'Better.', contentHash: 'ff' }
    const revision = {
      articleId: old!.id,
      article,
      guidKey: entryOf(old!, null).guidKey,
      kind: 'updates' as const,
      print: null,
    }
    const entries = [{ ...entryOf(article, { id: old!.id }), disposition: 'revision' as const }]
    await store.admission((tx) =>
      tx.admit({ record: aRecord(feed, START + HOUR, null), articles: [], revisions: [revision], entries }),
    )
    expect(await store.articleById(old!.id)).toMatchObject({
      title: 'Corrected',
      text: 'Better.',
      revision: 1,
      updatedAt: START + HOUR,
    })
    expect(await store.revisions(old!.id)).toMatchObject([
      { n: 1, title: old!.title, body: old!.body, text: old!.text },
    ])
  })

  test('work that throws inside the admission leaves no trace', async () => {
    const feed = (await store.feedById(1))!
    const before = await store.articlePage({ limit: 100 })
    const broken = store.admission(async (tx) => {
      await tx.admit(newArticles(aRecord(feed, START, null), [anArticle({ url: 'https://a.example/never' })]))
      throw new Error('on purpose')
    })
    await expect(broken).rejects.toThrow('on purpose')
    expect(await store.articlePage({ limit: 100 })).toEqual(before)
  })

  test('pages follow each other without gap or repeat, though times are equal', async () => {
    const feed = (await store.feedById(2))!
    const articles = Array.from({ length: 25 }, (_, i) =>
      anArticle({ url: `https://b.example/${i}`, feed: 2, tab: 'pages' }),
    )
    await store.admission((tx) => tx.admit(newArticles(aRecord(feed, START, null), articles)))
    const seen: string[] = []
    for (;;) {
      const last = seen.at(-1)
      const before = last === undefined ? {} : { before: { published: articles[0]!.published, key: last } }
      const page = await store.articlePage({ limit: 10, tab: 'pages', ...before })
      if (page.length === 0) break
      seen.push(...page.map((article) => article.key))
    }
    expect(seen).toEqual(
      articles
        .map((article) => article.key)
        .sort()
        .reverse(),
    )
  })

  test('old polls go, their daily sums stay', async () => {
    const feed = (await store.feedById(2))!
    await store.recordPolls([aRecord(feed, START + 30 * HOUR, null)])
    const before = await store.feedDays(0)
    expect(await store.prunePolls(START + 29 * HOUR)).toBeGreaterThan(0)
    expect(await store.polls(2, 10)).toHaveLength(1)
    expect(await store.feedDays(0)).toEqual(before)
    expect(before.filter((day) => day.feed === 2).map((day) => day.polls)).toEqual([1, 1])
  })

  test('500 entries in one poll are more than one statement can take, and are stored all the same', async () => {
    const feed = (await store.feedById(2))!
    const many = Array.from({ length: 2500 }, (_, i) =>
      anArticle({ url: `https://b.example/many/${i}`, feed: 2, tab: 'many' }),
    )
    const ids = await store.admission((tx) => tx.admit(newArticles(aRecord(feed, START, null), many)))
    expect(new Set(ids).size).toBe(2500)
    expect(await store.articlePage({ limit: 5000, tab: 'many' })).toHaveLength(2500)
    const asked = Array.from({ length: 35_000 }, (_, i) => many[i % 2500 ? 0 : i / 2500]!)
    const guidKeys = asked.map((article, i) => (i < 34_999 ? entryOf(article, null).guidKey : '00'))
    const known = await store.admission((tx) =>
      tx.known({
        feed: 2,
        guidKeys,
        urlKeys: asked.map((one) => one.urlKey!),
        articleKeys: many.map((one) => one.key),
      }),
    )
    expect([known.entries.length, known.articles.length]).toEqual([14, 2500])
  })

  test('two programs that open a new database at once both find it ready', async () => {
    const fresh = await newDatabase(kind)
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(fresh.address)))
    expect((await inspectStore(fresh.address)).pending).toEqual([])
    await Promise.all(stores.map((one) => one.close()))
    await fresh.drop()
  })

  test('a database made by a newer program is refused with a clear word', async () => {
    const fresh = await newDatabase(kind)
    await (await openStore(fresh.address)).close()
    await addMigration(fresh.address, '9999-from-the-future')
    await expect(openStore(fresh.address)).rejects.toThrow(
      'the database was made by a newer Copytaster (it has "9999-from-the-future"): install that version, or restore a backup',
    )
    await fresh.drop()
  })

  test('random sequences of operations do what the plain model does', async () => {
    await fc.assert(
      fc.asyncProperty(storeOperations, async (operations) => {
        const fresh = await newDatabase(kind)
        const real = await openStore(fresh.address)
        try {
          await compareStores(real, storeModel(), operations)
        } finally {
          await real.close()
          await fresh.drop()
        }
      }),
      { seed: 4, numRuns: volume(25, 1000) },
    )
  })
})

async function addMigration(address: string, name: string): Promise<void> {
  const { openDb } = await import('./dialect.ts')
  const { storeAddress } = await import('./address.ts')
  const { sql } = await import('kysely')
  const db = openDb(storeAddress(address))
  await sql`insert into migration (name) values (${name})`.execute(db)
  await db.destroy()
}
