import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anApp, type Desk, type Item } from '../../tests/support/an-app.ts'
import { migratedDatabase, sampledKinds } from '../../tests/support/databases.ts'
import { aSource } from '../../tests/support/poll-records.ts'
import type { Reader } from '../core/domain/reader.ts'
import type { ReaderApp } from './app.ts'

/* Two readers on one store: each sees what their feeds brought, and nothing else of anybody. */

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 14, 12)
const SHARED = 'https://shared.example/rss'
const ANNS = 'https://annsblog.example/rss'
const BOBS = 'https://bobsblog.example/rss'

const item = (title: string, text: string, url: string, hours = 1): Item => ({
  title,
  url,
  text,
  at: NOW - hours * HOUR,
})
const BRIDGE_REPORTS: readonly (readonly [title: string, text: string])[] = [
  [
    'Harbour bridge in Kiel closed after storm tears two cables',
    'The harbour bridge in Kiel was closed on Saturday after a storm had torn two of its cables. Engineers expect that repairs will take six weeks.',
  ],
  [
    'Ferry replaces Kiel harbour bridge after cables break in storm',
    'Two cables of the harbour bridge in Kiel broke in the storm on Saturday, and the city closed the bridge to all traffic. A ferry will run every ten minutes.',
  ],
  [
    'Worst damage in forty years: Kiel shuts harbour bridge as storm breaks cables',
    'Kiel has closed the harbour bridge because the storm broke two cables. The mayor spoke of the worst damage to the bridge in forty years.',
  ],
]
const bridge = (n: number, host: string) => item(...BRIDGE_REPORTS[n - 1]!, `https://${host}/bridge`, n)

