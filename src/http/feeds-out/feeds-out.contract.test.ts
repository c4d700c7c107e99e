import type { FastifyInstance } from 'fastify'
import { parseFeed } from 'feedsmith'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aServer, aWebApp } from '../../../tests/support/a-web-app.ts'
import { sampledKinds } from '../../../tests/support/databases.ts'
import { anItem, SHARED, type TwoReaders, twoReaders } from '../../../tests/support/two-readers.ts'
import type { WebApp } from '../../app/web-app.ts'
import { parseFeed as ourParser } from '../../core/parse/parse-feed.ts'

/* Feeds that are given out, each by an address with a secret. */

const HOSTILE = '<script>alert(1)</script> & ]]> "quoted" \u0007'

describe.each(sampledKinds(import.meta.url))('feeds out on %s', (kind) => {
  let world: TwoReaders
  let app: WebApp
  let server: FastifyInstance
  let secret: string

  beforeEach(async () => {
    world = await twoReaders(kind)
    world.desk.publish(SHARED, [
      anItem('Harbour one', 'https://shared.example/1', 3),
      anItem(`Harbour two ${HOSTILE}`, 'https://shared.example/2', 2),
    ])
    await world.desk.poll()
    app = aWebApp(world.desk)
    server = await aServer(app)
    const answer = await world.ann.send('POST', '/tokens', { name: 'feeds', scope: 'read', kind: 'feed' })
    secret = answer.json<{ secret: string }>().secret
  })
  afterEach(async () => {
    await server.close()
    await world.close()
  })
  const get = (path: string, headers = {}) => server.inject({ url: path, headers: { host: 'localhost', ...headers } })

  test.each(['atom', 'rss', 'json'] as const)('%s is valid, for our own parser and for another', async (format) => {
    for (const path of ['latest', 'tabs/en', 'saved', 'digests', 'topics']) {
      const answer = await get(`/out/${secret}/${path}.${format}`)
      expect([path, answer.statusCode]).toEqual([path, 200])
      const other = parseFeed(answer.body)
      expect(other.format).toBe(format)
      expect(ourParser(Buffer.from(answer.body))).toMatchObject({ kind: 'feed', recovered: 'strict', warnings: [] })
    }
    const { body } = await get(`/out/${secret}/latest.${format}`)
    expect(body).not.toContain('<script>')
    expect(body).toContain('https://shared.example/1')
  })

  test('ids stay, and what is known is not sent again', async () => {
    const first = await get(`/out/${secret}/latest.json`)
    const ids = (text: string) => JSON.parse(text).items.map(({ id }: { id: string }) => id)
    expect((await get(`/out/${secret}/latest.json`, { 'if-none-match': first.headers.etag })).statusCode).toBe(304)
    world.desk.setClock(world.desk.now() + 60_000)
    world.desk.publish(SHARED, [
      { ...anItem('Harbour one, changed', 'https://shared.example/1', 3), text: 'Other words.' },
    ])
    await world.desk.poll()
    expect(new Set(ids((await get(`/out/${secret}/latest.json`)).body))).toEqual(new Set(ids(first.body)))
  })

  test('a search that is kept, and a story, are feeds', async () => {
    while ((await world.desk.store.updateSearch(1_000)) > 0);
    const { id } = (await world.ann.send('POST', '/saved-searches', { name: 'Ports', query: 'harbour' })).json<{
      id: number
    }>()
    expect(JSON.parse((await get(`/out/${secret}/searches/${id}.json`)).body)).toMatchObject({
      title: 'Ports',
      items: [{}, {}],
    })
    await world.desk.app.stories.refine()
    const { items } = await world.ann.get<{ items: { id: string }[] }>('/stories?leastArticles=1')
    expect(JSON.parse((await get(`/out/${secret}/stories/${items[0]!.id}.json`)).body).items).toHaveLength(1)
  })

  test.each(['atom', 'rss', 'json'] as const)(
    'the topics of this moment are a feed, and each is one: %s',
    async (format) => {
      await world.desk.app.stories.refine()
      const topics = async () => {
        const { statusCode, body } = await get(`/out/${secret}/topics.json`)
        expect(statusCode).toBe(200)
        return JSON.parse(body).items as { id: string; title: string }[]
      }
      // The digest of this moment is made when it is first asked for.
      await expect.poll(async () => (await topics()).length, { timeout: 20_000 }).toBeGreaterThan(0)
      const [topic] = await topics()
      const key = topic!.id.replace('urn:copytaster:topic:', '')
      expect(await topics()).toEqual(await topics())
      for (const path of ['topics', `topics/${key}`, `stories/${key}`]) {
        const answer = await get(`/out/${secret}/${path}.${format}`)
        expect([path, answer.statusCode]).toEqual([path, 200])
        expect(parseFeed(answer.body).format).toBe(format)
        const entries = expect.arrayContaining([expect.anything()])
        expect(ourParser(Buffer.from(answer.body))).toMatchObject({
          kind: 'feed',
          recovered: 'strict',
          warnings: [],
          entries,
        })
        expect(
          (await get(`/out/${secret}/${path}.${format}`, { 'if-none-match': answer.headers.etag })).statusCode,
        ).toBe(304)
      }
    },
  )

  test('what another reader alone follows is found by their secret and by no other', async () => {
    const OWN = 'https://annsblog.example/rss'
    const tab = (await world.ann.send('POST', '/tabs', { name: 'Mine' })).json<{ key: string }>().key
    await world.ann.send('POST', '/subscriptions', { url: OWN, tab })
    world.desk.publish(OWN, [anItem('Pumpkin soup for rainy days', 'https://annsblog.example/soup', 1)])
    await world.desk.poll()
    await world.desk.app.stories.refine()
    const { items } = await world.ann.get<{ items: { id: string; lead: { title: string } }[] }>(
      '/stories?leastArticles=1&limit=50',
    )
    const story = items.find(({ lead }) => /Pumpkin/.test(lead.title))!.id
    const bob = (await app.sessions.issue(world.readers.bob, { name: 'feeds', scope: 'read', kind: 'feed' })).secret
    for (const path of [`tabs/${tab}`, `stories/${story}`, `topics/${story}`]) {
      const found = await get(`/out/${secret}/${path}.atom`)
      expect([path, found.statusCode, found.body.includes('Pumpkin')]).toEqual([path, 200, true])
      const none = await get(`/out/${bob}/${path}.atom`)
      expect([path, none.statusCode, none.body.includes('Pumpkin')]).toEqual([path, 404, false])
    }
    expect((await get(`/out/${bob}/latest.atom`)).body).not.toContain('Pumpkin')
  })

  test('a wrong secret, another kind of secret, and what is not there are found nowhere', async () => {
    const api = (await app.sessions.issue(world.readers.ann, { name: 'api', scope: 'write' })).secret
    const bob = (await app.sessions.issue(world.readers.bob, { name: 'feeds', scope: 'read', kind: 'feed' })).secret
    const { id } = (await world.ann.send('POST', '/saved-searches', { name: 'Ports', query: 'harbour' })).json<{
      id: number
    }>()
    const nowhere = [
      `/out/${api}/latest.atom`,
      '/out/x/latest.atom',
      `/out/${secret}/latest`,
      `/out/${secret}/latest.xml`,
      `/out/${secret}/latest/more.atom`,
      `/out/${secret}/tabs/none.atom`,
      `/out/${secret}/stories/none.atom`,
      `/out/${secret}/topics/none.atom`,
      `/out/${secret}/topics/${'0'.repeat(32)}.atom`,
      `/out/${secret}/constructor.atom`,
      `/out/${bob}/searches/${id}.atom`,
    ]
    for (const path of nowhere) expect([path, (await get(path)).statusCode]).toEqual([path, 404])
    // It opens nothing else.
    expect((await get('/api/v1/me', { authorization: `Bearer ${secret}` })).statusCode).toBe(401)
    const { items } = await world.ann.get<{ items: { id: number; kind: string }[] }>('/tokens')
    await world.ann.send('DELETE', `/tokens/${items.find((one) => one.kind === 'feed')!.id}`)
    expect((await get(`/out/${secret}/latest.atom`)).statusCode).toBe(404)
  })
})
