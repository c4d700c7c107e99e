import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aClient, aServer, aWebApp } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk, type Item } from '../../tests/support/an-app.ts'
import { migratedDatabase, sampledKinds } from '../../tests/support/databases.ts'
import { anEventClient } from '../../tests/support/event-client.ts'
import type { WebApp } from '../app/web-app.ts'
import type { Reader } from '../core/domain/reader.ts'
import type { LiveEventData } from './contract/events.ts'
import type { Listening } from './listen.ts'
import { serveApp } from './serve-app.ts'

/* Live events, over both databases. */

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 14, 12)
const SHARED = 'https://shared.example/rss'
const ANNS = 'https://annsblog.example/rss'
const SETTINGS = `digest: {timezone: UTC}\ntabs: {en: {name: News, sources: [{url: "${SHARED}", source_name: The Shared}]}}\n`

const plain = { tab: null, category: null, name: null, tier: null, kind: 'major' } as const
const WORDS = ['harbour', 'violin', 'election', 'vaccine', 'glacier', 'railway', 'orchard', 'satellite', 'stadium']

const items = (host: string, from: number, to: number): Item[] =>
  Array.from({ length: to - from }, (_, at) => {
    const n = from + at
    const about = `${WORDS[n % WORDS.length]} ${WORDS[(n * 7 + 3) % WORDS.length]} ${n}`
    return { title: `${host} on ${about}`, url: `https://${host}/${n}`, text: `Of ${about}.`, at: NOW - n * 60_000 }
  })