const plain = { tab: null, category: null, name: null, tier: null, kind: 'major' } as const
const digestNow = { type: null, windowMs: 24 * HOUR, topics: null, tab: null } as const

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let desk: Desk
  let drop: () => Promise<void>
  let [first, ann, bob] = [] as unknown as [ReaderApp, ReaderApp, ReaderApp]

  beforeEach(async () => {
    const database = await migratedDatabase(kind)
    drop = database.drop
    const settings = `digest: {timezone: UTC}\ntabs: {en: {name: News, sources: [{url: "${SHARED}", source_name: The Shared, category: World}]}}\n`
    desk = await anApp({ now: NOW, address: database.address, settings })
    await desk.syncSources()
    const add = (name: string): Promise<Reader> => desk.app.readers.add({ name, role: 'reader', email: null })
    first = desk.app
    ann = desk.app.forReader(await add('ann'))
    bob = desk.app.forReader(await add('bob'))
    desk.publish(SHARED, [
      bridge(1, 'shared.example'),
      item('Museum buys rare violin', 'A violin.', 'https://shared.example/v'),
    ])
    desk.publish(ANNS, [
      bridge(2, 'annsblog.example'),
      item('Pumpkin soup for rainy days', 'Soup.', 'https://annsblog.example/soup'),
    ])
    desk.publish(BOBS, [
      bridge(3, 'bobsblog.example'),
      item('Chess club wins in Bremen', 'Chess.', 'https://bobsblog.example/chess'),
    ])
    desk.publish('https://ann:one@paid.example/rss', [
      item('Subscribers only: the vault papers', 'The vault.', 'https://paid.example/vault'),
    ])
    desk.publish('https://bob:two@paid.example/rss', [
      item('Subscribers only: the vault papers', 'The vault.', 'https://paid.example/vault'),
    ])
    await ann.feeds.add(ANNS, { ...plain, tab: 'blogs', name: "Ann's own", category: 'Kitchen' })
    await bob.feeds.add(BOBS, { ...plain, tab: 'chess', tier: 'T1' })
    await ann.feeds.add('https://ann:one@paid.example/rss', plain)
    await bob.feeds.add('https://bob:two@paid.example/rss', plain)
    await desk.app.polls.runDue(() => {})
    await desk.app.stories.refine()
  })
  afterEach(async () => {
    await desk.close()
    await drop()
  })

  const titles = async (app: ReaderApp) =>
    (await app.articles.list({ tab: null, feed: null, since: null, limit: 50, sort: 'newest' }))
      .map(({ title }) => title)
      .sort()
  const search = async (app: ReaderApp, line: string) =>
    (await app.articles.search({ line, tab: null, limit: 20 }, () => {})).map(({ article }) => article.title)
  const idOf = async (app: ReaderApp, title: string) =>
    (await app.articles.list({ tab: null, feed: null, since: null, limit: 50, sort: 'newest' })).find((one) =>
      one.title.startsWith(title),
    )!

  test('each sees the articles of their own feeds and of the shared ones', async () => {
    expect(await titles(first)).toEqual([BRIDGE_REPORTS[0]![0], 'Museum buys rare violin'])
    expect(await titles(ann)).toEqual([
      BRIDGE_REPORTS[1]![0],
      BRIDGE_REPORTS[0]![0],
      'Museum buys rare violin',
      'Pumpkin soup for rainy days',
      'Subscribers only: the vault papers',
    ])
    expect(await titles(bob)).toContain('Chess club wins in Bremen')
    expect(await titles(bob)).not.toContain('Pumpkin soup for rainy days')
  })

  test('a feed with a login is one feed for each of its readers, and its articles are of one reader each', async () => {
    const [anns, bobs] = [await idOf(ann, 'Subscribers only'), await idOf(bob, 'Subscribers only')]
    expect(anns.id).not.toBe(bobs.id)
    expect(await ann.articles.find(String(bobs.id))).toBeNull()
    await expect(ann.articles.why(String(bobs.id))).rejects.toThrow(/no article is called/)
  })

  test('a story has the members, newsrooms and lead that its reader sees', async () => {
    const list = (app: ReaderApp) => app.stories.list({ limit: 10, leastMembers: 2, since: null })
    expect(await list(first)).toEqual([])
    for (const app of [ann, bob]) {
      const [story, ...others] = await list(app)
      expect(others).toEqual([])
      expect(story).toMatchObject({ members: 2, newsrooms: 2 })
      const { members } = await app.stories.why(story!.key)
      expect(members).toHaveLength(2)
      const shown = new Set(members.map(({ article }) => article.id))
      for (const { links } of members) for (const { to } of links) expect(shown).toContain(to!.id)
      expect(story!.leadArticle).not.toBeNull()
    }
    const all = await desk.store.storyPage({ limit: 10, leastMembers: 2 })
    expect(all.map(({ members }) => members)).toEqual([3])
  })

  test('why names no article, feed or match that its reader does not see', async () => {
    const article = await idOf(ann, 'Harbour bridge')
    const reasons = JSON.stringify(await ann.articles.why(String(article.id)))
    expect(reasons).not.toMatch(/bobsblog/)
    expect(reasons).not.toMatch(/feed \d+"/)
  })

  test("names, tabs and categories are each reader's own", async () => {
    await bob.feeds.add(ANNS, { ...plain, tab: 'food' })
    const soupOf = (app: ReaderApp) => idOf(app, 'Pumpkin soup')
    expect(await soupOf(ann)).toMatchObject({ sourceName: "Ann's own", tab: 'blogs', rssCategory: 'Kitchen' })
    expect(await soupOf(bob)).toMatchObject({ sourceName: 'annsblog.example', tab: 'food', rssCategory: null })
    expect((await soupOf(ann)).id).toBe((await soupOf(bob)).id)
    const inTab = (app: ReaderApp, tab: string) =>
      app.articles.list({ tab, feed: null, since: null, limit: 9, sort: 'newest' })
    expect((await inTab(bob, 'food')).map(({ title }) => title)).toContain('Pumpkin soup for rainy days')
    await expect(inTab(bob, 'blogs')).rejects.toThrow(/--tab must be one of en, chess, food/)
    expect(await search(ann, 'source:"Ann\'s own" soup')).toHaveLength(1)
    expect(await search(bob, 'source:own soup')).toEqual([])
    expect((await bob.feeds.list()).map(({ name }) => name)).not.toContain("Ann's own")
    expect(await ann.feeds.count()).toBe((await ann.feeds.list()).length)
    expect(await bob.feeds.count()).toBe((await bob.feeds.list()).length)
  })

  test('search finds what its reader sees', async () => {
    expect(await search(ann, 'soup')).toHaveLength(1)
    expect(await search(bob, 'soup')).toEqual([])
    expect(await search(first, 'bridge')).toHaveLength(1)
    expect(await search(ann, 'bridge tab:blogs')).toHaveLength(1)
    expect(await search(bob, 'vault')).toHaveLength(1)
    expect(await search(first, 'vault')).toEqual([])
  })

  test('a digest, its counts and its scores are of one reader', async () => {
    const [anns, bobs, firsts] = await Promise.all([ann, bob, first].map((app) => app.digests.preview(digestNow)))
    const text = (digest: unknown) => JSON.stringify(digest)
    expect(text(anns)).toMatch(/Pumpkin soup/)
    expect(text(anns)).not.toMatch(/Chess club|bobsblog/)
    expect(text(bobs)).toMatch(/Chess club/)
    expect(text(bobs)).not.toMatch(/Pumpkin|annsblog|Ann's own/)
    expect(text(firsts)).not.toMatch(/Pumpkin|Chess|vault/)
    expect(anns!.health.newArticles).toBe(5)
    expect(firsts!.health).toMatchObject({ newArticles: 2, polled: 1 })
    const score = async (app: ReaderApp) => (await app.articles.why(String((await idOf(app, 'Harbour')).id))).score
    expect((await score(ann))!.inputs).toMatchObject({ sources: 2 })
    expect((await score(first))!.inputs).toMatchObject({ sources: 1 })
  })

  test('a hidden shared feed is gone for one reader until it is shown again', async () => {
    await ann.feeds.hide('The Shared')
    expect(await titles(ann)).not.toContain('Museum buys rare violin')
    expect(await titles(bob)).toContain('Museum buys rare violin')
    expect((await ann.feeds.list()).map(({ name }) => name)).not.toContain('The Shared')
    await ann.feeds.unhide('The Shared')
    expect(await titles(ann)).toContain('Museum buys rare violin')
  })

  test('a feed that one reader leaves is polled for the other; what it brought them before stays', async () => {
    await bob.feeds.add(ANNS, plain)
    desk.setClock(NOW + HOUR)
    await ann.feeds.remove(ANNS)
    desk.setClock(NOW + 30 * HOUR)
    desk.publish(ANNS, [item('Later soup', 'Later.', 'https://annsblog.example/later', -29)])
    await desk.app.polls.runDue(() => {})
    expect(await titles(bob)).toContain('Later soup')
    expect(await titles(ann)).not.toContain('Later soup')
    expect(await titles(ann)).toContain('Pumpkin soup for rainy days')
    await bob.feeds.remove(ANNS)
    expect((await desk.store.sources()).find(({ url }) => url === ANNS)!.retiredAt).toBeGreaterThanOrEqual(
      NOW + 30 * HOUR,
    )
  })

  test("interests are one reader's", async () => {
    const soup = await idOf(ann, 'Pumpkin soup')
    await ann.readers.engage(String(soup.id), 'more')
    expect((await ann.readers.profile()).version).toBeGreaterThan((await bob.readers.profile()).version)
    await expect(bob.readers.engage(String(soup.id), 'more')).rejects.toThrow(/no article is called/)
  })

  test('only an administrator splits and joins stories', async () => {
    const article = await idOf(ann, 'Harbour bridge')
    await expect(ann.stories.split(String(article.id))).rejects.toThrow(/only an administrator/)
  })

  test('a reader who leaves takes everything along, and nobody else loses anything', async () => {
    await ann.digests.preview(digestNow)
    const before = await titles(bob)
    await first.readers.remove('ann')
    expect(await titles(bob)).toEqual(before)
    expect((await desk.store.sources()).find(({ url }) => url === ANNS)!.retiredAt).not.toBeNull()
    expect((await first.readers.list()).map(({ name }) => name)).toEqual(['reader', 'bob'])
    await first.readers.remove('bob')
    await expect(first.readers.remove('reader')).rejects.toThrow(/the first reader and stays/)
  })

  test('a source that comes into the file and leaves it again stays with the reader who followed it', async () => {
    const both = [SHARED, ANNS].map((url, position) => aSource(url, { position, tab: 'en' }))
    await desk.store.syncSources(both, NOW)
    expect(await titles(bob)).toContain('Pumpkin soup for rainy days')
    await desk.store.syncSources(both.slice(0, 1), NOW)
    expect(await titles(bob)).not.toContain('Pumpkin soup for rainy days')
    expect((await ann.feeds.list()).map(({ name }) => name)).toContain("Ann's own")
  })

  test('events are of the feeds a reader follows', async () => {
    const about = async (app: ReaderApp) => (await app.feeds.events(null, 50)).map((event) => event.about)
    expect(await about(first)).not.toContain("Ann's own")
    expect(await about(bob)).not.toContain("Ann's own")
  })
})
