import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aServer, aWebApp } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import type { openApi } from './openapi.ts'

/* Logging in, logging out and the first password, by plain forms. */

const NOW = Date.UTC(2026, 10, 16, 12)
const KEY = 'k'.repeat(43)
const FAR = { listenAt: '0.0.0.0:8787', setupKey: KEY }

let desk: Desk
let server: FastifyInstance
beforeEach(async () => {
  desk = await anApp({ now: NOW })
  server = await aServer(aWebApp(desk), FAR)
})
afterEach(() => desk.close())

interface Ask {
  readonly headers?: Readonly<Record<string, string>>
  readonly cookie?: string
}
const OWN = { host: '10.0.0.7:8787' }

const get = (url: string, { headers = {}, cookie = '' }: Ask = {}) =>
  server.inject({ url, headers: { ...OWN, ...headers, ...(cookie === '' ? {} : { cookie }) } })

const post = (url: string, fields: Readonly<Record<string, string>>, { headers = {}, cookie = '' }: Ask = {}) =>
  server.inject({
    method: 'POST',
    url,
    headers: {
      ...OWN,
      origin: 'http://10.0.0.7:8787',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
      ...(cookie === '' ? {} : { cookie }),
    },
    payload: new URLSearchParams(fields).toString(),
  })

const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }) =>
  String(answer.headers['set-cookie']).split(';')[0]!

describe('off this machine, before a password is set', () => {
  test('nothing is readable without login, whatever is asked for', async () => {
    const document = JSON.parse((await get('/api/v1/openapi.json')).body) as ReturnType<typeof openApi>
    const paths = Object.entries(document.paths as Record<string, Record<string, { 'x-scope': string }>>)
    expect(paths.length).toBeGreaterThan(5)
    for (const [path, methods] of paths)
      for (const [method, { 'x-scope': scope }] of Object.entries(methods)) {
        if (scope === 'none') continue
        const url = `/api/v1${path.replace(/\{\w+\}/g, '1')}`
        const answer = await server.inject({ method: method.toUpperCase() as 'GET', url, headers: OWN })
        expect([method, path, answer.statusCode]).toEqual([method, path, 401])
      }
    for (const path of ['/', '/digests', '/digests/2026-11-15/morning', '/nothing?a=b'])
      expect([path, (await get(path)).statusCode]).toEqual([path, 303])
    for (const path of ['/feed.atom', '/feed.rss', '/digests/2026-11-15/morning.json'])
      expect([path, (await get(path)).statusCode]).toEqual([path, 401])
  })

  test('a visitor is led to the login and back', async () => {
    expect((await get('/')).headers.location).toBe('/login')
    expect((await get('/digests?a=b%20c')).headers.location).toBe('/login?next=%2Fdigests%3Fa%3Db%2520c')
    const { body } = await get('/login?next=%2Fdigests')
    expect(body).toContain('name="next" value="/digests"')
    expect(body).toContain('No password has been set yet')
  })

  test.each(['x', '', 'K'.repeat(43)])('the set-up page is not opened by the key %j', async (key) => {
    expect((await get(`/setup?key=${key}`)).statusCode).toBe(403)
    const tried = await post('/setup', { key, name: 'ann', password: 'correct horse' })
    expect(tried.statusCode).toBe(403)
    expect((await desk.store.readers())[0]!.passwordHash).toBeNull()
  })

  test('the link sets name and password once, and logs in', async () => {
    const page = await get(`/setup?key=${KEY}`)
    expect(page.statusCode).toBe(200)
    expect(page.headers['cache-control']).toBe('no-store')
    const done = await post('/setup', { key: KEY, name: 'ann', password: 'correct horse' })
    expect([done.statusCode, done.headers.location]).toEqual([303, '/'])
    expect((await get('/digests', { cookie: cookieOf(done) })).statusCode).toBe(200)
    expect((await desk.store.readers())[0]!.name).toBe('ann')
    expect((await get(`/setup?key=${KEY}`)).statusCode).toBe(403)
    expect((await post('/setup', { key: KEY, name: 'eve', password: 'another one' })).statusCode).toBe(403)
  })

  test('of two who use the link at once, one wins', async () => {
    const both = await Promise.all(
      ['ann', 'eve'].map((name) => post('/setup', { key: KEY, name, password: 'correct horse' })),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403])
  })

  test.each([
    ['ann', 'short', 'A password has 8 to 1,024 characters'],
    ['<b>', 'correct horse', 'cannot be a name'],
  ])('what cannot be used (%s, %s) is said on the page, and the link stays', async (name, password, words) => {
    const refused = await post('/setup', { key: KEY, name, password })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain(words)
    expect(refused.body).not.toContain('<b>')
    expect((await get(`/setup?key=${KEY}`)).statusCode).toBe(200)
  })
})

