import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampledKinds } from '../../tests/support/databases.ts'
import { type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import type { Pack } from './contract/packs.ts'
import type { Subscription } from './contract/subscriptions.ts'
import type { Tab } from './contract/tabs.ts'

/* Starter packs through the API, by two readers, over both databases. */

interface Page<Item> {
  readonly items: readonly Item[]
}

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders
  beforeEach(async () => {
    world = await twoReaders(kind)
  })
  afterEach(() => world.close())

  const pack = async (id: string, client = world.ann) =>
    (await client.get<Page<Pack>>('/packs')).items.find((one) => one.id === id)!
  const followed = async (one: Promise<Pack>) =>
    (await one).feeds.filter(({ subscription }) => subscription !== null).length

  test('are listed with their feeds, and say that nobody could ask them', async () => {
    const news = await pack('de-news')
    expect(news).toMatchObject({ name: 'Nachrichten', language: 'de', subject: 'news', checkedOn: null })
    expect(news.note).toContain('None could be asked')
    expect(news.feeds[0]).toMatchObject({ language: 'de', subject: 'news', subscription: null })
  })

  test('ticked feeds are followed in a tab named after their pack, once', async () => {
    const urls = (await pack('de-news')).feeds.slice(0, 2).map(({ url }) => url)
    const more = (await pack('ja-news')).feeds.slice(0, 1).map(({ url }) => url)
    const subscribe = () => world.ann.send('POST', '/packs/subscribe', { urls: [...urls, ...more] })
    expect((await subscribe()).json()).toEqual({ added: 3, known: 0, tabs: ['Nachrichten', 'ニュース'] })
    expect((await subscribe()).json()).toEqual({ added: 0, known: 3, tabs: [] })
    const { items } = await world.ann.get<Page<Subscription>>('/subscriptions')
    const own = items.filter(({ shared }) => !shared)
    expect(own.map(({ url, tab, language }) => [url, tab, language])).toEqual([
      [urls[0], 'Nachrichten', 'de'],
      [urls[1], 'Nachrichten', 'de'],
      [more[0], 'ニュース', 'ja'],
    ])
    expect(await followed(pack('de-news'))).toBe(2)
    expect(await followed(pack('de-news', world.bob))).toBe(0)
    const tabs = (await world.ann.get<Page<Tab>>('/tabs')).items
    expect(tabs.filter(({ isOwn }) => isOwn).map(({ name, sources }) => [name, sources])).toEqual([
      ['Nachrichten', 2],
      ['ニュース', 1],
    ])
  })

  test('a whole pack leaves what is followed where it is', async () => {
    const first = (await pack('en-business')).feeds[0]!
    await world.bob.send('POST', '/subscriptions', { url: first.url, name: 'Mine' })
    const done = await world.bob.send('POST', '/packs/subscribe', { pack: 'en-business' })
    expect(done.json()).toEqual({ added: 3, known: 1, tabs: ['Business'] })
    const { items } = await world.bob.get<Page<Subscription>>('/subscriptions')
    expect(items.find(({ url }) => url === first.url)).toMatchObject({ name: 'Mine', tab: null })
    expect(await followed(pack('en-business', world.bob))).toBe(4)
  })

  test.each([
    ['of no pack', { urls: ['https://elsewhere.example/rss'] }, 422],
    ['of an unknown pack', { pack: 'nowhere' }, 404],
    ['without a choice', {}, 400],
    ['without an address', { urls: [] }, 400],
  ])('a request %s is refused', async (_, body, status) => {
    expect((await world.ann.send('POST', '/packs/subscribe', body)).statusCode).toBe(status)
  })
})
