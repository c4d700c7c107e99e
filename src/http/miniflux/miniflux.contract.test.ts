import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aServer, aWebApp } from '../../../tests/support/a-web-app.ts'
import { sampledKinds } from '../../../tests/support/databases.ts'
import { anItem, SHARED, type TwoReaders, twoReaders } from '../../../tests/support/two-readers.ts'
import type { WebApp } from '../../app/web-app.ts'

/* The API of Miniflux as its clients use it. */

const ITEMS = Array.from({ length: 7 }, (_, n) =>
  anItem(`Harbour ${'abcdefg'[n]}`, `https://shared.example/${n}`, n + 1),
)

interface Entry {
  readonly id: number
  readonly status: string
  readonly starred: boolean
  readonly [name: string]: unknown
}
interface Entries {
  readonly total: number
  readonly entries: readonly Entry[]
}

describe.each(sampledKinds(import.meta.url))('clients of Miniflux on %s', (kind) => {
  let world: TwoReaders
  let app: WebApp
  let server: FastifyInstance
  let headers: Record<string, string>

  beforeEach(async () => {
    world = await twoReaders(kind)
    world.desk.publish(SHARED, [anItem('First', 'https://shared.example/first', 90)])
    await world.desk.poll()
    world.desk.setClock(world.desk.now() + 60_000)
    world.desk.publish(SHARED, ITEMS)
    await world.desk.poll()
    app = aWebApp(world.desk)
    server = await aServer(app)
    headers = { 'x-auth-token': await secretOf() }
  })
  afterEach(async () => {
    await server.close()
    await world.close()
  })

  const secretOf = async (scope: 'read' | 'write' = 'write') =>
    (await app.sessions.issue(world.readers.ann, { name: 'app', scope })).secret
  const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown, other = headers) =>
    server.inject({
      method,
      url: `/v1/${path}`,
      headers: { host: 'localhost', ...other },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
  const get = async <T>(path: string) => {
    const answer = await send('GET', path)
    expect([path, answer.statusCode]).toEqual([path, 200])
    return answer.json<T>()
  }
  const done = async (method: 'PUT' | 'DELETE', path: string, body?: unknown) => {
    const answer = await send(method, path, body)
    // Any text would be taken for a failure.
    expect([path, answer.statusCode, answer.body]).toEqual([path, 204, ''])
  }

  test('a token is sent in a header of its own, or as a password', async () => {
    const basic = (name: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
    })
    expect((await send('GET', 'me', undefined, basic('ann', await secretOf()))).json()).toMatchObject({
      username: 'ann',
    })
    for (const bad of [basic('bob', await secretOf()), basic('ann', 'x'), { 'x-auth-token': 'x' }, {}]) {
      const refused = await send('GET', 'me', undefined, bad as Record<string, string>)
      expect([refused.statusCode, refused.json()]).toEqual([401, { error_message: 'Access Unauthorized' }])
    }
    const reads = { 'x-auth-token': await secretOf('read') }
    expect((await send('GET', 'me', undefined, reads)).statusCode).toBe(200)
    expect((await send('PUT', 'users/1/mark-all-as-read', undefined, reads)).statusCode).toBe(401)
    expect(await get('version')).toEqual({ version: '0.0.0' })
  })

  test('feeds are in categories, which are tabs', async () => {
    const categories = await get<{ id: number; title: string }[]>('categories')
    expect(categories.map(({ title }) => title)).toEqual(['All', 'News'])
    for (const { id } of categories) expect(id).toBeLessThan(2 ** 31)
    const [feed] = await get<Record<string, unknown>[]>('feeds')
    expect(feed).toMatchObject({
      id: 1,
      title: 'The Shared',
      feed_url: SHARED,
      site_url: 'https://shared.example/',
      parsing_error_count: 0,
      category: categories[1],
    })
    expect(Date.parse(feed!.checked_at as string)).toBeGreaterThan(world.desk.now() - 120_000)
    expect(await get(`categories/${categories[1]!.id}/feeds`)).toHaveLength(1)
    expect(await get('feeds/counters')).toEqual({ reads: {}, unreads: { 1: 8 } })
  })

  test('entries come in pages, by state, by id and by feed', async () => {
    const all = await get<Entries>('feeds/1/entries?order=published_at&direction=desc')
    expect([all.total, all.entries.length]).toEqual([8, 8])
    expect(all.entries[0]).toMatchObject({
      feed_id: 1,
      status: 'unread',
      starred: false,
      published_at: expect.stringMatching(/^\d{4}-.*Z$/),
      content: expect.stringContaining('in so many words'),
      feed: { title: 'The Shared', category: { title: 'News' } },
    })
    const ids = all.entries.map(({ id }) => id)
    const page = await get<Entries>('entries?direction=desc&limit=3&offset=3')
    expect([page.total, page.entries.map(({ id }) => id)]).toEqual([8, ids.slice(3, 6)])
    await done('PUT', 'entries', { entry_ids: ids.slice(0, 2), status: 'read' })
    expect((await get<Entries>('entries?status=unread')).total).toBe(6)
    expect((await get<Entries>('entries?status=unread&status=read')).total).toBe(8)
    await done('PUT', 'entries', { entry_ids: ids.slice(0, 1), status: 'unread' })
    expect((await get<Entries>('entries?status=read')).entries.map(({ id }) => id)).toEqual(ids.slice(1, 2))
    expect((await get<Entries>(`entries?after_entry_id=${ids[2]}`)).total).toBe(2)
    expect((await get<Entries>(`entries?before_entry_id=${ids[2]}`)).total).toBe(5)
    expect((await send('GET', 'entries?status=odd')).json()).toEqual({
      error_message: expect.stringContaining('status'),
    })
  })

  test('a bookmark is what the page saved', async () => {
    const { entries } = await get<Entries>('entries?limit=1')
    const id = entries[0]!.id
    await done('PUT', `entries/${id}/bookmark`)
    expect(await world.ann.get(`/articles/${id}`)).toMatchObject({ state: { saved: true } })
    expect((await get<Entries>('entries?starred=true')).entries.map((one) => one.id)).toEqual([id])
    await done('PUT', `entries/${id}/bookmark`)
    expect(await get(`entries/${id}`)).toMatchObject({ starred: false })
    expect((await send('PUT', 'entries/999999/bookmark')).statusCode).toBe(404)
  })

  test('whole feeds, categories and everything are marked as read', async () => {
    const [, news] = await get<{ id: number }[]>('categories')
    for (const path of ['feeds/1', `categories/${news!.id}`, 'users/2']) {
      await done('PUT', `${path}/mark-all-as-read`)
      const { entries } = await get<Entries>('entries')
      expect(entries.filter(({ status }) => status === 'unread')).toEqual([])
      await done('PUT', 'entries', { entry_ids: entries.map(({ id }) => id), status: 'unread' })
    }
    expect((await world.bob.get<{ items: { state: { read: boolean } }[] }>('/articles')).items[0]!.state.read).toBe(
      false,
    )
  })

  test('feeds and categories are added, changed and removed', async () => {
    const made = await send('POST', 'categories', { title: 'Local' })
    expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining({ title: 'Local' })])
    const added = await send('POST', 'feeds', { feed_url: 'https://new.example/rss', category_id: made.json().id })
    expect(added.statusCode).toBe(201)
    const id = added.json<{ feed_id: number }>().feed_id
    expect(await get(`feeds/${id}`)).toMatchObject({
      feed_url: 'https://new.example/rss',
      category: { title: 'Local' },
    })
    const changed = await send('PUT', `feeds/${id}`, { title: 'The New', category_id: 1 })
    // Clients look for this status.
    expect(changed.statusCode).toBe(201)
    expect(changed.json()).toMatchObject({ title: 'The New', category: { title: 'All' } })
    expect((await send('PUT', `categories/${made.json().id}`, { title: 'Nearby' })).json()).toMatchObject({
      title: 'Nearby',
    })
    await done('DELETE', `categories/${made.json().id}`)
    await done('DELETE', `feeds/${id}`)
    expect(await get('feeds')).toHaveLength(1)
    expect((await send('DELETE', `feeds/${id}`)).statusCode).toBe(404)
    expect((await send('POST', 'feeds', { feed_url: 'ftp://no' })).statusCode).toBe(422)
    expect((await send('GET', 'export')).body).toContain('<opml')
  })

  test('entries are in the order of their ids, whatever time they came at, so that clients go on by id', async () => {
    // The clock went back: what comes now has a higher id and an earlier time.
    world.desk.setClock(world.desk.now() - 30_000)
    world.desk.publish(SHARED, [...ITEMS, anItem('Glaciers melt', 'https://shared.example/glaciers', 0)])
    await world.desk.poll()
    const newest = await get<Entries>('entries?order=id&direction=desc&limit=4')
    const ids = newest.entries.map(({ id }) => id)
    expect(ids).toEqual([9, 8, 7, 6])
    const rest = await get<Entries>(`entries?order=id&direction=desc&limit=10&before_entry_id=${ids.at(-1)}`)
    expect(rest.entries.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1])
    const after = await get<Entries>('entries?order=id&direction=asc&limit=10&after_entry_id=7&status=unread')
    expect(after.entries.map(({ id }) => id)).toEqual([8, 9])
  })

  test('words are searched for, within what else is asked for', async () => {
    while ((await world.desk.store.updateSearch(1_000)) > 0);
    expect((await get<Entries>('entries?search=harbour')).total).toBe(7)
    const { entries } = await get<Entries>('entries?search=harbour&limit=2')
    expect(entries).toHaveLength(2)
    await done('PUT', 'entries', { entry_ids: [entries[0]!.id], status: 'read' })
    expect((await get<Entries>('entries?search=harbour&status=unread')).total).toBe(6)
    expect((await get<Entries>('entries?search=nowhere')).total).toBe(0)
  })

  test('what is not there is told as clients expect it', async () => {
    for (const path of ['feeds/1/icon', 'icons/1', 'entries/999999', 'feeds/1/entries/999999', 'nothing', 'feeds/0']) {
      const answer = await send('GET', path)
      expect([path, answer.statusCode, answer.json()]).toEqual([path, 404, { error_message: expect.any(String) }])
    }
    expect((await send('PUT', 'entries', undefined)).statusCode).toBe(400)
  })

  test('feeds are imported from a document', async () => {
    const opml =
      '<opml version="2.0"><body><outline text="x" type="rss" xmlUrl="https://imported.example/rss"/></body></opml>'
    const answer = await server.inject({
      method: 'POST',
      url: '/v1/import',
      headers: { host: 'localhost', ...headers },
      payload: opml,
    })
    expect(answer.statusCode).toBe(201)
    await expect.poll(async () => (await get<object[]>('feeds')).length, { timeout: 20_000 }).toBe(2)
  })
})
