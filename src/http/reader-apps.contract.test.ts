import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aServer, aWebApp } from '../../tests/support/a-web-app.ts'
import { sampledKinds } from '../../tests/support/databases.ts'
import { rss, someItems } from '../../tests/support/publisher/documents.ts'
import { serve } from '../../tests/support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../../tests/support/publisher.ts'
import { anItem, NOW, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import type { WebApp } from '../app/web-app.ts'
import { createFetcher, type Fetcher } from '../io/fetch/create-fetcher.ts'

/*
 * The requests of apps, written down from their sources and from the documents of the servers they were made for: spelling of ids,
 * where parameters stand, what is sent for `T`, and what is said of the body. Those of Reeder, ReadKit, FeedMe and FocusReader, which
 * have no public source, are the ones that FreshRSS names for them.
 */

/** A request: method and address; the body; what the answer must contain. Names in braces are replaced. */
type Ask = readonly [line: string, body?: string | undefined, answer?: string]

interface AppScript {
  readonly name: string
  /** Gives `{auth}`; clients of Miniflux have none. */
  readonly login?: Ask
  readonly headers: Readonly<Record<string, string>>
  /** The `Content-Type` of bodies; some apps name none. */
  readonly type?: string
  /** What it asks for when it is opened. */
  readonly sync: readonly Ask[]
  readonly read: Ask
  readonly unread: Ask
  readonly star: Ask
  readonly unstar: Ask
  readonly markAll?: Ask
  readonly add?: readonly Ask[]
  readonly remove?: Ask
}

const FORM = 'application/x-www-form-urlencoded'
const API = '/reader/api/0'
const READ = 'user/-/state/com.google/read'
const STAR = 'user/-/state/com.google/starred'
const ALL = 'user/-/state/com.google/reading-list'
const google = { authorization: 'GoogleLogin auth={auth}' }
const LOGIN = ['POST /accounts/ClientLogin', 'Email=ann&Passwd={secret}'] as const

/** The four changes of an item as most apps send them. */
const edits = (url: string, items: string, more = '') => ({
  read: [`POST ${url}`, `${items}&a=${READ}${more}`, 'OK'] as const,
  unread: [`POST ${url}`, `${items}&r=${READ}${more}`, 'OK'] as const,
  star: [`POST ${url}`, `${items}&a=${STAR}${more}`, 'OK'] as const,
  unstar: [`POST ${url}`, `${items}&r=${STAR}${more}`, 'OK'] as const,
})

const GOOGLE_READER: readonly AppScript[] = [
  {
    name: 'NetNewsWire',
    login: ['POST /api/greader.php/accounts/ClientLogin', 'Email=ann&Passwd={secret}'],
    headers: google,
    type: FORM,
    sync: [
      [`GET /api/greader.php${API}/token`],
      [`GET /api/greader.php${API}/tag/list?output=json`, undefined, 'user/-/label/News'],
      [`GET /api/greader.php${API}/subscription/list?output=json`, undefined, '"feed/1"'],
      [`GET /api/greader.php${API}/stream/items/ids?n=1000&output=json&ot={monthsAgo}&s=${ALL}`, undefined, '"{id}"'],
      [
        `GET /api/greader.php${API}/stream/items/ids?n=1000&output=json&ot={monthsAgo}.25&s=feed/1`,
        undefined,
        '"{id}"',
      ],
      [`GET /api/greader.php${API}/stream/items/ids?n=1000&output=json&s=${ALL}&xt=${READ}`],
      [`GET /api/greader.php${API}/stream/items/ids?n=1000&output=json&s=${STAR}`],
      [
        `POST /api/greader.php${API}/stream/items/contents`,
        'T={token}&output=json&i=tag:google.com,2005:reader/item/{hex}',
        '{long}',
      ],
    ],
    ...edits(`/api/greader.php${API}/edit-tag`, 'T={token}&i=tag:google.com,2005:reader/item/{hex16}'),
    add: [
      [`POST /api/greader.php${API}/subscription/quickadd?quickadd={newEncoded}`, 'T={token}', '"numResults":1'],
      [
        `POST /api/greader.php${API}/subscription/edit`,
        'T={token}&ac=subscribe&s={added}&a=user/-/label/Far%20away&t=The%20new',
        'OK',
      ],
      [`GET /api/greader.php${API}/subscription/list?output=json`, undefined, '"title":"The new"'],
      [`POST /api/greader.php${API}/subscription/edit`, 'T={token}&s={added}&ac=edit&t=Newer', 'OK'],
      [`POST /api/greader.php${API}/subscription/edit`, 'T={token}&s={added}&ac=edit&r=user/-/label/Far away', 'OK'],
      [`POST /api/greader.php${API}/rename-tag`, 'T={token}&s=user/-/label/Far away&dest=user/-/label/Farther', 'OK'],
      [`POST /api/greader.php${API}/disable-tag`, 'T={token}&s=user/-/label/Farther', 'OK'],
    ],
    remove: [`POST /api/greader.php${API}/subscription/edit`, 'T={token}&s={added}&ac=unsubscribe', 'OK'],
  },
  {
    name: 'Read You',
    login: [
      'POST /accounts/ClientLogin',
      'output=json&Email=ann&Passwd={secret}&client=ReadYou&accountType=HOSTED_OR_GOOGLE&service=reader',
    ],
    headers: google,
    type: FORM,
    sync: [
      [`GET ${API}/token`],
      [`GET ${API}/user-info?output=json`, undefined, '"userName":"ann"'],
      [`GET ${API}/subscription/list?output=json`, undefined, '"feed/1"'],
      [`GET ${API}/stream/items/ids?output=json&s=${READ}&ot={monthsAgo}&n=10000`],
      [`GET ${API}/stream/items/ids?output=json&s=${ALL}&it=${READ}&n=10000`],
      [`GET ${API}/stream/items/ids?output=json&s=${ALL}&xt=${READ}&n=10000`],
      [`GET ${API}/stream/items/ids?output=json&s=${STAR}&n=10000`],
      [`POST ${API}/stream/items/contents?output=json`, 'i={hex16}&T={token}', '{long}'],
    ],
    ...edits(`${API}/edit-tag?output=json`, 'i=tag%3Agoogle.com%2C2005%3Areader%2Fitem%2F{hex16}', '&T={token}'),
    markAll: [`POST ${API}/mark-all-as-read?output=json`, 's=feed%2F1&ts={usec}&T={token}', 'OK'],
    add: [
      [
        `POST ${API}/subscription/quickadd?output=json&quickadd={newEncoded}`,
        'quickadd={newEncoded}&T={token}',
        '"streamId":"feed/',
      ],
    ],
    remove: [`POST ${API}/subscription/edit?output=json`, 'ac=unsubscribe&s={added}&T={token}', 'OK'],
  },
  {
    name: 'Fluent Reader',
    login: LOGIN,
    headers: google,
    type: `${FORM};charset=UTF-8`,
    sync: [
      [`GET ${API}/user-info`, undefined, '"userName":"ann"'],
      [`GET ${API}/subscription/list?output=json`, undefined, '"feed/1"'],
      [`GET ${API}/stream/items/ids?output=json&s=${ALL}&xt=${READ}&n=1000`],
      [`GET ${API}/stream/items/ids?output=json&s=${STAR}&n=1000`],
      [`GET ${API}/stream/contents?output=json&n=125`, undefined, '{long}'],
      [`GET ${API}/stream/contents?output=json&n=125&ot={roundedUp}`, undefined, '{long}'],
    ],
    ...edits(`${API}/edit-tag`, 'i={id}'),
    markAll: [`POST ${API}/mark-all-as-read`, 's=feed%2F1', 'OK'],
  },
  {
    name: 'RSS Guard',
    login: LOGIN,
    headers: google,
    sync: [
      [`GET ${API}/token`],
      [`GET ${API}/tag/list?output=json`, undefined, 'user/-/label/News'],
      [`GET ${API}/subscription/list?output=json`, undefined, '"feed/1"'],
      [`GET ${API}/stream/items/ids?output=json&n=200000&s=feed%2F1&xt=${READ}&ot={monthsAgo}`],
      [`GET ${API}/stream/contents/feed%2F1?output=json&n=2000000&ot={monthsAgo}`, undefined, '{long}'],
      [
        `POST ${API}/stream/items/contents?output=json&n=200000`,
        'i=tag%3Agoogle.com%2C2005%3Areader%2Fitem%2F{hex16}',
        '{long}',
      ],
      [`GET ${API}/subscription/export`, undefined, '<opml'],
    ],
    ...edits(`${API}/edit-tag`, 'i=tag:google.com,2005:reader/item/{hex16}'),
    add: [
      [
        `POST ${API}/subscription/edit?ac=subscribe&s=feed/{new}&t=The new&a=user/-/label/News`.replaceAll(
          ' new',
          '%20new',
        ),
        'T={token}',
        'OK',
      ],
      [
        `POST ${API}/subscription/import`,
        '<opml version="2.0"><body><outline type="rss" xmlUrl="{new}" text="n"/></body></opml>',
        'OK',
      ],
    ],
    remove: [`POST ${API}/subscription/edit?ac=unsubscribe&s={added}`, 'T={token}', 'OK'],
  },
  {
    name: 'Liferea',
    login: [
      'POST /accounts/ClientLogin',
      'service=reader&Email=ann&Passwd={secret}&source=liferea&continue=http://www.google.com',
    ],
    headers: google,
    type: FORM,
    sync: [
      [`GET ${API}/subscription/list?output=json`, undefined, '"feed/1"'],
      [`GET ${API}/unread-count?output=json&all=true&client=liferea`, undefined, 'newestItemTimestampUsec'],
      [`GET ${API}/stream/items/ids?s=feed%2F1&client=liferea&n=50&output=json&merge=true`, undefined, '"{id}"'],
      [`POST ${API}/stream/items/contents`, 'output=json&mediaRss=true&T={auth}&i={id}', '{long}'],
      [`GET ${API}/token`],
    ],
    ...edits(
      `${API}/edit-tag?client=liferea`,
      'i=tag%3Agoogle.com%2C2005%3Areader%2Fitem%2F{hex16}&s=feed%2Fhttps%3A%2F%2Fshared.example%2Frss',
      '&ac=edit-tags&T={token}&async=true',
    ),
    unread: [
      `POST ${API}/edit-tag?client=liferea`,
      `i=tag%3Agoogle.com%2C2005%3Areader%2Fitem%2F{hex16}&s=feed%2Fx&a=user%2F-%2Fstate%2Fcom.google%2Fkept-unread&r=user%2F-%2Fstate%2Fcom.google%2Fread&ac=edit-tags&T={token}&async=true`,
      'OK',
    ],
    add: [
      [`POST ${API}/subscription/edit?client=liferea`, 's=feed%2F{newEncoded}&i=null&ac=subscribe&T={token}', 'OK'],
    ],
    remove: [
      `POST ${API}/subscription/edit?client=liferea`,
      's=feed%2F{addedFeed}&i=null&ac=unsubscribe&T={token}',
      'OK',
    ],
  },
  {
    name: 'Newsboat from 2.24, as FreshRSS',
    login: ['POST /api/greader.php/accounts/ClientLogin', 'service=reader&Email=ann&Passwd={secret}&source=newsboat'],
    headers: google,
    type: FORM,
    sync: [
      [`GET /api/greader.php${API}/token`],
      [`GET /api/greader.php//reader/api/0/subscription/list?output=json&ck=1`, undefined, '"feed/1"'],
      [`GET /api/greader.php${API}/stream/contents/feed%2F1?n=20&ck=1`, undefined, '"items"'],
      [`GET /api/greader.php${API}/stream/contents/user/-/state/com.google/starred?n=20`, undefined, '"items"'],
    ],
    ...edits(`/api/greader.php${API}/edit-tag`, 'i={long}', '&ac=edit&T={token}'),
    markAll: [`POST /api/greader.php${API}/mark-all-as-read`, 's=feed%2F1&ts={usec}&T={token}', 'OK'],
  },
  {
    name: 'Reeder, with an x for T',
    login: LOGIN,
    headers: google,
    type: FORM,
    sync: [
      [`GET ${API}/subscription/list?output=json`, undefined, '"feed/1"'],
      [`GET ${API}/tag/list?output=json`],
      [
        `GET ${API}/stream/items/ids?output=json&s=user/1/state/com.google/reading-list&n=1000&r=o`,
        undefined,
        '"{id}"',
      ],
      [`POST ${API}/stream/items/contents`, 'output=json&i={id}&T=x', '{long}'],
      [`GET ${API}/preference/stream/list?output=json`],
    ],
    ...edits(`${API}/edit-tag`, 'i={id}', '&T=x'),
    markAll: [`POST ${API}/mark-all-as-read`, `s=${ALL}&ts={usec}&T=x`, 'OK'],
  },
  {
    name: 'FeedMe, with an empty T',
    login: ['GET /api/greader.php/accounts/ClientLogin?Email=ann&Passwd={secret}'],
    headers: google,
    sync: [
      [`GET /api/greader.php${API}/user-info?output=json`],
      [`GET /api/greader.php${API}/subscription/list?output=json`, undefined, '"feed/1"'],
      [`GET /api/greader.php${API}/unread-count?output=json`],
      [`POST /api/greader.php${API}/stream/items/contents?output=json`, 'i={long}&i=tag:x&T=', '{long}'],
    ],
    ...edits(`/api/greader.php${API}/edit-tag`, 'T=&i={long}'),
    markAll: [`POST /api/greader.php${API}/mark-all-as-read`, 'T=&s=user/-/label/News', 'OK'],
  },
  {
    name: 'FocusReader and ReadKit, with a slash at the end of the address',
    login: ['POST /api/greader.php//accounts/ClientLogin', 'Email=ann&Passwd={secret}'],
    headers: google,
    type: FORM,
    sync: [
      [`GET /api/greader.php/${API}/subscription/list?output=json`, undefined, '"feed/1"'],
      [`GET /api/greader.php/${API}/friend/list?output=json`],
      [`GET /api/greader.php/${API}/stream/items/contents?output=json&i={id}`, undefined, '{long}'],
    ],
    ...edits(`/api/greader.php/${API}/edit-tag`, 'i={hex16}&a=user/-/state/com.google/like'),
    markAll: [`POST /api/greader.php/${API}/mark-all-as-read`, 's=feed/1&ts={usec}', 'OK'],
  },
]

const mark = (status: string) => ['PUT /v1/entries', `{"entry_ids": [{id}], "status": "${status}"}`] as const
const toggle = ['PUT /v1/entries/{id}/bookmark'] as const
const json = { read: mark('read'), unread: mark('unread'), star: toggle, unstar: toggle }
const BASIC = { authorization: 'Basic {basic}' }

const MINIFLUX: readonly AppScript[] = [
  {
    name: 'the client of Miniflux in Python',
    headers: BASIC,
    sync: [
      ['GET /v1/me', undefined, '"username":"ann"'],
      ['GET /v1/users', undefined, '"ann"'],
      ['GET /v1/version', undefined, '"version"'],
      ['GET /v1/categories', undefined, '"News"'],
      ['GET /v1/feeds', undefined, '"feed_url"'],
      ['GET /v1/feeds/1'],
      ['GET /v1/feeds/counters', undefined, '"unreads"'],
      ['GET /v1/entries?order=published_at&direction=desc&limit=100&starred=0&search=', undefined, '"id":{id}'],
      ['GET /v1/feeds/1/entries/{id}', undefined, '"id":{id}'],
      ['GET /v1/entries/{id}', undefined, '"id":{id}'],
      ['GET /v1/export', undefined, '<opml'],
      ['PUT /v1/feeds/refresh'],
      ['PUT /v1/feeds/1/refresh'],
      ['GET /v1/integrations/status', undefined, 'false'],
    ],
    ...json,
    markAll: ['PUT /v1/users/1/mark-all-as-read'],
    add: [
      ['POST /v1/discover', '{"url": "{new}"}', '"url":"{new}"'],
      ['POST /v1/feeds', '{"feed_url": "{new}", "category_id": 1}', '"feed_id"'],
      ['PUT /v1/feeds/{addedFeed}', '{"title": "Newer"}', '"title":"Newer"'],
      ['PUT /v1/feeds/{addedFeed}/mark-all-as-read'],
    ],
    remove: ['DELETE /v1/feeds/{addedFeed}'],
  },
  {
    name: 'Fluent Reader as a client of Miniflux',
    headers: { 'x-auth-token': '{secret}' },
    type: FORM,
    sync: [
      ['GET /v1/me'],
      ['GET /v1/categories'],
      ['GET /v1/feeds'],
      ['GET /v1/entries?order=id&direction=desc&after_entry_id=0&limit=125', undefined, '"id":{id}'],
      ['GET /v1/entries?order=id&direction=desc&limit=125&status=unread'],
      ['GET /v1/entries?order=id&direction=desc&limit=125&starred=true&before_entry_id={id}'],
    ],
    ...json,
    markAll: ['PUT /v1/feeds/1/mark-all-as-read'],
  },
  {
    name: 'Newsboat as a client of Miniflux',
    headers: BASIC,
    type: FORM,
    sync: [
      ['GET /v1/categories'],
      ['GET /v1/feeds'],
      ['GET /v1/feeds/1/entries?order=published_at&direction=desc', undefined, '"id":{id}'],
    ],
    ...json,
  },
]

const STATUS: Readonly<Record<string, number>> = { 'POST /v1/feeds': 201, 'PUT /v1/feeds/{addedFeed}': 201 }
const ITEMS = Array.from({ length: 30 }, (_, n) =>
  anItem(`Harbour ${'abcdefghijklmnopqrstuvwxyzäöüß'[n]}`, `https://shared.example/${n}`, n + 1),
)

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let world: TwoReaders
  let app: WebApp
  let server: FastifyInstance
  let publisher: Publisher
  let fetcher: Fetcher
  let taken = 0

  beforeAll(async () => {
    publisher = await startPublisher()
    fetcher = createFetcher({ allow: [`127.0.0.1:${publisher.port}`], userAgent: 'Copytaster/test' })
    world = await twoReaders(kind, { fetcher })
    world.desk.publish(SHARED, [anItem('First', 'https://shared.example/first', 90)])
    await world.desk.poll()
    // Not at a full second: what an app rounds up would be lost with it.
    world.desk.setClock(NOW + 60_700)
    world.desk.publish(SHARED, ITEMS)
    await world.desk.poll()
    app = aWebApp(world.desk)
    server = await aServer(app)
  })
  afterAll(async () => {
    await server.close()
    await world.close()
    await fetcher.close()
    await publisher.close()
  })

  const unread = async () => (await world.ann.get<{ items: { id: number }[] }>('/articles?unread=true&limit=50')).items
  const feedAt = async (url: string) =>
    (await world.ann.get<{ items: { id: number; url: string }[] }>('/feeds?limit=100')).items.find(
      (feed) => feed.url === url,
    )

  test.each([...GOOGLE_READER, ...MINIFLUX])('$name', async (script) => {
    const { secret } = await app.sessions.issue(world.readers.ann, { name: 'app', scope: 'write' })
    const all = (await world.ann.get<{ items: { id: number }[] }>('/articles?limit=50')).items
    const id = all[taken++ % all.length]!.id
    const path = `/rss-${taken}`
    publisher.on(path, serve(rss(someItems(1, NOW))))
    const hex16 = id.toString(16).padStart(16, '0')
    const values: Record<string, string> = {
      secret,
      basic: Buffer.from(`ann:${secret}`).toString('base64'),
      id: String(id),
      hex: id.toString(16),
      hex16,
      long: `tag:google.com,2005:reader/item/${hex16}`,
      new: publisher.url(path),
      newEncoded: encodeURIComponent(publisher.url(path)),
      monthsAgo: String(Math.floor(NOW / 1_000) - 90 * 86_400),
      roundedUp: String(Math.round((NOW + 60_700) / 1_000)),
      usec: `${world.desk.now() + 1_000}000`,
    }
    const filled = (text: string) =>
      text.replace(/\{(\w+)\}/g, (all, name: string) => (name in values ? values[name]! : all))
    const headers = (hasBody: boolean) => ({
      host: 'localhost',
      ...Object.fromEntries(Object.entries(script.headers).map(([name, value]) => [name, filled(value)])),
      ...(hasBody && script.type !== undefined ? { 'content-type': script.type } : {}),
    })
    async function ask([line, body, wanted]: Ask): Promise<string> {
      const [method, url] = filled(line).split(/ (.*)/s) as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
      const payload = body === undefined ? {} : { payload: filled(body) }
      const answer = await server.inject({ method, url, headers: headers(body !== undefined), ...payload })
      expect([line, answer.statusCode, answer.body.slice(0, 200)]).toEqual([
        line,
        STATUS[line] ?? (method === 'GET' || !url.startsWith('/v1') ? 200 : expect.toBeOneOf([200, 204])),
        expect.anything(),
      ])
      if (wanted !== undefined) expect([line, answer.body]).toEqual([line, expect.stringContaining(filled(wanted))])
      if (url.endsWith('/token')) values.token = answer.body
      return answer.body
    }
    const state = async () =>
      (await world.ann.get<{ state: { read: boolean; saved: boolean } }>(`/articles/${id}`)).state

    if (script.login !== undefined) {
      values.auth = ''
      const said = await ask(script.login)
      values.auth = said.startsWith('{') ? JSON.parse(said).Auth : /^Auth=(\S+)$/m.exec(said)![1]!
    }
    for (const one of script.sync) await ask(one)
    await ask(script.unread)
    expect(await state()).toMatchObject({ read: false, saved: false })
    await ask(script.read)
    await ask(script.star)
    expect(await state()).toMatchObject({ read: true, saved: true })
    await ask(script.unstar)
    await ask(script.unread)
    expect(await state()).toMatchObject({ read: false, saved: false })
    if (script.markAll !== undefined) {
      expect((await unread()).map((one) => one.id)).toContain(id)
      await ask(script.markAll)
      expect(await unread()).toEqual([])
    }
    for (const one of script.add ?? []) {
      await ask(one)
      values.addedFeed = String((await feedAt(values.new!))?.id)
      values.added = `feed/${values.addedFeed}`
    }
    if (script.remove !== undefined) {
      expect(await feedAt(values.new!)).toBeDefined()
      await ask(script.remove)
      expect(await feedAt(values.new!)).toBeUndefined()
    }
  })
})
