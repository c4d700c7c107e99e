import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../tests/support/a-web-app.ts'
import { sampledKinds } from '../../tests/support/databases.ts'
import { type Publisher, startPublisher } from '../../tests/support/publisher.ts'
import { anItem, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import { readStarred } from '../core/opml/read-starred.ts'
import { createFetcher, type Fetcher } from '../io/fetch/create-fetcher.ts'
import type { Feed, WholeFeed } from './contract/feeds.ts'
import type { Job, Subscription } from './contract/subscriptions.ts'

/* Subscriptions and feeds through the API, by two readers and an administrator, over both databases. */

interface Page<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}

const ANNS = 'https://annsblog.example/rss'
const PAID = 'https://ann:secret@paid.example/rss'

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders
  let publisher: Publisher
  let fetcher: Fetcher

  beforeEach(async () => {
    publisher = await startPublisher()
    fetcher = createFetcher({ allow: [`127.0.0.1:${publisher.port}`], userAgent: 'Copytaster/test' })
    world = await twoReaders(kind, { fetcher })
    world.desk.publish(SHARED, [
      anItem('Harbour bridge closed', 'https://shared.example/bridge'),
      anItem('Museum buys violin', 'https://shared.example/violin'),
    ])
    world.desk.publish(ANNS, [anItem('Pumpkin soup for rainy days', 'https://annsblog.example/soup')])
    await world.desk.app.polls.runDue(() => {})
  })
  afterEach(async () => {
    await world.close()
    await fetcher.close()
    await publisher.close()
  })

  const list = async (client: Client) => (await client.get<Page<Subscription>>('/subscriptions')).items
  const add = async (client: Client, body: object): Promise<Subscription> => {
    const answer = await client.send('POST', '/subscriptions', body)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    return answer.json()
  }
  const codeOf = async (client: Client, ...args: Parameters<Client['send']>) => {
    const answer = await client.send(...args)
    return [answer.statusCode, answer.json().code]
  }

  test('what one reader adds is theirs, and added again it is the same', async () => {
    const added = await add(world.ann, { url: ANNS, category: 'Kitchen', name: "Ann's own" })
    expect(added).toMatchObject({ name: "Ann's own", category: 'Kitchen', shared: false, tab: null, private: false })
    expect(await add(world.ann, { url: `${ANNS}#x`, name: 'Other' })).toEqual(added)
    expect((await list(world.ann)).map(({ url }) => url)).toEqual([SHARED, ANNS])
    expect((await list(world.bob)).map(({ url }) => url)).toEqual([SHARED])
    expect(await codeOf(world.bob, 'PATCH', `/subscriptions/${added.id}`, { name: 'x' })).toEqual([404, 'not_found'])
    expect(await codeOf(world.bob, 'DELETE', `/subscriptions/${added.id}`)).toEqual([404, 'not_found'])
    expect(await codeOf(world.bob, 'GET', `/feeds/${added.feed}`)).toEqual([404, 'not_found'])
    expect(await codeOf(world.bob, 'POST', `/feeds/${added.feed}/poll`)).toEqual([404, 'not_found'])
  })

  test('a login is in no answer, and makes a feed private', async () => {
    const added = await world.ann.send('POST', '/subscriptions', { url: PAID })
    expect(added.json()).toMatchObject({ url: 'https://paid.example/rss', private: true })
    const feed = await world.ann.send('GET', `/feeds/${added.json().feed}`)
    const opml = await world.ann.send('GET', '/subscriptions/export.opml')
    expect(
      `${added.body}${feed.body}${opml.body}${(await world.ann.send('GET', '/subscriptions')).body}`,
    ).not.toContain('secret')
  })

  test('a list is paged without gap or repetition', async () => {
    for (let n = 0; n < 5; n++) await add(world.ann, { url: `https://feed${n}.example/rss` })
    const urls: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 4; pages++) {
      const page = await world.ann.get<Page<Subscription>>(`/subscriptions?limit=2${cursor}`)
      urls.push(...page.items.map(({ url }) => url))
      if (page.next === null) break
      cursor = `&cursor=${page.next}`
    }
    expect(urls).toEqual([SHARED, ...[0, 1, 2, 3, 4].map((n) => `https://feed${n}.example/rss`)])
    expect((await world.ann.get<Page<unknown>>('/feeds?limit=3')).items).toHaveLength(3)
  })

  test('unread articles are counted by feed', async () => {
    const unread = async () => (await list(world.ann)).map((one) => one.unread)
    expect(await unread()).toEqual([2])
    const { items } = await world.ann.get<Page<{ id: number }>>('/articles')
    await world.ann.send('PATCH', `/articles/${items[0]!.id}/state`, { read: true })
    expect(await unread()).toEqual([1])
    expect((await list(world.bob)).map((one) => one.unread)).toEqual([2])
  })

  test('a shared source is filed, named and hidden by each reader for themselves', async () => {
    const [shared] = await list(world.ann)
    const changed = await world.ann.send('PATCH', `/subscriptions/${shared!.id}`, {
      category: 'Local',
      name: 'My paper',
      tier: 'T1',
      itemLimit: 7,
      position: 900,
    })
    expect(changed.json()).toMatchObject({
      category: 'Local',
      name: 'My paper',
      tier: 'T1',
      itemLimit: 7,
      position: 900,
    })
    expect((await list(world.bob))[0]).toMatchObject({ category: 'World', name: 'The Shared' })
    const { items } = await world.ann.get<Page<{ sourceName: string; category: string }>>('/articles?category=Local')
    expect(items.map(({ sourceName, category }) => [sourceName, category])).toEqual([
      ['My paper', 'Local'],
      ['My paper', 'Local'],
    ])
    await world.ann.send('PATCH', `/subscriptions/${shared!.id}`, { hidden: true })
    expect((await world.ann.get<Page<unknown>>('/articles')).items).toEqual([])
    expect((await list(world.ann))[0]).toMatchObject({ hidden: true })
    expect((await world.bob.get<Page<unknown>>('/articles')).items).toHaveLength(2)
    const back = await world.ann.send('PATCH', `/subscriptions/${shared!.id}`, { hidden: false, name: null })
    expect(back.json()).toMatchObject({ hidden: false, name: 'The Shared', category: 'Local' })
  })

  test('sources are put in order by each reader for themselves', async () => {
    const [shared] = await list(world.ann)
    const own = await add(world.ann, { url: ANNS })
    const order = (client: Client, ...ids: number[]) => client.send('PUT', '/subscriptions/order', { ids })
    expect((await order(world.ann, own.id, shared!.id)).statusCode).toBe(204)
    expect((await list(world.ann)).map(({ id }) => id)).toEqual([own.id, shared!.id])
    expect(await world.ann.get(`/subscriptions/${own.id}`)).toMatchObject({
      position: shared!.position,
      name: own.name,
    })
    expect((await list(world.bob)).map(({ position }) => position)).toEqual([shared!.position])
    expect((await order(world.bob, own.id, shared!.id)).statusCode).toBe(404)
    expect(await codeOf(world.bob, 'GET', `/subscriptions/${own.id}`)).toEqual([404, 'not_found'])
  })

  test('a shared source is not removed but hidden, an own one is removed', async () => {
    const [shared] = await list(world.ann)
    const refused = await world.ann.send('DELETE', `/subscriptions/${shared!.id}`)
    expect([refused.statusCode, refused.json().detail]).toEqual([422, expect.stringContaining('hide it')])
    const own = await add(world.ann, { url: ANNS })
    expect(await codeOf(world.ann, 'PATCH', `/subscriptions/${own.id}`, { hidden: true })).toEqual([
      422,
      'cannot_be_done',
    ])
    expect((await world.ann.send('DELETE', `/subscriptions/${own.id}`)).statusCode).toBe(204)
    expect(await codeOf(world.ann, 'DELETE', `/subscriptions/${own.id}`)).toEqual([404, 'not_found'])
  })

  test('a source that all readers have, but not by the settings, is removed by an administrator only', async () => {
    const { desk, admin, ann } = world
    const request = { url: 'https://old.example/rss', tab: null, category: null, name: null, tier: null, kind: 'major' }
    const unsaid = { owner: null, language: null, maxItems: 20, position: 5 }
    const { source } = await desk.store.addSource({ ...request, kind: 'major', ...unsaid }, desk.now())
    expect(await codeOf(ann, 'DELETE', `/subscriptions/${source.id}`)).toEqual([422, 'cannot_be_done'])
    expect((await admin.send('DELETE', `/subscriptions/${source.id}`)).statusCode).toBe(204)
    expect((await list(ann)).map(({ url }) => url)).toEqual([SHARED])
  })

  test('feeds tell their health and their last polls', async () => {
    const [shared] = await list(world.ann)
    const feed = await world.ann.get<WholeFeed>(`/feeds/${shared!.feed}`)
    expect(feed).toMatchObject({ state: 'healthy', polls: 1, successes: 1, subscription: shared!.id })
    expect(feed.lastPolls).toMatchObject([{ outcome: 'fetched', newArticles: 2 }])
    expect(feed.days).toMatchObject([{ date: '2026-11-14', newArticles: 2 }])
    expect(feed.nextBecause.length).toBeGreaterThan(5)
  })

  test('a list of feeds tells where each is filed and what is unread of it', async () => {
    const [shared] = await list(world.ann)
    const of = async () => (await world.ann.get<Page<Feed>>('/feeds')).items[0]
    expect(await of()).toMatchObject({ tab: 'en', hidden: false, unread: 2 })
    await world.ann.send('PATCH', `/subscriptions/${shared!.id}`, { hidden: true })
    expect(await of()).toMatchObject({ hidden: true, unread: 0 })
  })

  test('a feed is polled when asked for, but not at once again', async () => {
    const [shared] = await list(world.ann)
    const path = `/feeds/${shared!.feed}/poll`
    expect((await world.ann.send('POST', path)).json()).toMatchObject({ asked: false })
    world.desk.setClock(world.desk.now() + 6 * 60_000)
    expect((await world.ann.send('POST', path)).json()).toMatchObject({ asked: true })
    expect(await world.ann.get<WholeFeed>(`/feeds/${shared!.feed}`)).toMatchObject({ nextReason: 'asked' })
    let polled = 0
    await world.desk.app.polls.runDue(() => polled++)
    expect(polled).toBe(1)
    expect((await world.ann.send('POST', path)).json()).toMatchObject({ asked: false })
  })

  test('the feeds of a site are found, with a preview and whether they are followed', async () => {
    publisher.on('/', (response) =>
      response
        .setHeader('content-type', 'text/html')
        .end('<link rel="alternate" type="application/rss+xml" href="/rss">'),
    )
    publisher.on('/rss', (response) =>
      response.end(
        `<rss version="2.0"><channel><title>A desk</title><item><title>First &amp; new</title><link>${publisher.url('/1')}</link><pubDate>Sat, 14 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>`,
      ),
    )
    const find = async () =>
      (await world.ann.send('POST', '/subscriptions/discover', { url: publisher.url('/') })).json()
    expect(await find()).toMatchObject({
      candidates: [
        {
          url: publisher.url('/rss'),
          title: 'A desk',
          entries: 1,
          newest: [{ title: 'First & new', publishedAt: '2026-11-14T10:00:00.000Z' }],
          subscription: null,
        },
      ],
    })
    const added = await add(world.ann, { url: publisher.url('/rss'), siteTitle: 'A desk' })
    expect(added.name).toBe('A desk')
    expect(await find()).toMatchObject({ candidates: [{ subscription: added.id }] })
  })

  test('what cannot be read is told in words, without a login', async () => {
    const none = await world.ann.send('POST', '/subscriptions/discover', { url: publisher.url('/nothing') })
    expect([none.statusCode, none.json().detail]).toEqual([422, expect.stringContaining('404')])
    const guarded = await world.ann.send('POST', '/subscriptions/discover', { url: 'http://ann:secret@127.0.0.1:9/' })
    expect([guarded.statusCode, guarded.body.includes('secret')]).toEqual([422, false])
  })

  test.each([
    ['no web address', { url: 'mailto:a@b.example' }, 422],
    ['no address', {}, 400],
    ['an unknown field', { url: ANNS, owner: 'x' }, 400],
    ['an unknown tier', { url: ANNS, tier: 'T9' }, 400],
    ['a cut password', { url: 'https://ann:a/b@paid.example/rss' }, 422],
  ])('nothing is added with %s', async (_, body, status) => {
    expect((await world.ann.send('POST', '/subscriptions', body)).statusCode).toBe(status)
  })

  const ended = async (client: Client, { id }: Job): Promise<Job> => {
    const job = await client.get<Job>(`/jobs/${id}`)
    if (job.state !== 'running') return job
    await setTimeout(10)
    return ended(client, job)
  }

  test('OPML comes in as a job and goes out again', async () => {
    const outlines = Array.from(
      { length: 700 },
      (_, n) => `<outline type="rss" text="F${n}" xmlUrl="https://f${n}.example/rss"/>`,
    )
    const text = `<opml version="2.0"><body><outline text="Many">${outlines.join('')}<outline text="x" xmlUrl="mailto:x"/></outline></body></opml>`
    const started = await world.ann.send('POST', '/subscriptions/import', { kind: 'opml', text })
    expect(started.json()).toMatchObject({ kind: 'opml', total: 700 })
    expect(await codeOf(world.bob, 'GET', `/jobs/${started.json().id}`)).toEqual([404, 'not_found'])
    expect(await ended(world.ann, started.json())).toMatchObject({
      state: 'done',
      done: 700,
      report: { added: 700, skipped: [{ line: 1 }] },
    })
    const opml = await world.ann.send('GET', '/subscriptions/export.opml')
    expect(opml.headers['content-type']).toMatch(/opml/)
    expect(opml.body.match(/xmlUrl=/g)).toHaveLength(701)
    expect((await world.bob.send('GET', '/subscriptions/export.opml')).body.match(/xmlUrl=/g)).toHaveLength(1)
  })

  test('a folder is the tab of that name, whatever its key', async () => {
    await world.ann.send('POST', '/tabs', { name: 'Kitchen table' })
    await world.ann.send('PATCH', '/tabs/Kitchen%20table', { name: 'Kitchen' })
    const text = '<opml><body><outline text="Kitchen"><outline xmlUrl="https://f.example/rss"/></outline></body></opml>'
    const started = await world.ann.send('POST', '/subscriptions/import', { kind: 'opml', text })
    await ended(world.ann, started.json())
    expect((await list(world.ann)).map(({ tab }) => tab)).toEqual(['en', 'Kitchen table'])
    const opml = (await world.ann.send('GET', '/subscriptions/export.opml')).body
    expect(opml).toContain('text="Kitchen"')
  })

  test('starred articles are saved; what was not stored is stored for the reader alone', async () => {
    const item = (url: string, title: string, published = 1_500_000_000) => ({
      id: `tag:google.com,2005:reader/item/${title}`,
      title,
      published,
      alternate: [{ href: url }],
      summary: { content: `<p>${title}</p><script>alert(1)</script>` },
      origin: { streamId: 'feed/https://old.example/rss', title: 'The Old Paper' },
      categories: ['user/-/state/com.google/starred'],
    })
    const text = JSON.stringify({
      items: [
        item('https://shared.example/violin', 'Violin'),
        item('https://old.example/1', 'Long ago'),
        { title: 'x' },
      ],
    })
    for (const time of ['first', 'second']) {
      const started = await world.ann.send('POST', '/subscriptions/import', { kind: 'starred', text })
      const { report } = await ended(world.ann, started.json())
      expect(report).toMatchObject({ saved: 2, stored: time === 'first' ? 1 : 0 })
    }
    const { items } =
      await world.ann.get<Page<{ id: number; title: string; publishedAt: string }>>('/articles?saved=true')
    expect(items.map(({ title }) => title).sort()).toEqual(['Long ago', 'Museum buys violin'])
    const old = items.find(({ title }) => title === 'Long ago')!
    expect(old.publishedAt).toBe('2017-07-14T02:40:00.000Z')
    expect((await world.ann.get<{ html: string }>(`/articles/${old.id}`)).html).not.toContain('script')
    expect(await codeOf(world.bob, 'GET', `/articles/${old.id}`)).toEqual([404, 'not_found'])
    expect((await world.bob.get<Page<unknown>>('/articles?saved=true')).items).toEqual([])
  })

  test('what is saved goes out as it came in, for its reader alone', async () => {
    const starred = (url: string, title: string) => ({ title, published: 1_500_000_000, alternate: [{ href: url }] })
    const text = JSON.stringify({ items: [starred('https://old.example/1', 'Long ago')] })
    await ended(world.ann, (await world.ann.send('POST', '/subscriptions/import', { kind: 'starred', text })).json())
    const { items } = await world.ann.get<Page<{ id: number; title: string }>>('/articles')
    const violin = items.find(({ title }) => title === 'Museum buys violin')!
    await world.ann.send('PATCH', `/articles/${violin.id}/state`, { saved: true })
    const out = (await world.ann.send('GET', '/articles/starred.json')).body
    const byTitle = new Map(readStarred(out).items.map((item) => [item.title, item]))
    expect([...byTitle.keys()].toSorted()).toEqual(['Long ago', 'Museum buys violin'])
    expect(byTitle.get('Museum buys violin')).toMatchObject({ url: 'https://shared.example/violin' })
    expect(byTitle.get('Museum buys violin')!.html).toContain('<p>')
    expect(byTitle.get('Long ago')).toMatchObject({ url: 'https://old.example/1', publishedAt: 1_500_000_000_000 })
    expect((await world.bob.get<Page<unknown>>('/articles/starred.json')).items).toEqual([])
    const started = await world.bob.send('POST', '/subscriptions/import', { kind: 'starred', text: out })
    expect((await ended(world.bob, started.json())).report).toMatchObject({ saved: 2, stored: 1 })
    const own = await world.bob.get<Page<{ title: string }>>('/articles?saved=true')
    expect(own.items.map(({ title }) => title).toSorted()).toEqual(['Long ago', 'Museum buys violin'])
  })

  test.each([
    ['opml', 'no xml at all'],
    ['starred', '{"items": 7}'],
    ['starred', 'not json'],
  ])('%s is not taken over from %s', async (what, text) => {
    expect((await world.ann.send('POST', '/subscriptions/import', { kind: what, text })).statusCode).toBe(422)
  })

  test('an import is not taken without a kind or a text', async () => {
    expect((await world.ann.send('POST', '/subscriptions/import', { kind: 'opml', text: '' })).statusCode).toBe(400)
    expect((await world.ann.send('POST', '/subscriptions/import', { kind: 'yaml', text: 'x' })).statusCode).toBe(400)
  })
})
