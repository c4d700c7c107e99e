import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aServer, aWebApp } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import type { Reader } from '../core/domain/reader.ts'
import type { Article, WholeArticle } from './contract/articles.ts'
import type { ServerSettings } from './serve-app.ts'

/* What went wrong in other servers of this kind, each under the name of its report. Those about pictures are in images.test.ts
   (CVE-2023-27592, CVE-2025-31483, GHSA-xwh2-742g-w3wp), about metrics in operator-routes.test.ts (CVE-2023-27591), about the time a login
   takes in io/system/password.test.ts, about sessions that survive a restart in session.contract.test.ts, about addresses of feeds in
   io/fetch. */

const NOW = Date.UTC(2026, 10, 16, 12)
const NEWS = 'https://news.example/rss'
let desk: Desk
let folder: string
let server: FastifyInstance

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'copytaster-known-'))
  desk = await anApp({ now: NOW, address: `sqlite:${join(folder, 'a.db')}` })
  server = await open()
})
afterEach(async () => {
  await desk.close()
  rmSync(folder, { recursive: true })
})

const open = (settings: Partial<ServerSettings> = {}) => aServer(aWebApp(desk), settings)
const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  server.inject({ url, headers: { host: 'localhost', ...headers } })

/** Every method and path of the API that needs a login. */
async function endpoints(): Promise<{ method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string }[]> {
  const { paths } = (await get('/api/v1/openapi.json')).json() as {
    paths: Record<string, Record<string, { 'x-scope': string }>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { 'x-scope': scope }]) => scope !== 'none')
      .map(([method]) => ({
        method: method.toUpperCase() as 'GET',
        url: `/api/v1${path.replace(/\{\w+\}/g, '1')}`,
      })),
  )
}

/** A reader with a session and a token. */
async function aReader(name: string): Promise<{ reader: Reader; cookie: string; token: string }> {
  const app = aWebApp(desk)
  const reader = (await desk.store.addReader({ name, role: 'reader', email: null }, NOW))!
  await app.forReader(reader).readers.setPassword(name, 'correct horse')
  const issued = await app.sessions.logIn(name, 'correct horse', null)
  const { secret } = await app.sessions.issue(reader, { name: 'app', scope: 'write' })
  return { reader, cookie: `copytaster=${issued!.secret}`, token: secret }
}

describe('cross-site requests (Miniflux 2026: only POST was checked)', () => {
  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{}],
  ])('with a session and %j no unsafe method does anything', async (headers) => {
    const { cookie } = await aReader('ann')
    const unsafe = (await endpoints()).filter(({ method }) => method !== 'GET')
    expect(new Set(unsafe.map(({ method }) => method))).toEqual(new Set(['POST', 'PUT', 'PATCH', 'DELETE']))
    for (const one of unsafe) {
      const sent = { host: 'localhost', cookie, 'content-type': 'application/json', ...headers }
      const { statusCode } = await server.inject({ ...one, headers: sent, payload: '{}' })
      expect([one, statusCode]).toEqual([one, 403])
    }
  })

  test('no answer may be read by a page of another site', async () => {
    const { cookie } = await aReader('ann')
    const origin = 'https://evil.example'
    for (const url of ['/', '/login', '/api/v1/articles', '/api/v1/openapi.json'])
      for (const method of ['GET', 'OPTIONS'] as const) {
        const { headers } = await server.inject({ method, url, headers: { host: 'localhost', cookie, origin } })
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
        expect(headers['x-frame-options'] ?? headers['content-security-policy']).toBeDefined()
      }
  })
})

test.each(['id', 'title;drop table article', "newest' or '1'='1", '__proto__', 'constructor'])(
  'SQL in sorting (Miniflux 2026): a list is not sorted by %s',
  async (sort) => expect((await get(`/api/v1/articles?sort=${encodeURIComponent(sort)}`)).statusCode).toBe(400),
)

test.each(['//evil.example', '/\\evil.example', '/%09/evil.example', '/%2F/evil.example', 'https:evil.example'])(
  'GHSA-m999-j542-5w3r: a login leads nowhere but here (%s)',
  async (next) => {
    const { cookie } = await aReader('ann')
    const shown = await get(`/login?next=${encodeURIComponent(next)}`, { cookie })
    expect([shown.statusCode, shown.headers.location]).toEqual([303, '/'])
  },
)

