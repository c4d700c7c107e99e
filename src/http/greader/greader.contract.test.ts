import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aServer, aWebApp } from '../../../tests/support/a-web-app.ts'
import { sampledKinds } from '../../../tests/support/databases.ts'
import { aSource } from '../../../tests/support/poll-records.ts'
import { anItem, SHARED, type TwoReaders, twoReaders } from '../../../tests/support/two-readers.ts'
import type { WebApp } from '../../app/web-app.ts'

/* The API of Google Reader as apps use it, with the traps they set: `../shared/reference/field.md` of the requirement, section 6. */

const ITEMS = Array.from({ length: 12 }, (_, n) =>
  anItem(`Harbour ${'abcdefghijkl'[n]}`, `https://shared.example/${n}`, n + 1),
)

interface Item {
  readonly id: string
  readonly title: string
  readonly categories: readonly string[]
  readonly [name: string]: unknown
}

describe.each(sampledKinds(import.meta.url))('reader apps on %s', (kind) => {
  let world: TwoReaders
  let app: WebApp
  let server: FastifyInstance
  let auth: string

  beforeEach(async () => {
    world = await twoReaders(kind)
    world.desk.publish(SHARED, [anItem('First', 'https://shared.example/first', 90)])
    await world.desk.poll()
    world.desk.setClock(world.desk.now() + 60_000)
    world.desk.publish(SHARED, ITEMS)
    await world.desk.poll()
    app = aWebApp(world.desk)
    server = await aServer(app)
    auth = await logIn()
  })
  afterEach(async () => {
    await server.close()
    await world.close()
  })

  const secretOf = async (reader = world.readers.ann) =>
    (await app.sessions.issue(reader, { name: 'app', scope: 'write' })).secret
  const form = (fields: readonly (readonly [string, string])[]) =>
    new URLSearchParams(fields.map((one) => [...one])).toString()
  const post = (url: string, fields: readonly (readonly [string, string])[] = [], headers = {}) =>
    server.inject({
      method: 'POST',
      url,
      headers: {
        host: 'localhost',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `GoogleLogin auth=${auth}`,
        ...headers,
      },
      payload: form(fields),
    })
  const get = (url: string, headers = {}) =>
    server.inject({ url, headers: { host: 'localhost', authorization: `GoogleLogin auth=${auth}`, ...headers } })
  const api = async <T>(path: string) => {
    const answer = await get(`/reader/api/0/${path}`)
    expect([path, answer.statusCode]).toEqual([path, 200])
    return answer.json<T>()
  }
  async function logIn(base = '') {
    const fields = [
      ['Email', 'ann'],
      ['Passwd', await secretOf()],
      ['service', 'reader'],
    ] as const
    const { body, statusCode } = await server.inject({
      method: 'POST',
      url: `${base}/accounts/ClientLogin`,
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: form(fields),
    })
    expect(statusCode).toBe(200)
    const lines = body
      .trim()
      .split('\n')
      .map((line) => line.split('='))
    expect(lines.map(([name]) => name)).toEqual(['SID', 'LSID', 'Auth'])
    // One app splits each line at `=` and needs two parts.
    for (const line of lines) expect(line).toHaveLength(2)
    return lines.at(-1)![1]!
  }
  const ids = async (query = '') =>
    (
      await api<{ itemRefs: { id: string }[] }>(
        `stream/items/ids?n=1000&s=user/-/state/com.google/reading-list${query}`,
      )
    ).itemRefs.map(({ id }) => id)
  const UNREAD = '&xt=user/-/state/com.google/read'
  const contents = async (list: readonly string[]) =>
    (
      await post(
        '/reader/api/0/stream/items/contents',
        list.map((id) => ['i', id] as const),
      )
    ).json<{ items: Item[]; id: string; updated: number }>()

  test('an app logs in with a token as its password, and with nothing else', async () => {
    const tries = [{ Email: 'ann', Passwd: 'wrong' }, { Email: 'bob', Passwd: await secretOf() }, {}]
    for (const tried of tries) {
      const answer = await server.inject({
        method: 'POST',
        url: '/accounts/ClientLogin',
        headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(tried as Record<string, string>).toString(),
      })
      expect([answer.statusCode, answer.body]).toEqual([401, 'Error=BadAuthentication\n'])
    }
    const asJson = await post(
      '/api/greader.php/accounts/ClientLogin?output=json',
      [
        ['Email', 'ann'],
        ['Passwd', await secretOf()],
      ],
      {
        authorization: '',
      },
    )
    expect(Object.keys(asJson.json())).toEqual(['SID', 'LSID', 'Auth'])
    for (const bad of ['GoogleLogin auth=ann/wrong', 'GoogleLogin auth=', 'Basic YTpi', ''])
      expect((await get('/reader/api/0/user-info', { authorization: bad })).statusCode).toBe(401)
    // A session of a browser does not count: another site could use it.
    const session = await app.sessions.issue(world.readers.ann, { name: 'browser', scope: 'write' })
    expect(
      (await get('/reader/api/0/user-info', { authorization: '', cookie: `copytaster=${session.secret}` })).statusCode,
    ).toBe(401)
  })

  test('addresses with too many slashes, at both places, are understood', async () => {
    for (const url of [
      '//reader/api/0/user-info',
      '/reader/api/0/user-info/',
      '/api/greader.php/reader/api/0/user-info',
      '/api/greader.php//reader/api/0/user-info?output=json',
    ])
      expect([url, (await get(url)).json().userName]).toEqual([url, 'ann'])
    expect(await logIn('/api/greader.php')).toBeTruthy()
    expect((await get('/reader/api/0/nothing')).statusCode).toBe(404)
  })

  test('feeds and tabs are listed, and 304 is given for what is known', async () => {
    const answer = await get('/reader/api/0/subscription/list?output=json')
    const label = { id: 'user/-/label/News', label: 'News' }
    expect(answer.json()).toEqual({
      subscriptions: [
        {
          id: 'feed/1',
          title: 'The Shared',
          categories: [label],
          url: SHARED,
          htmlUrl: 'https://shared.example/',
          iconUrl: 'https://shared.example/favicon.ico',
        },
      ],
    })
    expect(
      (await get('/reader/api/0/subscription/list?output=json', { 'if-none-match': answer.headers.etag })).statusCode,
    ).toBe(304)
    const labels = ['Top stories', 'Noteworthy', 'Emerging'].map((name) => ({
      id: `user/-/label/${name}`,
      type: 'tag',
    }))
    expect(await api('tag/list')).toEqual({
      tags: [{ id: 'user/-/state/com.google/starred' }, { id: label.id, type: 'folder' }, ...labels],
    })
    const { unreadcounts } = await api<{ unreadcounts: { id: string; count: number }[] }>('unread-count?output=json')
    expect(unreadcounts.map(({ id, count }) => [id, count])).toEqual([
      ['user/-/state/com.google/reading-list', 13],
      [label.id, 13],
      ['feed/1', 13],
    ])
  })

  test('items have what every app needs', async () => {
    const list = await ids()
    const { items, ...stream } = await contents(list.slice(0, 1))
    expect(stream).toMatchObject({
      id: 'user/-/state/com.google/reading-list',
      updated: Math.floor(world.desk.now() / 1000),
    })
    expect(items[0]).toMatchObject({
      id: `tag:google.com,2005:reader/item/${Number(list[0]).toString(16).padStart(16, '0')}`,
      crawlTimeMsec: expect.stringMatching(/^\d{13}$/),
      timestampUsec: expect.stringMatching(/^\d{13}000$/),
      published: expect.any(Number),
      updated: expect.any(Number),
      canonical: [{ href: expect.stringMatching(/^https:\/\/shared\.example\//) }],
      summary: { content: expect.stringContaining('in so many words') },
      origin: { streamId: 'feed/1', title: 'The Shared', htmlUrl: 'https://shared.example/' },
      categories: ['user/-/state/com.google/reading-list', 'user/-/label/News'],
    })
    const spellings = [
      list[0]!,
      (items[0]!.id as string).slice(-16),
      items[0]!.id as string,
      items[0]!.id.replace(/item\/0+/, 'item/'),
    ]
    expect((await contents([...spellings, 'nonsense', '99999999999999999999'])).items).toHaveLength(1)
    // By GET, and of a stream in the path, with and without percent signs.
    expect((await api<{ items: Item[] }>(`stream/items/contents?i=${list[1]}`)).items).toHaveLength(1)
    for (const path of [
      'stream/contents',
      'stream/contents/feed/1',
      'stream/contents/feed%2F1',
      'stream/contents/user/-/label/News',
      'stream/contents?s=feed/1',
    ])
      expect((await api<{ items: Item[] }>(`${path}${path.includes('?') ? '&' : '?'}n=50`)).items).toHaveLength(13)
    expect((await api<{ items: Item[] }>('stream/contents/user/-/label/Nothing')).items).toEqual([])
  })

  test('pages of a list neither lose nor repeat anything while items come and are read', async () => {
    const seen: string[] = []
    let more = ''
    for (let n = 0; ; n++) {
      const page = await api<{ itemRefs: { id: string }[]; continuation?: string }>(
        `stream/items/ids?n=5${UNREAD}${more}`,
      )
      seen.push(...page.itemRefs.map(({ id }) => id))
      if (page.continuation === undefined) break
      more = `&c=${page.continuation}`
      await post('/reader/api/0/edit-tag', [
        ['i', seen[n]!],
        ['a', 'user/-/state/com.google/read'],
      ])
      world.desk.setClock(world.desk.now() + 60_000)
      world.desk.publish(SHARED, [...ITEMS, anItem(`Later ${n} of them all`, `https://shared.example/later-${n}`, 0)])
      await world.desk.poll()
      expect(n).toBeLessThan(10)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(13)
    const oldest = await api<{ itemRefs: { id: string }[] }>('stream/items/ids?n=3&r=o')
    expect(oldest.itemRefs.map(({ id }) => Number(id))).toEqual([1, 2, 3])
  })

  test('what an app does is what the page shows, and the other way round', async () => {
    const [first, second, third] = await ids(UNREAD)
    const state = async (id: string) => (await world.ann.get<{ state: object }>(`/articles/${id}`)).state
    const edit = async (fields: readonly (readonly [string, string])[]) => {
      const answer = await post('/reader/api/0/edit-tag', fields)
      expect([answer.statusCode, answer.body]).toEqual([200, 'OK'])
    }
    await edit([
      ['i', first!],
      ['i', second!],
      ['a', 'user/-/state/com.google/read'],
      ['a', 'user/-/state/com.google/starred'],
    ])
    expect([await state(first!), await state(second!)]).toEqual([
      { read: true, saved: true, vote: 0 },
      { read: true, saved: true, vote: 0 },
    ])
    await edit([
      ['i', first!],
      ['r', 'user/1/state/com.google/read'],
      ['a', 'user/-/state/com.google/tracking-kept-unread'],
    ])
    await edit([
      ['i', second!],
      ['r', 'user/-/state/com.google/starred'],
      ['a', 'user/-/state/com.google/broadcast'],
    ])
    expect([await state(first!), await state(second!)]).toEqual([
      { read: false, saved: true, vote: 0 },
      { read: true, saved: false, vote: 0 },
    ])
    await world.ann.send('PATCH', `/articles/${third}/state`, { read: true, saved: true })
    expect((await contents([third!])).items[0]!.categories).toEqual(
      expect.arrayContaining(['user/-/state/com.google/read', 'user/-/state/com.google/starred']),
    )
    expect(
      (await api<{ itemRefs: object[] }>('stream/items/ids?s=user/-/state/com.google/starred&n=10')).itemRefs,
    ).toHaveLength(2)
    // Bob is somebody else.
    expect((await world.bob.get<{ state: object }>(`/articles/${first}`)).state).toMatchObject({ saved: false })
  })

  test('everything up to an instant is marked as read, and nothing that came later', async () => {
    const before = world.desk.now()
    world.desk.setClock(before + 60_000)
    world.desk.publish(SHARED, [...ITEMS, anItem('Quite late', 'https://shared.example/late', 0)])
    await world.desk.poll()
    for (const ts of [`${before}000`, String(Math.floor(before / 1000))]) {
      const answer = await post('/reader/api/0/mark-all-as-read', [
        ['s', 'feed/1'],
        ['ts', ts],
      ])
      expect(answer.body).toBe('OK')
      expect(await ids(UNREAD)).toHaveLength(1)
    }
    await post('/reader/api/0/mark-all-as-read', [['s', 'user/-/label/Nothing']])
    expect(await ids(UNREAD)).toHaveLength(1)
    await post('/reader/api/0/mark-all-as-read', [['s', 'user/-/state/com.google/reading-list']])
    expect(await ids(UNREAD)).toEqual([])
  })

  test('feeds are added, named, filed and removed', async () => {
    const NEW = 'https://new.example/rss'
    const edit = (fields: readonly (readonly [string, string])[]) => post('/reader/api/0/subscription/edit', fields)
    expect(
      (
        await edit([
          ['ac', 'subscribe'],
          ['s', `feed/${NEW}`],
          ['t', 'The New'],
          ['a', 'user/-/label/Local'],
        ])
      ).body,
    ).toBe('OK')
    const listed = async () =>
      (
        await api<{ subscriptions: { id: string; title: string; url: string; categories: { label: string }[] }[] }>(
          'subscription/list',
        )
      ).subscriptions
    const added = (await listed()).find(({ url }) => url === NEW)!
    expect([added.title, added.categories[0]!.label]).toEqual(['The New', 'Local'])
    await edit([
      ['ac', 'edit'],
      ['s', added.id],
      ['t', 'Newer'],
      ['a', 'user/-/label/World'],
    ])
    expect((await listed()).find(({ id }) => id === added.id)).toMatchObject({
      title: 'Newer',
      categories: [{ label: 'World' }],
    })
    await post('/reader/api/0/rename-tag', [
      ['s', 'user/-/label/World'],
      ['dest', 'user/-/label/Globe'],
    ])
    expect((await listed()).find(({ id }) => id === added.id)!.categories[0]!.label).toBe('Globe')
    await post('/reader/api/0/disable-tag', [['s', 'user/-/label/Globe']])
    expect((await listed()).find(({ id }) => id === added.id)!.categories).toEqual([])
    await edit([
      ['ac', 'unsubscribe'],
      ['s', `feed/${NEW}`],
    ])
    // That of all readers is hidden from this one.
    await edit([
      ['ac', 'unsubscribe'],
      ['s', 'feed/1'],
    ])
    expect(await listed()).toEqual([])
    expect((await world.bob.get<{ items: object[] }>('/subscriptions')).items).toHaveLength(1)
    const exported = await get('/reader/api/0/subscription/export')
    expect(exported.headers['content-type']).toContain('xml')
    expect(exported.body).toContain('<opml')
  })

  test('a token for changes may be missing; a wrong one is told', async () => {
    const token = (await get('/reader/api/0/token')).body
    expect(token).toMatch(/^\w{57}$/)
    const edit = (T: string | null) =>
      post('/reader/api/0/edit-tag', [
        ['i', '1'],
        ['a', 'user/-/state/com.google/read'],
        ...(T === null ? [] : [['T', T] as const]),
      ])
    for (const T of [null, '', 'x', token]) expect((await edit(T)).statusCode).toBe(200)
    const refused = await edit('z'.repeat(57))
    expect([
      refused.statusCode,
      refused.headers['x-reader-google-bad-token'],
      refused.headers['google-bad-token'],
    ]).toEqual([401, 'true', 'true'])
  })

  test('old apps get empty lists, and pages of other sites only with a secret', async () => {
    for (const path of ['preference/list', 'preference/stream/list', 'friend/list']) await api(path)
    expect((await get('/reader/api/0/user-info')).headers['access-control-allow-origin']).toBe('*')
    const preflight = await server.inject({
      method: 'OPTIONS',
      url: '/reader/api/0/user-info',
      headers: { host: 'localhost' },
    })
    expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
      204,
      'authorization, content-type',
    ])
  })

  test('a token that may only read changes nothing', async () => {
    const { secret } = await app.sessions.issue(world.readers.ann, { name: 'reads', scope: 'read' })
    const headers = { authorization: `GoogleLogin auth=ann/${secret}` }
    expect((await get('/reader/api/0/user-info', headers)).statusCode).toBe(200)
    expect(
      (
        await post(
          '/reader/api/0/edit-tag',
          [
            ['i', '2'],
            ['a', 'user/-/state/com.google/read'],
          ],
          headers,
        )
      ).statusCode,
    ).toBe(401)
    expect(await ids(UNREAD)).toHaveLength(13)
  })

  test('a section of the front page is a stream of stories, whose ids stay while they grow', async () => {
    const storm = (host: string, minutes: number, more = '') => ({
      ...anItem(`Storm in Kiel tears harbour bridge cables, three dead${more}`, `https://${host}/storm`, minutes),
      text: `A storm in Kiel tore the cables of the harbour bridge on Saturday and killed three people, the fire brigade says.${more}`,
    })
    const OTHER = 'https://other.example/rss'
    await world.desk.store.viewOf(world.readers.ann.id).addSources([aSource(OTHER)], world.desk.now())
    world.desk.publish(SHARED, [...ITEMS, storm('shared.example', 30)])
    world.desk.publish(OTHER, [storm('other.example', 20, ' at noon')])
    world.desk.setClock(world.desk.now() + 60_000)
    await world.desk.poll()
    await world.desk.app.stories.refine()
    const labels = ['Top stories', 'Noteworthy']
    const stories = async () => {
      const pages = await Promise.all(
        labels.map((label) => api<{ items: Item[] }>(`stream/contents/user/-/label/${encodeURIComponent(label)}?n=50`)),
      )
      return pages.flatMap(({ items }) => items).filter(({ title }) => /Storm in Kiel/.test(title))
    }
    await expect.poll(async () => (await stories()).length, { timeout: 10_000 }).toBe(1)
    const [story] = await stories()
    const text = (story!.summary as { content: string }).content
    expect(text).toMatch(/2 articles of 1 newsroom:/)
    expect(text).toContain('https://other.example/storm')
    const read = ['a', 'user/-/state/com.google/read'] as const
    const star = ['a', 'user/-/state/com.google/starred'] as const
    expect((await post('/reader/api/0/edit-tag', [['i', story!.id], read, star])).body).toBe('OK')
    const storms = (await world.ann.get<{ items: { title: string; state: { read: boolean } }[] }>('/articles?limit=50'))
      .items
    expect(storms.filter(({ title }) => /Storm/.test(title)).map(({ state }) => state.read)).toEqual([true, true])
    expect((await stories())[0]!.categories).toContain('user/-/state/com.google/read')
    // Asked for by its id alone, in any spelling.
    const decimal = String(Number.parseInt(story!.id.slice(-16), 16))
    expect((await contents([decimal])).items.map(({ id }) => id)).toEqual([story!.id])
    expect(decimal.length).toBeLessThan(16)
  })

  test('a search that is kept is a stream', async () => {
    await world.ann.send('POST', '/saved-searches', { name: 'Ports', query: 'harbour' })
    while ((await world.desk.store.updateSearch(1_000)) > 0);
    const ref = (await api<{ itemRefs: { id: string }[] }>('stream/items/ids?s=user/-/label/Ports&n=100')).itemRefs
    expect(ref).toHaveLength(12)
    await post('/reader/api/0/mark-all-as-read', [['s', 'user/-/label/Ports']])
    expect(await ids(UNREAD)).toHaveLength(1)
  })
})
