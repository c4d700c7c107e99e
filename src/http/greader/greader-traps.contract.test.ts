import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aServer, aWebApp } from '../../../tests/support/a-web-app.ts'
import { sampledKinds } from '../../../tests/support/databases.ts'
import { anItem, NOW, SHARED, type TwoReaders, twoReaders } from '../../../tests/support/two-readers.ts'
import type { WebApp } from '../../app/web-app.ts'
import type { Reader } from '../../core/domain/reader.ts'
import { parseFeed } from '../../core/parse/parse-feed.ts'

/* What apps stumble over at servers of this API, one test each; what the other tests of this folder show is not repeated. */

const API = '/reader/api/0'
const READ = 'user/-/state/com.google/read'
const MANY = 300
const PLAIN = [
  { title: 'Fish &amp; chips &#8211; a &quot;feast&quot;', url: 'https://shared.example/fish', text: 'Fish.', at: NOW },
  { title: 'Nothing but a headline about glaciers', url: 'https://shared.example/empty', at: NOW - 1_000 },
  { title: 'Known by its guid alone', url: null, guid: 'only-a-guid', text: 'Without an address.', at: NOW - 2_000 },
]
const word = (n: number) => [...String(n)].map((digit) => 'bdfgklmnrs'[Number(digit)] + 'aeiou'[n % 5]!).join('')

