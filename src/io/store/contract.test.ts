import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import { databaseKinds, migratedDatabase, newDatabase } from '../../../tests/support/databases.ts'
import { oldStoreWithLogins } from '../../../tests/support/old-logins.ts'
import { aRecord, aSource, entryOf, newArticles } from '../../../tests/support/poll-records.ts'
import { storeModel } from '../../../tests/support/store-model.ts'
import { compareStores, storeOperations } from '../../../tests/support/store-operations.ts'
import { volume } from '../../../tests/support/volume.ts'
import type { Article } from '../../core/domain/article.ts'
import { searchQuery } from '../../core/text/search-query.ts'
import { connected, inspectStore, openStore, type Store } from './open-store.ts'
import { restoreBackup } from './restore.ts'

const HOUR = 3_600_000

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
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

  test('a store with little patience says that the write lock is held; with more it waits', async () => {
    const web = await openStore(address, { patienceMs: 50, checkpoints: 'never' })
    const free = deferred()
    const taken = deferred()
    const holding = store.admission(async (tx) => {
      await tx.lastChange()
      taken.resolve()
      await free.promise
    })
    await taken.promise
    const patient = store.prunePolls(0, 100)
    await expect(web.addConstraints([])).rejects.toMatchObject({ name: 'StoreTrouble', kind: 'passing' })
    expect(await web.sources()).toHaveLength(2)
    free.resolve()
    await Promise.all([holding, patient])
    await expect(web.addConstraints([])).resolves.toBeUndefined()
    await web.close()
  })

  test('how long the write lock was held is kept by the function that held it', async () => {
    const own = await openStore(address)
    await own.addConstraints([])
    await own.addConstraints([])
    await own.prunePolls(0, 100)
    const holds = (await own.lockHolds()).filter(({ name }) => name !== 'open')
    expect(holds.map(({ name, count }) => [name, count]).sort()).toEqual([
      ['addConstraints', 2],
      ['prunePolls', 1],
    ])
    for (const { longestMs } of holds) expect(longestMs).toBeGreaterThan(0)
    await own.close()
  })

  test('a store makes a handle for a function at its first call, and no other', async () => {
    const made = vi.spyOn(Kysely.prototype, 'withoutPlugins')
    const own = await openStore(address)
    const opened = made.mock.calls.length
    await own.sources()
    await own.sources()
    const used = made.mock.calls.length
    made.mockRestore()
    await own.close()
    expect([opened, used]).toEqual([1, 2])
  })

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

  test('what is due by a moment is planned in the order of the file, without what left it', async () => {
    const a = aSource('https://a.example/rss', { position: 1 })
    const b = aSource('https://b.example/rss', { position: 0 })
    const plans: (readonly number[])[] = []
    const plan = async (until: number) => plans.push((await store.plannedFeeds(until)).map(({ id }) => id))
    await store.syncSources([b, a], START)
    await plan(START)
    await plan(START - 1)
    await store.syncSources([b], START)
    await plan(START)
    expect([plans, await store.plannedFeeds(START)]).toEqual([
      [[2, 1], [], [2]],
      [{ id: 2, host: 'b.example', url: 'https://b.example/rss' }],
    ])
    await store.syncSources(
      [
        { ...a, position: 0 },
        { ...b, position: 1 },
      ],
      START,
    )
  })

  test('a login is kept apart from the address, and a new password is no new source', async () => {
    const { address: other, drop: dropOther } = await newDatabase(kind)
    const own = await openStore(other)
    await own.syncSources([aSource('https://ann:old@a.example/rss')], START)
    expect(await own.syncSources([aSource('https://ann:new@a.example/rss')], START)).toMatchObject({
      changed: ['https://a.example/rss'],
    })
    expect(await own.addSource(aSource('https://bob:pw@a.example/rss'), START)).toMatchObject({ kind: 'added' })
    expect(await own.addSource(aSource('https://bob:pw@a.example/rss'), START)).toMatchObject({ kind: 'exists' })
    expect(await own.addSource(aSource('https://bob:pw2@a.example/rss'), START)).toMatchObject({ kind: 'revived' })
    const stored = [...(await own.sources()), ...(await own.feeds())]
    expect(stored.map(({ url }) => url)).toEqual(Array.from({ length: 4 }, () => 'https://a.example/rss'))
    expect(JSON.stringify(stored)).not.toMatch(/ann|bob|pw|new@/)
    expect(await own.logins([1, 2, 3])).toEqual(
      new Map([
        [1, 'ann:new'],
        [2, 'bob:pw2'],
      ]),
    )
    await own.close()
    await dropOther()
  })

  test('logins in the addresses of an older store are parted from them', async () => {
    const { address: other, drop: dropOther } = await newDatabase(kind)
    const folder = mkdtempSync(join(tmpdir(), 'copytaster-old-'))
    const file = join(folder, 'backup.gz')
    writeFileSync(file, gzipSync(`${oldStoreWithLogins.map((line) => JSON.stringify(line)).join('\n')}\n`))
    await restoreBackup({ file, address: other, force: false })
    const own = await openStore(other)
    expect(await own.sources()).toMatchObject([{ url: 'https://a.example/rss' }, { url: 'https://b.example/rss' }])
    expect(await own.feeds()).toMatchObject([
      { url: 'https://a.example/new', previousUrls: ['https://a.example/rss'] },
      { url: 'https://b.example/rss', previousUrls: [] },
    ])
    expect(await own.logins([1, 2])).toEqual(new Map([[1, 'ann:s3cret']]))
    expect(await own.deliveries(0, 9)).toMatchObject([{ recipient: 'https://a.example/hook' }])
    const same = [aSource('https://ann:s3cret@a.example/rss'), aSource('https://b.example/rss', { position: 1 })]
    expect(await own.syncSources(same, START)).toMatchObject({ added: [], retired: [] })
    await own.close()
    rmSync(folder, { recursive: true })
    await dropOther()
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
    expect(await own.nextDueAt(START)).toBeNull()
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
    expect(await store.admission((tx) => tx.admit(newArticles(late, [anArticle()])))).toBe(false)
    expect(await store.renewLeases([lease!, taken!], START + 3 * HOUR)).toEqual(new Set([lease]))
    expect((await store.feedById(1))!.validators.etag).toBeNull()
    expect(await store.articlePage({ limit: 10 })).toEqual([])
    await store.releaseHosts([{ lease: taken!, lastRequestAt: START + 2 * HOUR }])
    expect(await store.renewLeases([taken!], START + 9 * HOUR), 'given back already').toEqual(new Set())
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
    expect(await store.admission((tx) => tx.admit(newArticles(record, [article])))).toBe(true)
    const [stored] = await store.articlesByKey([article.key])
    expect(stored).toEqual({ ...article, id: expect.any(Number), revision: 0, updatedAt: null })
    const guidKey = entryOf(article, null).guidKey
    const none = { feed: 2, guidKeys: [], urlKeys: [], articleKeys: [] }
    const [byGuid, byUrl, neither] = await store.admission(async (tx) => [
      await tx.known({ ...none, feed: 1, guidKeys: [guidKey] }),
      await tx.known({ ...none, urlKeys: [article.urlKey!] }),
      await tx.known({ ...none, guidKeys: [guidKey] }),
    ])
    expect(byGuid!.articles[0]!.id).toBe(stored!.id)
    expect(byUrl).toEqual(byGuid)
    expect(neither).toEqual({ entries: [], articles: [] })
    expect((await store.events(0, 10)).map((event) => event.payload)).toEqual([{ n: 1 }])
  })

  test('a revision takes the place of the old version, which is kept', async () => {
    const feed = (await store.feedById(1))!
    const [old] = await store.articlePage({ limit: 1 })
    const article = { ...old!, title: 'Corrected', body: null, text: 'Better.', contentHash: 'ff' }
    const revision = {
      of: { id: old!.id },
      article,
      guidKey: entryOf(old!, null).guidKey,
      kind: 'updates' as const,
      print: null,
    }
    const entries = [{ ...entryOf(article, { id: old!.id }), disposition: 'revision' as const }]
    await store.admission((tx) =>
      tx.admit({
        record: aRecord(feed, START + HOUR, null),
        articles: [],
        revisions: [revision],
        entries,
        matches: [],
        replaced: [],
      }),
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

  test('what a clock that was once ahead left behind is not believed', async () => {
    const fresh = await newDatabase(kind)
    const own = await openStore(fresh.address)
    await own.syncSources([aSource('https://a.example/rss'), aSource('https://b.example/rss', { position: 1 })], START)
    const [a, b] = await own.feeds()
    const ahead = START + 400 * 24 * HOUR
    const leases = await own.claimHosts({ owner: 'ahead', now: ahead, until: ahead + 30_000 }, ['a.example'])
    const late = { ...aRecord(a!, ahead, leases[0]!), feed: { ...a!, nextAt: ahead + HOUR } }
    const rests = { ...aRecord(b!, START, null), feed: { ...b!, nextAt: START + 7 * 24 * HOUR } }
    expect(await own.recordPolls([late, rests])).toEqual([])
    expect((await own.plannedFeeds(START)).map(({ id }) => id)).toEqual([a!.id])
    expect(await own.nextDueAt(START)).toBe(START)
    const claimed = await own.claimDueHosts({ owner: 'now', now: START, until: START + 30_000 }, 9)
    expect(claimed.map(({ host }) => host)).toEqual(['a.example'])
    expect((await own.dueFeeds(['a.example', 'b.example'], START)).map(({ id }) => id)).toEqual([a!.id])
    await own.close()
    await fresh.drop()
  })

  describe('the former ids of stories', () => {
    let own: Store
    let fresh: Awaited<ReturnType<typeof newDatabase>>
    const articles = ['a', 'b', 'c', 'd'].map((name) => anArticle({ url: `https://a.example/${name}` }))
    const [a, b, c, d] = articles.map(({ key }) => key) as [string, string, string, string]
    const admit = async (list: readonly Article[]) => {
      const record = aRecord((await own.feedById(1))!, START, null)
      await own.admission((tx) => tx.admit(newArticles(record, list)))
    }
    /** Writes these articles as one story, whose id others had before. */
    const write = (id: string, members: readonly string[], former: readonly string[] = []) => {
      const facts = { lead: members[0]!, newsrooms: 1, reprints: 0, firstAt: START, lastAt: START }
      const memberships = members.map((article) => ({ article, story: id, cause: 'refine', copyOf: null }) as const)
      const aliases = new Map(former.map((key) => [key, id]))
      const refined = { stories: [{ id, members, ...facts }], memberships, links: [], linked: [], aliases }
      return own.writeStories([refined], 0, START)
    }
    const idOf = async (key: string) => (await own.storyByKey(key))?.key ?? null
    const rows = () =>
      connected(fresh.address, async (db) => {
        const found = await db.selectFrom('story_alias').selectAll().orderBy('key').execute()
        await db.destroy()
        return Object.fromEntries(found.map(({ key, story_key }) => [key, story_key]))
      })
    beforeEach(async () => {
      fresh = await migratedDatabase(kind)
      own = await openStore(fresh.address)
      await own.syncSources([aSource('https://a.example/rss')], START)
    })
    afterEach(async () => {
      await own.close()
      await fresh.drop()
    })

    test('each names a present story straight, however often stories were merged', async () => {
      await admit(articles)
      await write(b, [a, b], [a])
      await write(c, [a, b, c], [b])
      await write(d, [a, b, c, d], [c])
      expect(await rows()).toEqual({ [a]: d, [b]: d, [c]: d })
      expect(await Promise.all([a, b, c, d].map(idOf))).toEqual([d, d, d, d])
      await write(a, [a, b, c, d], [d])
      expect(await rows()).toEqual({ [b]: a, [c]: a, [d]: a })
      expect(await Promise.all([a, b, c, d].map(idOf))).toEqual([a, a, a, a])
    })

    test('a living story is never shown as another, refined or not', async () => {
      await admit(articles.slice(0, 2))
      await write(b, [a, b], [a, c])
      expect(await idOf(c)).toBe(b)
      await admit(articles.slice(2, 3))
      expect(await idOf(c), 'not refined yet').toBeNull()
      await write(c, [c])
      expect(await idOf(c)).toBe(c)
      expect(await rows()).toEqual({ [a]: b })
    })

    test('they go when the story they name goes', async () => {
      await admit(articles.slice(0, 2))
      await write(b, [a, b], [a])
      expect(await own.pruneArticles(Number.MAX_SAFE_INTEGER, 10)).toBe(2)
      expect(await rows()).toEqual({})
    })

    test('cycles and long ways that an older program stored are mended by the migration', async () => {
      await admit(articles.slice(0, 1))
      await write(a, [a])
      await connected(fresh.address, async (db) => {
        const stored = [
          ['x', 'y'],
          ['y', 'x'],
          ['one', 'two'],
          ['two', a],
          ['nowhere', 'gone'],
          [a, 'x'],
        ].map(([key, story_key]) => ({ key: key!, story_key: story_key! }))
        await db.insertInto('story_alias').values(stored).execute()
        await sql`delete from migration where name = '0015-aliases'`.execute(db)
        await db.destroy()
      })
      await own.close()
      own = await openStore(fresh.address)
      expect(await rows()).toEqual({ one: a, two: a })
    })
  })

  test('many sources are added at once, and each is told what became of it', async () => {
    const fresh = await newDatabase(kind)
    const own = await openStore(fresh.address)
    await own.syncSources([aSource('https://file.example/rss')], START)
    await own.addSource(aSource('https://old.example/rss'), START)
    await own.retireSource(2, START)
    const wanted = ['file', 'old', 'new', 'new', 'other'].map((name) => aSource(`https://${name}.example/rss`))
    expect(await own.addSources(wanted, START + HOUR)).toEqual(['exists', 'revived', 'added', 'exists', 'added'])
    const feeds = await own.feeds()
    expect(feeds.map((feed) => [feed.host, feed.nextAt])).toEqual([
      ['file.example', START],
      ['old.example', START + HOUR],
      ['new.example', START + HOUR],
      ['other.example', START + HOUR],
    ])
    expect(await own.claimDueHosts(claim(START + HOUR), 9)).toHaveLength(4)
    await own.close()
    await fresh.drop()
  })

  describe('search', () => {
    let own: Store
    let fresh: Awaited<ReturnType<typeof newDatabase>>
    const admit = async (given: readonly Partial<Article>[]) => {
      const feed = (await own.feedById(1))!
      const articles = given.map((one) => anArticle({ url: `https://a.example/${one.title}`, ...one }))
      return own.admission((tx) => tx.admit(newArticles(aRecord(feed, START, null), articles)))
    }
    const caughtUp = async () => {
      while ((await own.updateSearch(3)) > 0);
    }
    const found = async (line: string) => {
      await caughtUp()
      const hits = await own.searchArticles(searchQuery(line, { now: START, zone: 'UTC' }), 10)
      return hits.map(({ article }) => article.title)
    }

    beforeAll(async () => {
      fresh = await newDatabase(kind)
      own = await openStore(fresh.address)
      await own.syncSources([aSource('https://a.example/rss')], START)
      await admit([
        { title: '台灣東部發生地震', text: '台積電表示，晶圓廠未受影響。', language: 'zh-TW', tab: 'zh_news' },
        { title: '衆議院選挙の結果', text: '地震の被災地でも投票が行われた。', language: 'ja', tab: 'ja_news' },
        { title: 'Москва принимает саммит', text: 'Ключевая ставка осталась прежней.', language: 'ru' },
        {
          title: 'Bank holds interest rate',
          text: 'The rate of interest stays.',
          author: 'Ann Writer',
          published: START,
        },
        { title: 'Markets wait', text: 'All eyes are on the interest rate of the bank.', published: START + 9 * HOUR },
        {
          title: 'Interest in a new rate card',
          text: 'Advertisers wait.',
          published: START + HOUR,
          sourceName: 'Trade Week',
        },
        {
          title: 'Café owners meet',
          text: `It's 1.5 % more. ${'word '.repeat(12_000)} unreachable`,
          categories: ['Food'],
        },
      ])
    })
    afterAll(async () => {
      await own.close()
      await fresh.drop()
    })

    test.each([
      ['two Chinese characters', '地震', ['台灣東部發生地震', '衆議院選挙の結果']],
      ['three', '台積電', ['台灣東部發生地震']],
      ['one', '震', ['台灣東部發生地震', '衆議院選挙の結果']],
      ['Japanese', '選挙', ['衆議院選挙の結果']],
      ['Russian in any case', 'москва', ['Москва принимает саммит']],
      [
        'a phrase, not the words apart; in titles first',
        '"interest rate"',
        ['Bank holds interest rate', 'Markets wait'],
      ],
      [
        'words apart, most in the title first, then newest',
        'interest rate',
        ['Interest in a new rate card', 'Bank holds interest rate', 'Markets wait'],
      ],
      ['without accents', 'cafe', ['Café owners meet']],
      ['a number', '1.5', ['Café owners meet']],
      ['the start of a word', 'advert*', ['Interest in a new rate card']],
      ['all but', 'rate -bank', ['Interest in a new rate card']],
      ['by source', 'source:"trade week" rate', ['Interest in a new rate card']],
      ['all but a source', 'interest -source:trade -author:ann', ['Markets wait']],
      ['by author', 'author:writer', ['Bank holds interest rate']],
      ['by category', 'category:food', ['Café owners meet']],
      ['by title alone', 'title:wait', ['Markets wait']],
      ['by tab', '地震 tab:ja_news', ['衆議院選挙の結果']],
      ['by language, whatever the region', '地震 lang:zh', ['台灣東部發生地震']],
      [
        'before and after',
        'interest after:2026-01-01T01:00:00Z before:2026-01-01T09:00:00Z',
        ['Interest in a new rate card'],
      ],
      ['no phrase across title and text', '"rate the rate"', []],
      ['nothing behind the last place both databases can count', 'unreachable', []],
    ])('finds %s', async (_fact, line, expected) => expect(await found(line)).toEqual(expected))

    test('follows what changed, without being told', async () => {
      await caughtUp()
      const [old] = await own.articlePage({ limit: 1, tab: 'zh_news' })
      const article = { ...old!, title: '更正：花蓮外海發生地震' }
      const revision = { of: { id: old!.id }, article, guidKey: entryOf(old!, null).guidKey, print: null }
      const record = aRecord((await own.feedById(1))!, START + HOUR, null)
      const rehomed = { ...revision, kind: 'rehomes' as const }
      await own.admission((tx) =>
        tx.admit({ record, articles: [], revisions: [rehomed], entries: [], matches: [], replaced: [] }),
      )
      expect(await found('台灣東部')).toEqual([])
      expect(await found('花蓮')).toEqual(['更正：花蓮外海發生地震'])
    })

    test('a rebuilt index equals the one that grew', async () => {
      await admit([{ title: 'A late one' }, { title: 'To be removed', published: 0, firstSeen: 0 }])
      await caughtUp()
      expect(await own.pruneArticles(START, 10)).toBe(1)
      await caughtUp()
      const grown = await indexRows(fresh.address)
      expect(grown.length).toBeGreaterThan(5)
      await own.clearSearch()
      expect(await indexRows(fresh.address)).toEqual([])
      await caughtUp()
      expect(await indexRows(fresh.address)).toEqual(grown)
    })

    test('two programs that follow at once index each article once', async () => {
      const other = await openStore(fresh.address)
      await own.clearSearch()
      const follow = async (store: Store) => {
        while ((await store.updateSearch(2)) > 0);
      }
      await Promise.all([follow(own), follow(other)])
      expect(await found('wait')).toEqual(['Markets wait', 'Interest in a new rate card'])
      await other.close()
    })
  })

  test('retention takes the article and leaves its entry, so that it is known for ever', async () => {
    const fresh = await newDatabase(kind)
    const own = await openStore(fresh.address)
    await own.syncSources([aSource('https://a.example/rss')], START)
    const feed = (await own.feedById(1))!
    const day = 24 * HOUR
    const ages = { old: START, seenLate: START + day, dated: START }
    const articles = Object.entries(ages).map(([name, firstSeen]) =>
      anArticle({ url: `https://a.example/${name}`, firstSeen, published: name === 'dated' ? START + day : START }),
    )
    await own.admission((tx) => tx.admit(newArticles(aRecord(feed, START, null), articles)))
    expect(await own.pruneArticles(START + day, 10)).toBe(1)
    expect(await own.pruneArticles(START + day, 10)).toBe(0)
    expect((await own.articlePage({ limit: 9 })).map((one) => one.url)).not.toContain('https://a.example/old')
    const keys = { feed: 1, guidKeys: [entryOf(articles[0]!, null).guidKey], urlKeys: [], articleKeys: [] }
    const known = await own.admission((tx) => tx.known(keys))
    expect(known).toMatchObject({ entries: [{ article: null }], articles: [] })
    expect(await own.admission((tx) => tx.printsAfter(0, 10))).toHaveLength(2)
    await own.close()
    await fresh.drop()
  })

  test('the latest events come oldest first', async () => {
    const all = await store.events(0, 1000)
    expect(await store.latestEvents(1)).toEqual(all.slice(-1))
    expect(await store.latestEvents(1000)).toEqual(all)
  })

  test('old polls go, their daily sums stay', async () => {
    const feed = (await store.feedById(2))!
    await store.recordPolls([aRecord(feed, START + 30 * HOUR, null)])
    const before = await store.feedDays(0)
    expect(await store.prunePolls(START + 29 * HOUR, 1000)).toBeGreaterThan(0)
    expect(await store.polls(2, 10)).toHaveLength(1)
    expect(await store.feedDays(0)).toEqual(before)
    expect(before.filter((day) => day.feed === 2).map((day) => day.polls)).toEqual([1, 1])
  })

  test('every counter of a day is written again by the next poll of that day', async () => {
    const [feed] = await store.feeds()
    const record = aRecord(feed!, START, null)
    const counted = (by: number) =>
      Object.fromEntries(
        Object.entries(record.day).map(([name, value], n) =>
          typeof value !== 'number' || name === 'feed' || name === 'day' ? [name, value] : [name, value + by + n],
        ),
      ) as unknown as typeof record.day
    await store.recordPolls([{ ...record, day: counted(10) }])
    await store.recordPolls([{ ...record, day: counted(20) }])
    const [today] = (await store.feedDays(record.day.day, [feed!.id])).filter(({ day }) => day === record.day.day)
    expect(today).toEqual(counted(20))
  })

  test('polls of one transaction know what those before them brought, and where it moved', async () => {
    const [a, b] = [(await store.feedById(1))!, (await store.feedById(2))!]
    const article = anArticle({ url: 'https://a.example/one-transaction', feed: 1 })
    const moved = anArticle({ url: 'https://a.example/moved-away', feed: 1 })
    const asks = (feed: number, guid: string, url: string) => ({
      feed,
      guidKeys: [guid],
      urlKeys: [url],
      articleKeys: [url],
    })
    const own = entryOf(article, null).guidKey
    const [first, second, third] = await store.admission(async (tx) => {
      const before = await tx.known(asks(1, own, article.urlKey!))
      await tx.admit(newArticles(aRecord(a, START, null), [article]))
      const then = await tx.known(asks(2, '00', article.urlKey!))
      // Its own feed gives it another address; who asks for the old one finds only the article.
      await tx.known(asks(1, own, moved.urlKey!))
      const entry = { ...entryOf(article, { key: article.key }), urlKey: moved.urlKey }
      await tx.admit({ ...newArticles(aRecord(a, START, null), []), entries: [entry] })
      await tx.admit(newArticles(aRecord(b, START, null), []))
      return [before, then, await tx.known(asks(2, '00', article.urlKey!))]
    })
    expect([first!.entries.length, first!.articles.length]).toEqual([0, 0])
    expect(second!.entries.map(({ guidKey }) => guidKey)).toEqual([own])
    expect(second!.articles.map(({ key }) => key)).toEqual([article.key])
    expect([third!.entries.length, third!.articles.length]).toEqual([0, 1])
  })

  test('500 entries in one poll are more than one statement can take, and are stored all the same', async () => {
    const feed = (await store.feedById(2))!
    const many = Array.from({ length: 2500 }, (_, i) =>
      anArticle({ url: `https://b.example/many/${i}`, feed: 2, tab: 'many' }),
    )
    await store.admission((tx) => tx.admit(newArticles(aRecord(feed, START, null), many)))
    const stored = await store.articlesByKey(many.map(({ key }) => key))
    expect(new Set(stored.map(({ id }) => id)).size).toBe(2500)
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

  test('programs that bring their lists of sources at once store each source once', async () => {
    const database = await newDatabase(kind)
    const own = await Promise.all(Array.from({ length: 4 }, () => openStore(database.address)))
    const list = Array.from({ length: 30 }, (_, n) => aSource(`https://p${n}.example/rss`))
    await Promise.all([
      ...own.map((store) => store.syncSources(list, START)),
      ...own.map((store) => store.addSources(list.slice(10), START)),
      ...own.map((store) => store.addSource(list[29]!, START)),
      ...own.map((store) => store.crawlFeed(aSource('https://crawled.example/'), START)),
    ])
    const urls = (await own[0]!.sources()).map(({ url }) => url)
    expect(urls.sort()).toEqual([...list.map(({ url }) => url), 'https://crawled.example/'].sort())
    for (const store of own) await store.close()
    await database.drop()
  })

  test('two programs that open a new database at once both find it ready', async () => {
    const fresh = await newDatabase(kind)
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(fresh.address)))
    expect((await inspectStore(fresh.address, 0, 0)).pending).toEqual([])
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
        const fresh = await migratedDatabase(kind)
        const real = await openStore(fresh.address)
        try {
          await compareStores(real, storeModel(), operations)
        } finally {
          await real.close()
          await fresh.drop()
        }
      }),
      { seed: 4, numRuns: volume(15, 1000) },
    )
  })
})

/** All the index holds: on SQLite token by token, on PostgreSQL row by row. */
async function indexRows(address: string): Promise<unknown[]> {
  const { openDb, isPostgres } = await import('./dialect.ts')
  const { storeAddress } = await import('./address.ts')
  const { sql } = await import('kysely')
  const db = openDb(storeAddress(address))
  try {
    if (isPostgres(db)) return (await sql`select * from search order by article_id`.execute(db)).rows
    return await db.transaction().execute(async (tx) => {
      await sql`create virtual table temp.tokens using fts5vocab ('main', 'search', 'instance')`.execute(tx)
      return (await sql`select * from temp.tokens order by term, doc, col, "offset"`.execute(tx)).rows
    })
  } finally {
    await db.destroy()
  }
}

async function addMigration(address: string, name: string): Promise<void> {
  const { openDb } = await import('./dialect.ts')
  const { storeAddress } = await import('./address.ts')
  const { sql } = await import('kysely')
  const db = openDb(storeAddress(address))
  await sql`insert into migration (name) values (${name})`.execute(db)
  await db.destroy()
}