/** Waits for something that other parts of the program bring about. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await setTimeout(10)
}

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let desk: Desk
  let drop: () => Promise<void>
  let app: WebApp
  let closing: (() => Promise<unknown>)[] = []

  const add = (name: string): Promise<Reader> => desk.app.readers.add({ name, role: 'reader', email: null })
  const tokenOf = async (reader: Reader) => (await app.sessions.issue(reader, { name: 'test', scope: 'write' })).secret
  /** Everything after an event that a reader may hear. */
  async function stored(token: string, after = 0): Promise<LiveEventData[]> {
    const answer = await aClient(await aServer(aWebApp(desk)), token).send('GET', `/events?once=true&after=${after}`)
    expect(answer.headers['content-type']).toBe('text/event-stream')
    const lines = answer.body.split('\n').filter((line) => line.startsWith('data: '))
    return lines.map((line) => JSON.parse(line.slice(6)))
  }
  async function started(): Promise<Listening> {
    app = aWebApp(desk)
    const server = await serveApp(app, { listenAt: '127.0.0.1:0', baseUrl: null, trustedProxies: [] })
    closing.push(server.close)
    return server
  }
  const poll = async (host: string, from: number, to: number) => {
    desk.publish(host === 'shared.example' ? SHARED : ANNS, items(host, from, to))
    desk.setClock(desk.now() + HOUR)
    await desk.app.polls.runDue(() => {})
  }

  beforeEach(async () => {
    const database = await migratedDatabase(kind)
    drop = database.drop
    desk = await anApp({ now: NOW, address: database.address, settings: SETTINGS })
    await desk.syncSources()
    app = aWebApp(desk)
    closing = []
  })
  afterEach(async () => {
    for (const close of closing) await close()
    await desk.close()
    await drop()
  })

  test('readers hear of what they see, and of nothing else', async () => {
    const [ann, bob] = [await add('ann'), await add('bob')]
    await desk.app.forReader(ann).feeds.add(ANNS, plain)
    desk.publish(ANNS, items('annsblog.example', 0, 3))
    await poll('shared.example', 0, 2)
    await desk.app.stories.refine()
    const [anns, bobs] = [await tokenOf(ann), await tokenOf(bob)]
    const [article] = (await aClient(await aServer(app), anns).get<{ items: { id: number }[] }>('/articles')).items
    await aClient(await aServer(app), anns).send('PATCH', `/articles/${article!.id}/state`, { read: true, saved: true })
    await desk.app.forReader(bob).digests.today({ type: 'morning', windowMs: null, topics: null, tab: null }, false)
    const heard = { ann: await stored(anns), bob: await stored(bobs) }
    const kinds = (list: readonly LiveEventData[]) => [...new Set(list.map((event) => event.kind))].sort()
    expect(kinds(heard.ann)).toEqual(['articles', 'state', 'stories'])
    expect(kinds(heard.bob)).toEqual(['articles', 'digest', 'stories'])
    const articles = (list: readonly LiveEventData[]) =>
      list.flatMap((event) => (event.kind === 'articles' ? event.articles : []))
    expect(articles(heard.ann)).toHaveLength(5)
    expect(articles(heard.bob)).toHaveLength(2)
    const stories = (list: readonly LiveEventData[]) =>
      list.flatMap((event) => (event.kind === 'stories' ? event.stories : []))
    for (const [list, token] of [
      [heard.ann, anns],
      [heard.bob, bobs],
    ] as const) {
      const { items: seen } = await aClient(await aServer(app), token).get<{ items: { id: string }[] }>('/stories')
      expect([...new Set(stories(list))].sort()).toEqual(seen.map(({ id }) => id).sort())
    }
    expect(heard.ann.filter((event) => event.kind === 'state')).toMatchObject([
      { articles: [article!.id], saved: true },
      { articles: [article!.id], read: true },
    ])
  })

  test('who was away for too long is told to begin anew', async () => {
    await poll('shared.example', 0, 2)
    const token = await tokenOf((await desk.store.readers())[0]!)
    const [first] = await stored(token)
    expect(first!.kind).toBe('articles')
    await desk.store.pruneLiveEvents(desk.now() + HOUR, 10)
    const newest = await desk.store.web.newestEvent()
    expect(await stored(token, first!.id - 1)).toMatchObject([{ kind: 'reset', id: newest }])
    // A number that this store never gave: it was made anew from a backup.
    expect(await stored(token, 1_000_000)).toMatchObject([{ kind: 'reset' }])
  })

  test('asking for the head of a stream leaves no listener behind', async () => {
    const server = await started()
    const token = await tokenOf((await desk.store.readers())[0]!)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(new URL('api/v1/events', server.url), { method: 'HEAD', headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    await until(() => app.live.counts().listeners === 0)
  })

  test('a stream ends when its token is revoked', async () => {
    const server = await started()
    const reader = await add('ann')
    const { secret, token } = await app.sessions.issue(reader, { name: 'test', scope: 'read' })
    const client = anEventClient(secret)
    await client.connect(server.url)
    await until(() => client.heard.length === 1)
    await app.sessions.revoke(reader.id, token.id)
    await poll('shared.example', 0, 2)
    app.live.wake()
    await client.ended()
    expect(client.heard).toMatchObject([{ kind: 'ready' }])
  })

  test('two hundred listen while feeds are polled, one takes nothing, and after a restart all resume', async () => {
    const readers = [await add('ann'), await add('bob'), await add('cid')]
    await desk.app.forReader(readers[0]!).feeds.add(ANNS, plain)
    let server = await started()
    const tokens = await Promise.all(readers.map(tokenOf))
    const clients = Array.from({ length: 200 }, (_, n) => ({ of: n % 3, client: anEventClient(tokens[n % 3]!) }))
    await eachInTurn(clients, ({ client }) => client.connect(server.url))
    const deaf = await aDeafListener(server.url, tokens[0]!)
    await until(() => clients.every(({ client }) => client.heard.length === 1) && app.live.counts().listeners === 201)
    const begin = clients[0]!.client.heard[0]!.id

    for (let n = 0; n < 4; n++) {
      desk.publish(ANNS, items('annsblog.example', 5 * n, 5 * n + 5))
      await poll('shared.example', 5 * n, 5 * n + 5)
      app.live.wake()
      expect(app.live.counts().bufferedBytes).toBeLessThan(201 * 64 * 1024)
    }
    await desk.app.stories.refine()
    app.live.wake()
    await until(() => clients.every(({ client }) => client.lastId() === clients[0]!.client.lastId()))
    // Some go away by themselves, all others because the server is started anew; meanwhile things happen.
    await eachInTurn(clients.slice(0, 50), ({ client }) => client.disconnect())
    await poll('shared.example', 20, 25)
    await server.close()
    await Promise.all(clients.map(({ client }) => client.ended()))
    desk.publish(ANNS, items('annsblog.example', 25, 30))
    await poll('shared.example', 25, 30)
    server = await started()
    await eachInTurn(clients, ({ client }) => client.connect(server.url))
    await poll('shared.example', 30, 35)
    app.live.wake()

    const expected = await Promise.all(tokens.map((token) => stored(token, begin)))
    // Seven polls; the stories of many articles are told in several events.
    const [, bob, cid] = expected.map((list) => list.filter(({ kind: what }) => what !== 'stories').length)
    expect([bob, cid]).toEqual([7, 7])
    for (const list of expected) expect(list.some(({ kind: what }) => what === 'stories')).toBe(true)
    await until(() => clients.every(({ client, of }) => client.heard.length > expected[of]!.length))
    for (const { client, of } of clients) expect(comparable(client.heard.slice(1))).toEqual(comparable(expected[of]!))
    deaf.destroy()
  })
})

/** The stories of articles are told as they are when the event is sent. */
const comparable = (events: readonly LiveEventData[]) =>
  events.map((event) => (event.kind === 'stories' ? { ...event, stories: event.stories.length } : event))

async function eachInTurn<T>(list: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  for (const one of list) await act(one)
}

/** Asks for events and never reads. */
async function aDeafListener(url: string, token: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.pause()
  socket.write(`GET /api/v1/events HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`)
  return socket
}