interface Item {
  readonly id: string
  readonly title: string
  readonly summary: { readonly content: unknown }
  readonly canonical: readonly { readonly href: unknown }[]
  readonly published: number
}

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders
  let app: WebApp
  let server: FastifyInstance
  let auth: string

  beforeAll(async () => {
    world = await twoReaders(kind)
    world.desk.publish(SHARED, [anItem('First', 'https://shared.example/first', 90)])
    await world.desk.poll()
    world.desk.setClock(NOW + 60_000)
    const many = Array.from({ length: MANY }, (_, n) =>
      anItem(`${word(n * 7)} ${word(n * 13 + 5)} ${word(n + 1_000)}`, `https://shared.example/${n}`, n + 1),
    )
    world.desk.publish(SHARED, [...PLAIN, ...many])
    await world.desk.poll()
    app = aWebApp(world.desk)
    server = await aServer(app)
    auth = `ann/${await secretOf(world.readers.ann)}`
  })
  afterAll(async () => {
    await server.close()
    await world.close()
  })

  const secretOf = async (reader: Reader) => (await app.sessions.issue(reader, { name: 'app', scope: 'write' })).secret
  const get = (url: string, headers = {}) =>
    server.inject({ url, headers: { host: 'localhost', authorization: `GoogleLogin auth=${auth}`, ...headers } })
  const json = async <T>(path: string): Promise<T> => (await get(`${API}/${path}`)).json()
  const post = (path: string, payload: string, type = 'application/x-www-form-urlencoded') =>
    server.inject({
      method: 'POST',
      url: `${API}/${path}`,
      headers: { host: 'localhost', authorization: `GoogleLogin auth=${auth}`, 'content-type': type },
      payload,
    })
  const ids = async (query: string) =>
    (await json<{ itemRefs: { id: string }[] }>(`stream/items/ids?n=1000${query}`)).itemRefs.map(({ id }) => id)
  const urls = async () =>
    (await json<{ subscriptions: { url: string; title: string }[] }>('subscription/list')).subscriptions.map(
      ({ url, title }) => [url, title],
    )
  const titled = async (title: RegExp) =>
    (await json<{ items: Item[] }>('stream/contents?n=1000')).items.find((item) => title.test(item.title))!

  test('titles are plain text whose entities are decoded once', async () => {
    expect((await titled(/^Fish/)).title).toBe('Fish & chips – a "feast"')
  })

  test('an item without a text has an empty one, and without an address an empty one', async () => {
    expect((await titled(/^Nothing but/)).summary.content).toBe('')
    expect((await titled(/^Known by/)).canonical).toEqual([{ href: '' }])
  })

  test('hundreds of ids are sent in one body', async () => {
    const all = await ids('')
    expect(all).toHaveLength(MANY + PLAIN.length + 1)
    const answer = await post('stream/items/contents', all.map((id) => `i=${id}`).join('&'))
    expect(answer.json<{ items: Item[] }>().items).toHaveLength(all.length)
  })

  test('what has an old date and came late is not missed: ot and nt mean when it came', async () => {
    const before = Math.floor(world.desk.now() / 1_000)
    world.desk.setClock(world.desk.now() + 60_000)
    world.desk.publish(SHARED, [
      { title: 'Old and late', url: 'https://shared.example/late', text: 'Late.', at: NOW - 9 * 86_400_000 },
    ])
    await world.desk.poll()
    const late = await titled(/^Old and late/)
    const id = String(Number.parseInt(late.id.slice(-16), 16))
    expect(late.published).toBeLessThan(before)
    expect(await ids(`&ot=${before + 30}`)).toEqual([id])
    expect(await ids(`&nt=${before + 30}`)).not.toContain(id)
  })

  test('it asks for a state besides the stream, and xt leaves one out', async () => {
    const [first] = await ids('')
    expect((await post('edit-tag', `i=${first}&a=${READ}`)).body).toBe('OK')
    expect(await ids(`&s=user/-/state/com.google/reading-list&it=${READ}`)).toEqual([first])
    expect(await ids(`&s=${READ}`)).toEqual([first])
    expect(await ids(`&xt=${READ}`)).not.toContain(first)
    expect(await ids(`&xt=user/1005/state/com.google/read`)).not.toContain(first)
  })

  test('several feeds are added and removed in one request, each with its title, by address and by number', async () => {
    const [one, other] = ['https://one.example/rss', 'https://other.example/rss']
    const both = `ac=subscribe&s=feed/${one}&t=One&s=feed/${encodeURIComponent(other)}&t=Other`
    expect((await post('subscription/edit', both)).body).toBe('OK')
    expect(await urls()).toEqual(
      expect.arrayContaining([
        [one, 'One'],
        [other, 'Other'],
      ]),
    )
    // Again: nothing is added twice.
    expect((await post('subscription/edit', both)).body).toBe('OK')
    expect(await urls()).toHaveLength(3)
    const { subscriptions } = await json<{ subscriptions: { id: string; url: string }[] }>('subscription/list')
    const number = subscriptions.find(({ url }) => url === other)!.id
    expect((await post('subscription/edit', `ac=unsubscribe&s=feed/${one}&s=${number}`)).body).toBe('OK')
    expect(await urls()).toHaveLength(1)
  })

  test('several labels are removed in one request', async () => {
    for (const label of ['Near', 'Far'])
      await post('subscription/edit', `ac=subscribe&s=feed/https://${label}.example/rss&a=user/-/label/${label}`)
    const labels = async () => (await json<{ tags: { id: string }[] }>('tag/list')).tags.map(({ id }) => id)
    expect(await labels()).toEqual(expect.arrayContaining(['user/-/label/Near', 'user/-/label/Far']))
    expect((await post('disable-tag', 's=user/-/label/Near&s=user/-/label/Far')).body).toBe('OK')
    expect((await labels()).filter((id) => /Near|Far/.test(id))).toEqual([])
    for (const label of ['near', 'far'])
      await post('subscription/edit', `ac=unsubscribe&s=feed/https://${label}.example/rss`)
  })

  test.each(['text/xml', 'application/xml', 'text/x-opml; charset=utf-8'])('feeds are imported as %s', async (type) => {
    const url = `https://${type.replace(/\W/g, '')}.example/rss`
    const opml = `<?xml version="1.0"?><opml version="2.0"><head/><body><outline text="x" type="rss" xmlUrl="${url}"/></body></opml>`
    expect((await post('subscription/import', opml, type)).body).toBe('OK')
    await expect.poll(async () => (await urls()).map(([one]) => one), { timeout: 20_000 }).toContain(url)
  })

  test('nothing is found for what is no feed', async () => {
    const answer = await post('subscription/quickadd', 'quickadd=nonsense')
    expect(answer.json()).toEqual({ query: 'nonsense', numResults: 0 })
  })

  test('tags are known by an ETag', async () => {
    const { etag } = (await get(`${API}/tag/list`)).headers
    expect((await get(`${API}/tag/list`, { 'if-none-match': etag })).statusCode).toBe(304)
  })

  test('Liferea, which polls no feed after a 304, gets the list of feeds each time', async () => {
    const { etag } = (await get(`${API}/subscription/list?output=json`)).headers
    const liferea = { 'if-none-match': etag, 'user-agent': 'Liferea/1.14.4 (Linux; https://lzone.de/liferea/)' }
    expect((await get(`${API}/subscription/list?output=json`, liferea)).statusCode).toBe(200)
    expect((await get(`${API}/subscription/list?output=json`, { 'if-none-match': etag })).statusCode).toBe(304)
  })

  test('a stream is Atom too, with what was read and starred as categories', async () => {
    const [first, second] = await ids('')
    await post('edit-tag', `i=${first}&a=${READ}&a=user/-/state/com.google/starred`)
    await post('edit-tag', `i=${second}&r=${READ}`)
    const answer = await get('/reader/atom/feed%2F1?n=2')
    expect(answer.headers['content-type']).toContain('application/atom+xml')
    const two = { kind: 'feed', warnings: [], entries: [expect.anything(), expect.anything()] }
    expect(parseFeed(Buffer.from(answer.body))).toMatchObject(two)
    const labels = [...answer.body.matchAll(/scheme="http:\/\/www\.google\.com\/reader\/" label="(\w+)"/g)].map(
      (one) => one[1],
    )
    expect(labels).toEqual(['read', 'starred', 'fresh'])
  })

  test('whoever has an odd name logs in too: the value holds no equals sign and no space', async () => {
    const odd = await world.desk.app.readers.add({ name: 'Åsa.b+c@d-e', role: 'reader', email: null })
    const form = new URLSearchParams({ Email: odd.name, Passwd: await secretOf(odd) })
    const { body } = await server.inject({
      method: 'POST',
      url: '/accounts/ClientLogin',
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    })
    const value = /^Auth=([^=\s]+)$/m.exec(body)?.[1]
    expect(value).toBeDefined()
    const info = await get(`${API}/user-info`, { authorization: `GoogleLogin auth=${value}` })
    expect(info.json().userName).toBe(odd.name)
    // Liferea sends the value itself as T; here it is as long as a token.
    const longName = await world.desk.app.readers.add({
      name: 'a'.repeat(57 - 1 - auth.length + 4),
      role: 'reader',
      email: null,
    })
    const own = `${longName.name}/${await secretOf(longName)}`
    const request = {
      method: 'POST',
      url: `${API}/edit-tag`,
      headers: { host: 'localhost', authorization: `GoogleLogin auth=${own}`, 'content-type': 'text/plain' },
      payload: `i=1&a=${READ}&T=${own}`,
    } as const
    expect([own.length, (await server.inject(request)).body]).toEqual([57, 'OK'])
  })
})
