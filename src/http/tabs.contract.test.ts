import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aClient, aServer, aWebApp, type Client } from '../../tests/support/a-web-app.ts'
import { anApp } from '../../tests/support/an-app.ts'
import { migratedDatabase, sampledKinds } from '../../tests/support/databases.ts'
import { anItem, NOW, SETTINGS, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import type { Subscription } from './contract/subscriptions.ts'
import type { Tab } from './contract/tabs.ts'

/* Tabs through the API, over both databases. */

interface Page<Item> {
  readonly items: readonly Item[]
}

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders

  beforeEach(async () => {
    world = await twoReaders(kind)
    world.desk.publish(SHARED, [anItem('Harbour bridge closed', 'https://shared.example/bridge')])
    world.desk.publish('https://blog.example/rss', [anItem('Pumpkin soup', 'https://blog.example/soup')])
    await world.desk.app.polls.runDue(() => {})
  })
  afterEach(() => world.close())

  const list = async (client: Client) => (await client.get<Page<Tab>>('/tabs')).items
  const titles = async (client: Client, tab: string) =>
    (await client.get<Page<{ title: string }>>(`/articles?tab=${tab}`)).items.map(({ title }) => title)

  test('a tab of a reader is theirs, holds what they file there, and is removed again', async () => {
    expect(await list(world.ann)).toMatchObject([{ key: 'en', name: 'News', isOwn: false, sources: 1, unread: 1 }])
    const tab = (await world.ann.send('POST', '/tabs', { name: 'Kitchen table', language: 'en', itemLimit: 9 })).json()
    expect(tab).toMatchObject({ key: 'Kitchen table', isOwn: true, itemLimit: 9, sources: 0, unread: 0 })
    expect((await world.ann.send('POST', '/tabs', { name: 'Kitchen table' })).json()).toEqual(tab)
    const added = await world.ann.send('POST', '/subscriptions', { url: 'https://blog.example/rss', tab: tab.key })
    await world.desk.app.polls.runDue(() => {})
    expect(await list(world.ann)).toMatchObject([{ key: 'en' }, { key: 'Kitchen table', sources: 1, unread: 1 }])
    expect(await titles(world.ann, 'Kitchen table')).toEqual(['Pumpkin soup'])
    const renamed = await world.ann.send('PATCH', '/tabs/Kitchen%20table', { name: 'Kitchen' })
    expect(renamed.json()).toMatchObject({ key: 'Kitchen table', name: 'Kitchen', itemLimit: 9 })
    expect((await list(world.bob)).map(({ key }) => key)).toEqual(['en'])
    expect((await world.bob.send('DELETE', '/tabs/Kitchen%20table')).statusCode).toBe(404)
    expect((await world.ann.send('DELETE', '/tabs/Kitchen%20table')).statusCode).toBe(204)
    expect((await list(world.ann)).map(({ key }) => key)).toEqual(['en'])
    const { items } = await world.ann.get<Page<Subscription>>('/subscriptions')
    expect(items.find(({ id }) => id === added.json().id)!.tab).toBeNull()
  })

  test('a tab may have the name of what every object has', async () => {
    const added = await world.ann.send('POST', '/tabs', { name: 'constructor' })
    expect(added.json()).toMatchObject({ key: 'constructor', name: 'constructor', isOwn: true })
  })

  test('tabs are put in order by each reader', async () => {
    await world.ann.send('POST', '/tabs', { name: 'One' })
    await world.ann.send('POST', '/tabs', { name: 'Two' })
    const ordered = await world.ann.send('PUT', '/tabs/order', { keys: ['Two', 'en'] })
    expect(ordered.json().items.map(({ key }: Tab) => key)).toEqual(['Two', 'en', 'One'])
    expect((await list(world.ann)).map(({ name }) => name)).toEqual(['Two', 'News', 'One'])
    expect((await list(world.bob)).map(({ key }) => key)).toEqual(['en'])
  })

  test('a source is filed only under a tab that there is', async () => {
    const body = { url: 'https://blog.example/rss', tab: 'nowhere' }
    const refused = await world.ann.send('POST', '/subscriptions', body)
    expect([refused.statusCode, refused.json().detail]).toEqual([422, expect.stringContaining('add it first')])
  })

  test.each([
    ['POST', '/tabs', { name: '' }, 400],
    ['POST', '/tabs', { name: 'x', language: 'english' }, 400],
    ['POST', '/tabs', undefined, 400],
    ['PATCH', '/tabs/en', { name: 'Mine' }, 422],
    ['DELETE', '/tabs/en', undefined, 422],
    ['DELETE', '/tabs/nothing', undefined, 404],
    ['PATCH', '/tabs/nothing', { name: 'x' }, 404],
    ['PUT', '/tabs/order', { keys: ['nothing'] }, 422],
    ['PUT', '/tabs/order', { keys: [] }, 400],
  ] as const)('%s %s with %j is refused', async (method, path, body, status) => {
    expect((await world.ann.send(method, path, body)).statusCode).toBe(status)
  })

  test('the only reader files a shared source elsewhere, and its articles move', async () => {
    const database = await migratedDatabase(kind)
    const desk = await anApp({ now: NOW, address: database.address, settings: SETTINGS })
    await desk.syncSources()
    desk.publish(SHARED, [anItem('Harbour bridge closed', 'https://shared.example/bridge')])
    await desk.poll()
    const only = aClient(await aServer(aWebApp(desk)))
    await only.send('POST', '/tabs', { name: 'Mine' })
    const { items } = await only.get<Page<Subscription>>('/subscriptions')
    await only.send('PATCH', `/subscriptions/${items[0]!.id}`, { tab: 'Mine', name: 'My paper' })
    expect([await titles(only, 'en'), await titles(only, 'Mine')]).toEqual([[], ['Harbour bridge closed']])
    expect(await list(only)).toMatchObject([
      { key: 'en', sources: 0, unread: 0 },
      { key: 'Mine', sources: 1, unread: 1 },
    ])
    await desk.close()
    await database.drop()
  })
})
