import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aClient, aServer, aWebApp, type Client } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk, type Item } from '../../tests/support/an-app.ts'
import { newDatabase, sampledKinds } from '../../tests/support/databases.ts'
import type { WebApp } from '../app/web-app.ts'
import type { Article } from './contract/articles.ts'

/* What a feed brought before it was followed arrives read, except its newest three articles, over both databases. */

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 14, 12)
const plain = { tab: null, category: null, name: null, tier: null, kind: 'major' } as const
const SETTINGS = 'digest: {timezone: UTC}\ntabs: {en: {name: News, sources: [{url: "https://file.example/rss"}]}}\n'
const WORDS = ['violin', 'orchard', 'glacier', 'novel', 'tram', 'owl', 'chess', 'cheese', 'library', 'rocket']

const feedOf = (name: string) => `https://${name}.example/rss`
/** An item for each hour, the newest first. */
const items = (name: string, from: number, to: number): Item[] =>
  Array.from({ length: to - from }, (_, n) => ({
    title: `${WORDS[(from + n) % WORDS.length]} ${name} ${from + n}`,
    url: `https://${name}.example/${from + n}`,
    text: `${WORDS[(from + n) % WORDS.length]} ${name} of hour ${from + n}.`,
    at: NOW - (from + n + 1) * HOUR,
  }))

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let desk: Desk
  let drop: () => Promise<void>
  let app: WebApp
  let client: Client

  const list = async (query: string, as = client) =>
    (await as.get<{ items: Article[] }>(`/articles?limit=200${query}`)).items
  const unread = async (as = client, feed = '') =>
    (await list('&unread=true', as))
      .map(({ url }) => url!)
      .filter((url) => url.includes(feed))
      .map((url) => url.replace('https://', '').replace('.example', ''))
      .sort()
  const newest = (name: string, ...numbers: number[]) => numbers.map((n) => `${name}/${n}`)

  beforeEach(async () => {
    const database = await newDatabase(kind)
    drop = database.drop
    desk = await anApp({ now: NOW, address: database.address, settings: SETTINGS })
    app = aWebApp(desk)
    client = aClient(await aServer(app))
  })
  afterEach(async () => {
    await desk.close()
    await drop()
  })

  async function aReader(name: string) {
    const reader = await desk.app.readers.add({ name, role: 'reader', email: null })
    const { secret } = await app.sessions.issue(reader, { name: 'test', scope: 'write' })
    return { own: desk.app.forReader(reader), client: aClient(await aServer(app), secret) }
  }

  test('of a first document the newest three are unread, of a later one everything', async () => {
    desk.publish(feedOf('one'), items('one', 0, 60))
    await desk.poll()
    expect(await unread()).toEqual(newest('one', 0, 1, 2))
    expect(await list('')).toHaveLength(60)
    const { items: subscriptions } = await client.get<{ items: { unread: number }[] }>('/subscriptions')
    expect(subscriptions[0]!.unread).toBe(3)

    desk.setClock(NOW + 5 * HOUR)
    desk.publish(feedOf('one'), [...items('one', -5, 60)])
    await desk.poll()
    expect(await unread()).toHaveLength(8)
  })

  test('an empty document is a first one: what follows is new', async () => {
    desk.publish(feedOf('one'), [])
    await desk.poll()
    desk.setClock(NOW + HOUR)
    desk.publish(feedOf('one'), items('one', 0, 5))
    await desk.poll()
    expect(await unread()).toHaveLength(5)
  })

  test('it can be marked as unread and as read like anything else, and no undo takes it back', async () => {
    desk.publish(feedOf('one'), items('one', 0, 6))
    await desk.poll()
    const old = (await list('')).find(({ url }) => url!.endsWith('/5'))!
    expect(old.state.read).toBe(true)
    await client.send('PATCH', `/articles/${old.id}/state`, { read: false })
    expect(await unread()).toEqual(newest('one', 0, 1, 2, 5))
    const ids = (await list('')).map(({ id }) => id)
    const marked = (await client.send('POST', '/articles/mark-read', { ids })).json()
    expect(marked.articles).toBe(4)
    expect(await unread()).toEqual([])
    await client.send('POST', '/articles/undo-mark', { undo: marked.undo })
    expect(await unread()).toEqual(newest('one', 0, 1, 2, 5))
  })

  test('opening one of it teaches what the reader likes, as opening any other does', async () => {
    desk.publish(feedOf('one'), items('one', 0, 6))
    await desk.poll()
    const old = (await list('')).find(({ url }) => url!.endsWith('/5'))!
    const before = (await desk.store.profileOf(1))?.version ?? 0
    await client.send('PATCH', `/articles/${old.id}/state`, { opened: true })
    expect((await desk.store.profileOf(1))!.version).toBeGreaterThan(before)
  })

  test('for each reader who follows the feed, sources of the settings too, and for no other', async () => {
    await desk.syncSources()
    const [ann, bob] = [await aReader('ann'), await aReader('bob')]
    desk.publish(feedOf('file'), items('file', 0, 8))
    desk.publish(feedOf('own'), items('own', 0, 8))
    await ann.own.feeds.add(feedOf('own'), plain)
    await desk.app.polls.runDue(() => {})
    for (const { client: as } of [{ client }, ann, bob].slice(1))
      expect(await unread(as, 'file')).toEqual(newest('file', 0, 1, 2))
    expect(await unread(ann.client, 'own')).toEqual(newest('own', 0, 1, 2))
    expect(await unread(bob.client, 'own')).toEqual([])
  })

  test('who follows a feed that is stored already has its newest three', async () => {
    const [ann, bob] = [await aReader('ann'), await aReader('bob')]
    desk.publish(feedOf('own'), items('own', 0, 70))
    await ann.own.feeds.add(feedOf('own'), plain)
    await desk.app.polls.runDue(() => {})
    desk.setClock(NOW + 2 * HOUR)
    desk.publish(feedOf('own'), items('own', -2, 70))
    await desk.poll()
    expect(await unread(ann.client)).toEqual(newest('own', -1, -2, 0, 1, 2))
    await bob.own.feeds.add(feedOf('own'), plain)
    expect(await unread(bob.client)).toEqual(newest('own', -1, -2, 0))
    expect(await list('', bob.client)).toHaveLength(72)
    // Nothing changed for the other.
    expect(await unread(ann.client)).toHaveLength(5)
  })

  test('what a reader has by another feed stays unread', async () => {
    const [ann, bob] = [await aReader('ann'), await aReader('bob')]
    desk.publish(feedOf('one'), items('one', 0, 3))
    await ann.own.feeds.add(feedOf('one'), plain)
    await desk.app.polls.runDue(() => {})
    desk.setClock(NOW + HOUR)
    // The same articles behind four newer ones.
    desk.publish(feedOf('two'), [...items('two', 0, 4), ...items('one', 0, 3)])
    await ann.own.feeds.add(feedOf('two'), plain)
    await bob.own.feeds.add(feedOf('two'), plain)
    await desk.app.polls.runDue(() => {})
    expect(await unread(ann.client, 'one.')).toEqual(newest('one', 0, 1, 2))
    const [first] = await list('', bob.client)
    expect(first).toBeDefined()
    expect((await unread(bob.client)).length).toBe(3)
  })

  test('who comes back to a feed finds unread what they left unread', async () => {
    const ann = await aReader('ann')
    desk.publish(feedOf('own'), items('own', 0, 5))
    await ann.own.feeds.add(feedOf('own'), plain)
    await desk.app.polls.runDue(() => {})
    const { items: mine } = await ann.client.get<{ items: { id: number }[] }>('/subscriptions')
    await ann.client.send('DELETE', `/subscriptions/${mine[0]!.id}`)
    desk.setClock(NOW + HOUR)
    await ann.own.feeds.add(feedOf('own'), plain)
    await desk.app.polls.runDue(() => {})
    expect(await unread(ann.client)).toEqual(newest('own', 0, 1, 2))
  })
})