describe('GHSA-hp8h-jqfm-v7x5: the Host header decides nothing', () => {
  test.each(['evil.example', 'localhost.evil.example', 'localhost@evil.example', 'evil.example:8787'])(
    'a request to %j is not answered',
    async (host) => {
      for (const url of ['/', '/api/v1/articles', '/login', '/healthz'])
        expect((await get(url, { host })).statusCode).toBe(421)
    },
  )

  test('a proxy cannot name another host either', async () => {
    const far = await open({ listenAt: '0.0.0.0:0', baseUrl: 'https://news.example/', trustedProxies: ['127.0.0.1'] })
    const headers = { host: 'news.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    const { headers: answered, body } = await far.inject({ url: '/digests', headers })
    expect(JSON.stringify(answered) + body).not.toContain('evil.example')
  })
})

describe('what a feed says (GHSA-44pq-9929-f8mq, FreshRSS#8797, NewsBlur 2026)', () => {
  const hostile = '"&gt;&lt;script&gt;alert(1)&lt;/script&gt;\' onload=alert(1) x='

  test('comes out of the API as data, with links that only lead to the web', async () => {
    desk.publish(NEWS, [
      {
        title: hostile,
        url: 'javascript:alert(1)',
        guid: hostile,
        at: NOW,
        text: '&lt;p&gt;Text&lt;script&gt;alert(1)&lt;/script&gt;&lt;a href="java&amp;#9;script:alert(1)"&gt;a&lt;/a&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/p&gt;',
      },
    ])
    await desk.poll()
    const list = await get('/api/v1/articles')
    expect(list.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(list.headers['x-content-type-options']).toBe('nosniff')
    const [article] = (list.json() as { items: Article[] }).items
    expect(article!.url ?? 'https:').toMatch(/^https?:/)
    const whole = (await get(`/api/v1/articles/${article!.id}`)).json() as WholeArticle
    expect(whole.html).not.toMatch(/script|onerror|javascript/i)
  })

  test.each(['<script>alert(1)</script>', '"onmouseover="alert(1)', '\u2028</script>'])(
    'nothing that is sent comes back as markup (%s)',
    async (text) => {
      for (const url of [
        `/${encodeURIComponent(text)}`,
        `/digests/${encodeURIComponent(text)}`,
        `/api/v1/articles/${encodeURIComponent(text)}`,
        `/api/v1/articles?cursor=${encodeURIComponent(text)}`,
        `/api/v1/${encodeURIComponent(text)}`,
        `/login?next=${encodeURIComponent(`/${text}`)}`,
      ]) {
        const { body, headers } = await get(url)
        expect(body).not.toContain(text)
        expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
      }
    },
  )
})

test.each([
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/digests/..%2f..%2f..%2fetc%2fpasswd',
  '/digests/%00',
  '/api/v1/../../../etc/passwd',
  '/.git/config',
  '/feeds.yaml',
  '/a.db',
])('CVE-2022-23497: no file is given out by %s', async (url) => {
  const { statusCode, body } = await get(url)
  expect(statusCode).toBe(404)
  expect(body).not.toMatch(/root:|SQLite format|repositoryformat/)
})

test.each(['{"__proto__":{"read":true},"read":true}', '{"constructor":{"prototype":{"read":true}}}'])(
  'names of prototypes are plain names (%s)',
  async (payload) => {
    const { token } = await aReader('ann')
    const headers = { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const { statusCode } = await server.inject({ method: 'PATCH', url: '/api/v1/articles/1/state', headers, payload })
    expect([400, 404]).toContain(statusCode)
    expect(({} as Record<string, unknown>).read).toBeUndefined()
  },
)

test('GHSA-prfv-88mm-5gpg: what another reader follows can be neither saved nor read', async () => {
  desk.publish(NEWS, [{ title: 'A private matter', url: 'https://news.example/1', text: 'Of one reader.', at: NOW }])
  await desk.poll()
  const [article] = ((await get('/api/v1/articles')).json() as { items: Article[] }).items
  const { token } = await aReader('eve')
  const headers = { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const url of [`/api/v1/articles/${article!.id}`, `/api/v1/articles/${article!.id}/revisions`])
    expect((await server.inject({ url, headers })).statusCode).toBe(404)
  const url = `/api/v1/articles/${article!.id}/state`
  expect((await server.inject({ method: 'PATCH', url, headers, payload: '{"saved":true}' })).statusCode).toBe(404)
  expect((await server.inject({ url: '/api/v1/articles?saved=true', headers })).json().items).toEqual([])
})

test('a session and a token of a reader who is removed die at once, for every route', async () => {
  const { reader, cookie, token } = await aReader('ann')
  expect((await get('/api/v1/me', { cookie })).statusCode).toBe(200)
  await desk.store.removeReader(reader.id, NOW)
  await desk.store.changeReader(1, { passwordHash: 'scrypt$2$1$1$AA$AA' })
  const reading = (await endpoints()).filter(({ method }) => method === 'GET')
  for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }])
    for (const { url } of reading) expect([url, (await get(url, headers)).statusCode]).toEqual([url, 401])
  expect((await get('/digests', { cookie })).statusCode).toBe(303)
  expect(await aWebApp(desk).sessions.logIn('ann', 'correct horse', null)).toBeNull()
})