describe('with a password', () => {
  beforeEach(() => aWebApp(desk).firstLogin.ensurePassword('correct horse'))
  const logIn = (fields: Readonly<Record<string, string>> = {}, ask: Ask = {}) =>
    post('/login', { name: 'reader', password: 'correct horse', ...fields }, ask)

  test('a login opens a session, which a log-out ends', async () => {
    const done = await logIn({ next: '/digests' })
    expect([done.statusCode, done.headers.location]).toEqual([303, '/digests'])
    expect(done.headers['set-cookie']).toMatch(/; HttpOnly; SameSite=Lax$/)
    const cookie = cookieOf(done)
    expect((await get('/digests', { cookie })).statusCode).toBe(200)
    expect((await get('/login', { cookie })).statusCode).toBe(303)
    const out = await post('/logout', {}, { cookie })
    expect([out.statusCode, out.headers.location]).toEqual([303, '/login'])
    expect((await get('/digests', { cookie })).statusCode).toBe(303)
  })

  test.each(['//x.example', '/\\x.example', '/%09/x.example', 'https://x.example/', '/%5Cx.example'])(
    'nobody is led to another site by next=%s',
    async (next) => {
      expect((await logIn({ next })).headers.location).toBe('/')
      expect((await get(`/login?next=${encodeURIComponent(next)}`)).body).not.toContain('x.example')
    },
  )

  test('a wrong password is said, and repeats nothing that could act', async () => {
    const refused = await logIn({ name: '"><script>alert(1)</script>', password: 'wrong' })
    expect(refused.statusCode).toBe(401)
    expect(refused.body).toContain('Name and password do not match.')
    expect(refused.body).not.toContain('<script>')
    expect(refused.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-.*form-action 'self'/,
    )
  })

  test.each([
    ['another site', { origin: 'https://x.example' }],
    ['a page that hides where it is', { origin: 'null' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
  ])('a form of %s logs nobody in or out', async (_, headers) => {
    const cookie = cookieOf(await logIn())
    expect((await logIn({}, { headers })).statusCode).toBe(403)
    expect((await post('/logout', {}, { headers, cookie })).statusCode).toBe(403)
    expect((await get('/digests', { cookie })).statusCode).toBe(200)
  })

  test('only a form may be sent', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await post('/login', {}, { headers })).statusCode).toBe(415)
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://10.0.0.7:8787', ...OWN }
    const api = await server.inject({ method: 'POST', url: '/api/v1/session', headers: form, payload: 'name=me' })
    expect(api.statusCode).toBe(415)
  })

  test('many tries at once are not all free', async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, () => logIn({ password: 'wrong' })))
    const statuses = tries.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  })

  test('a password of the file replaces another and ends its sessions; the same changes nothing', async () => {
    const cookie = cookieOf(await logIn())
    const { firstLogin } = aWebApp(desk)
    await firstLogin.ensurePassword('correct horse')
    expect((await get('/digests', { cookie })).statusCode).toBe(200)
    await firstLogin.ensurePassword('another horse')
    expect((await get('/digests', { cookie })).statusCode).toBe(303)
    expect((await logIn({ password: 'another horse' })).statusCode).toBe(303)
  })
})

describe('on this machine, with one reader without a password', () => {
  test('no login is needed, and there is nothing to set up', async () => {
    const local = await aServer(aWebApp(desk), { setupKey: null })
    const ask = (url: string, headers = {}) => local.inject({ url, headers: { host: 'localhost', ...headers } })
    expect((await ask('/digests')).statusCode).toBe(200)
    expect((await ask('/login')).headers.location).toBe('/')
    expect((await ask('/setup?key=')).statusCode).toBe(403)
  })

  test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'a request that a proxy passed on (%s) comes from elsewhere',
    async (header) => {
      const local = await aServer(aWebApp(desk))
      const headers = { host: 'localhost', [header]: '127.0.0.1' }
      expect((await local.inject({ url: '/digests', headers })).statusCode).toBe(303)
      expect((await local.inject({ url: '/api/v1/articles', headers })).statusCode).toBe(401)
    },
  )
})

describe('in the language of the browser', () => {
  const LANGUAGES = [
    ['de-AT,de;q=0.9', 'de', 'Anmelden', 'noch kein Passwort', 'hat 8 bis', 'schon benutzt', 'passen nicht'],
    ['zh-TW', 'zh-Hant', '登入', '尚未設定密碼', '密碼須有 8', '已使用過', '密碼不符'],
    ['zh-CN', 'zh-Hans', '登录', '尚未设置密码', '密码须有 8', '已使用过', '密码不符'],
    ['ja', 'ja', 'ログイン', 'まだ設定されていません', '8 文字から', '使用済み', '一致しません'],
    ['fr,en;q=0.5', 'en', 'Log in', 'No password', 'has 8 to', 'has been used', 'do not match'],
  ] as const

  test.each(LANGUAGES)('%s', async (accepted, language, logIn, noPassword, short, used, wrong) => {
    const headers = { 'accept-language': accepted }
    const page = (await get('/login', { headers })).body
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain(`<button>${logIn}</button>`)
    expect(page).toContain(noPassword)
    expect((await post('/setup', { key: KEY, name: 'ann', password: 'short' }, { headers })).body).toContain(short)
    expect((await get('/setup?key=x', { headers })).body).toContain(used)
    expect((await post('/login', { name: 'ann', password: 'no' }, { headers })).body).toContain(wrong)
  })

  test.each(LANGUAGES.slice(0, 4))('nothing on them is left in English: %s', async (accepted) => {
    const textsOf = async (headers: Readonly<Record<string, string>>) => {
      const pages = [
        await get('/login', { headers }),
        await get(`/setup?key=${KEY}`, { headers }),
        await get('/setup', { headers }),
      ]
      return pages
        .flatMap(({ body }) => body.replace(/<style>.*?<\/style>/s, '').split(/<[^>]*>/))
        .map((text) => text.trim())
    }
    const english = new Set(await textsOf({}))
    const left = (await textsOf({ 'accept-language': accepted })).filter(
      (text) => /\p{L}{2}/u.test(text) && english.has(text),
    )
    expect(left.filter((text) => text !== 'Name')).toEqual([])
  })
})
