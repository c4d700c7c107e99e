import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import { databaseKinds, newDatabase } from '../../../tests/support/databases.ts'
import { aRecord, aSource, newArticles } from '../../../tests/support/poll-records.ts'
import type { Article } from '../../core/domain/article.ts'
import { searchQuery } from '../../core/text/search-query.ts'
import type { TriedPage } from './full-texts.ts'
import { openStore, type Store } from './open-store.ts'

const START = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000

describe.each(databaseKinds)('full texts on %s', (kind) => {
  let store: Store
  let drop: () => Promise<void>

  beforeEach(async () => {
    const database = await newDatabase(kind)
    drop = database.drop
    store = await openStore(database.address)
  })
  afterEach(async () => {
    await store.close()
    await drop()
  })

  /** A feed with articles first seen one after the other; gives their ids, the oldest first. */
  async function feedWith(url: string, given: Parameters<typeof aSource>[1], articles: readonly Partial<Article>[]) {
    const { source } = await store.addSource(aSource(url, given), START)
    const feed = (await store.feeds()).find((one) => one.source === source.id)!
    const list = articles.map((one, n) =>
      anArticle({ feed: feed.id, url: `${url}/${n}`, title: `Article ${n} of ${url}`, firstSeen: START + n, ...one }),
    )
    await store.admission((tx) => tx.admit(newArticles(aRecord(feed, START, null), list)))
    const stored = await store.articlesByKey(list.map(({ key }) => key))
    return { feed: feed.id, ids: list.map(({ key }) => stored.find((one) => one.key === key)!.id) }
  }
  const tried = (article: number, result: TriedPage['result'], given: Partial<TriedPage> = {}): TriedPage => ({
    article,
    feed: 1,
    contentHash: 'of then',
    at: START + HOUR,
    result,
    ...given,
  })
  const TEXT = {
    url: 'https://a.example/final',
    html: '<p>Pilchards and words</p>',
    text: 'Pilchards and words',
    wordCount: 3,
  }
  const FAILED = { problem: 'unavailable', message: 'it broke', retryAt: START + 2 * HOUR } as const
  const waiting = (now = START, since = START - HOUR) =>
    store.waitingPages({ since, now, passing: ['unavailable'], mostFailures: 2, longestRetryMs: 24 * HOUR, limit: 10 })

  test('a text is stored, counted, searched and told of; a later failure leaves it', async () => {
    const { ids, feed } = await feedWith('https://a.example/rss', {}, [{}, {}])
    expect(await store.fullTextOf(ids[0]!)).toBeNull()
    await store.writeFullText(tried(ids[0]!, TEXT, { feed }))
    expect(await store.fullTextOf(ids[0]!)).toEqual({
      fullText: { ...TEXT, fetchedAt: START + HOUR },
      problem: null,
      contentHash: 'of then',
      failures: 0,
    })
    expect(await store.fullTextCounts(ids)).toEqual(new Map([[ids[0], { wordCount: 3, fetchedAt: START + HOUR }]]))
    const toScore = new Map((await store.textsToScore(ids)).map(({ id, ...texts }) => [id, texts]))
    expect(toScore.get(ids[0]!)).toMatchObject({ body: TEXT.html, text: TEXT.text, pageFetchedAt: START + HOUR })
    const { contentHash, body, text } = (await store.articleById(ids[1]!))!
    expect(toScore.get(ids[1]!)).toEqual({ contentHash, body, text, pageFetchedAt: null })
    while ((await store.updateSearch(100)) > 0);
    const query = searchQuery('pilchards', { now: START, zone: 'UTC' })
    expect((await store.searchArticles(query, 10)).map(({ article }) => article.id)).toEqual([ids[0]])
    const told = await store.web.liveEvents(1, { after: 0, upTo: 1_000 }, 100)
    expect(told.filter(({ kind: what }) => what === 'text.came').map(({ payload }) => payload)).toEqual([
      { articles: [ids[0]] },
    ])
    await store.writeFullText(tried(ids[0]!, FAILED, { at: START + 2 * HOUR }))
    const again = (await store.textsToScore(ids)).find(({ id }) => id === ids[0])
    expect(again).toMatchObject({ text: TEXT.text, pageFetchedAt: START + HOUR })
    expect(await store.fullTextOf(ids[0]!)).toMatchObject({
      fullText: { text: TEXT.text },
      problem: FAILED,
      failures: 1,
    })
  })

  test('a text of an article that was deleted meanwhile is left out, and texts go with their articles', async () => {
    const { ids } = await feedWith('https://a.example/rss', {}, [{ published: START }])
    await store.writeFullText(tried(ids[0]!, TEXT))
    expect(await store.pruneArticles(START + 365 * 24 * HOUR, 10)).toBe(1)
    expect(await store.fullTextOf(ids[0]!)).toBeNull()
    await store.writeFullText(tried(ids[0]!, TEXT))
    expect(await store.fullTextOf(ids[0]!)).toBeNull()
  })

  test('waiting are the newest articles of feeds with full text, not of others, nor backlog, nor of private feeds', async () => {
    const { ids, feed } = await feedWith('https://a.example/rss', { fullText: true }, [{}, {}, { backlog: true }])
    await feedWith('https://b.example/rss', {}, [{}])
    await feedWith('https://c.example/rss', { fullText: true, private: true }, [{}])
    const second = { article: ids[1], feed, url: 'https://a.example/rss/1' }
    expect(await waiting()).toEqual([second, { article: ids[0], feed, url: 'https://a.example/rss/0' }])
    expect(await waiting(START, START + 1)).toEqual([second])
  })

  test('a reader who wants the text of a feed that all have gets it, and one who does not want it does not stop it', async () => {
    const { ids } = await feedWith('https://b.example/rss', {}, [{}])
    const ann = (await store.addReader({ name: 'ann', role: 'reader', email: null }, START))!
    const [source] = await store.sources()
    await store.web.changeSubscription(ann.id, source!.id, { fullText: true }, START)
    expect((await waiting()).map(({ article }) => article)).toEqual(ids)
    expect((await store.viewOf(ann.id).sources())[0]!.fullText).toBe(true)
    expect((await store.sources())[0]!.fullText).toBe(false)
    await store.web.changeSubscription(1, source!.id, { fullText: false }, START)
    expect(await waiting()).toHaveLength(1)
    await store.web.changeSubscription(ann.id, source!.id, { fullText: null }, START)
    expect(await waiting()).toHaveLength(0)
  })

  test('whoever wants the text of a feed still sees every article as it was stored', async () => {
    await feedWith('https://b.example/rss', {}, [{}])
    await store.web.changeSubscription(1, (await store.sources())[0]!.id, { fullText: true }, START)
    expect(await store.seesEverything(1)).toBe(true)
  })

  test('a page is tried again when its problem may have passed, or its article changed, and not for ever', async () => {
    const { ids, feed } = await feedWith('https://a.example/rss', { fullText: true }, [{ contentHash: 'h' }])
    const again = (given: TriedPage['result'], hash = 'h') =>
      store.writeFullText(tried(ids[0]!, given, { feed, contentHash: hash }))
    await again(FAILED)
    expect(await waiting(START + HOUR)).toEqual([])
    expect(await waiting(START + 3 * HOUR)).toHaveLength(1)
    // A time that no clock but one that was ahead can have set.
    expect(await waiting(START - 48 * HOUR)).toHaveLength(1)
    await again(FAILED)
    expect(await waiting(START + 3 * HOUR)).toEqual([])
    await again({ ...FAILED, problem: 'paywall' })
    expect(await waiting(START + 3 * HOUR)).toEqual([])
    await again(TEXT, 'of an older version')
    expect(await waiting()).toHaveLength(1)
    await again(TEXT)
    expect(await waiting()).toEqual([])
    expect(await store.pagesTried(START + HOUR)).toEqual(new Map([[feed, 1]]))
    expect(await store.pagesTried(START + 2 * HOUR)).toEqual(new Map())
  })

  test('pages of an older sanitiser are found and renewed', async () => {
    const { ids } = await feedWith('https://a.example/rss', {}, [{}])
    await store.writeFullText(tried(ids[0]!, TEXT))
    const [old] = await store.oldPages(1_000, 10)
    expect(old).toMatchObject({ article: ids[0], html: TEXT.html })
    await store.renewPages([{ ...old!, was: old!.version, version: 1_000, html: '<p>new</p>' }])
    expect(await store.oldPages(1_000, 10)).toEqual([])
    expect((await store.fullTextOf(ids[0]!))?.fullText?.html).toBe('<p>new</p>')
  })

  test('a host without a feed is leased to one at a time, and forgotten when it is idle', async () => {
    const claim = { owner: 'a', now: START, until: START + HOUR }
    const lease = await store.claimHost(claim, 'pages.example')
    expect(lease).toMatchObject({ host: 'pages.example', token: 1 })
    expect(await store.claimHost({ ...claim, owner: 'b' }, 'pages.example')).toBeNull()
    expect(await store.claimDueHosts({ ...claim, owner: 'b' }, 10)).toEqual([])
    await store.releaseHosts([{ lease: lease!, lastRequestAt: START }])
    expect(await store.lastRequests(['pages.example'])).toEqual(new Map([['pages.example', START]]))
    expect(await store.pruneHosts(START, 10)).toBe(0)
    expect(await store.pruneHosts(START + 1, 10)).toBe(1)
    await feedWith('https://a.example/rss', {}, [])
    expect(await store.pruneHosts(START + 9 * HOUR, 10)).toBe(0)
  })
})
