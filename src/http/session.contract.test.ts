import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aClient, aServer, aWebApp } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { migratedDatabase, sampledKinds } from '../../tests/support/databases.ts'

/* Logging in, sessions, tokens and who may do what. */

const NOW = Date.UTC(2026, 10, 14, 12)
const DAY = 86_400_000
const PASSWORD = 'correct horse'

describe.each(sampledKinds(import.meta.url))('on %s', (kind) => {
  let desk: Desk
  let drop: () => Promise<void>
  let server: FastifyInstance

  beforeEach(async () => {
    const database = await migratedDatabase(kind)
    drop = database.drop
    desk = await anApp({ now: NOW, address: database.address })
    server = await aServer(aWebApp(desk))
  })
  afterEach(async () => {
    await desk.close()
    await drop()
  })

  const send = (options: InjectOptions) =>
    server.inject({ ...options, headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', ...options.headers } })
  const logIn = (name: string, password: string) =>
    send({ method: 'POST', url: '/api/v1/session', payload: { name, password } })
  const withCookie = (secret: string, method: 'GET' | 'DELETE' = 'GET', url = '/api/v1/me') =>
    send({ method, url, cookies: { copytaster: secret } })
  const addAnn = async () => {
    const ann = await desk.app.readers.add({ name: 'ann', role: 'reader', email: null })
    await desk.app.readers.setPassword('ann', PASSWORD)
    return ann
  }
  const cookieOf = (answer: Awaited<ReturnType<typeof logIn>>) => answer.cookies[0]!.value

  test('on this machine one reader without a password needs no login, and with one does', async () => {
    expect((await send({ url: '/api/v1/me' })).json()).toMatchObject({ name: 'reader', scope: 'admin', isAlone: true })
    await desk.app.readers.setPassword('reader', PASSWORD)
    const refused = await send({ url: '/api/v1/me' })
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'login_required'])
    expect((await send({ url: '/' })).statusCode).not.toBe(200)
  })

  test.each([{ listenAt: '0.0.0.0:80' }, { baseUrl: 'https://news.example' }, { trustedProxies: ['127.0.0.1'] }])(
    'a server that others can reach shows nothing without a login: %o',
    async (settings) => {
      const open = await aServer(aWebApp(desk), settings)
      for (const url of ['/', '/digests', '/feed.atom', '/api/v1/me', '/api/v1/articles', '/api/v1/today'])
        expect([200, 304]).not.toContain((await open.inject({ url, headers: { host: 'localhost' } })).statusCode)
    },
  )

  test('a session is in a cookie that no script can read and no other site can use', async () => {
    await addAnn()
    const answer = await logIn('ann', PASSWORD)
    expect(answer.cookies[0]).toMatchObject({ name: 'copytaster', httpOnly: true, sameSite: 'Lax', path: '/' })
    expect((await withCookie(cookieOf(answer))).json()).toMatchObject({ name: 'ann', role: 'reader', scope: 'write' })
    const secure = await aServer(aWebApp(desk), { baseUrl: 'https://news.example' })
    const there = await secure.inject({
      method: 'POST',
      url: '/api/v1/session',
      headers: { host: 'news.example', origin: 'https://news.example' },
      payload: { name: 'ann', password: PASSWORD },
    })
    expect(there.cookies[0]).toMatchObject({ secure: true })
  })

  test('a session survives a restart, is not used for ever, and ends with logging out', async () => {
    await addAnn()
    const secret = cookieOf(await logIn('ann', PASSWORD))
    server = await aServer(aWebApp(desk))
    expect((await withCookie(secret)).statusCode).toBe(200)
    desk.setClock(NOW + 31 * DAY)
    expect((await withCookie(secret)).statusCode).toBe(401)
    desk.setClock(NOW)
    expect((await withCookie(secret, 'DELETE', '/api/v1/session')).statusCode).toBe(204)
    expect((await withCookie(secret)).statusCode).toBe(401)
  })

  test("a removed reader's sessions and tokens die at once", async () => {
    const ann = await addAnn()
    const secret = cookieOf(await logIn('ann', PASSWORD))
    const { secret: token } = await aWebApp(desk).sessions.issue(ann, { name: 'app', scope: 'read' })
    expect((await aClient(server, token).send('GET', '/me')).statusCode).toBe(200)
    await desk.app.readers.remove('ann')
    expect((await aClient(server, token).send('GET', '/me')).statusCode).toBe(401)
    expect((await withCookie(secret)).json().name).not.toBe('ann')
    expect((await logIn('ann', PASSWORD)).statusCode).toBe(401)
  })

  test('guessing is slowed down, by name and by address, and the answer does not tell which was wrong', async () => {
    await addAnn()
    const wrong = await Promise.all([logIn('ann', 'no, not this'), logIn('nobody', PASSWORD)])
    expect(wrong.map((one) => [one.statusCode, one.body])).toEqual([
      [401, wrong[0].body],
      [401, wrong[0].body],
    ])
    for (let n = 0; n < 4; n++) await logIn('ann', `guess ${n} of many`)
    const refused = await logIn('ann', PASSWORD)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_logins'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    desk.setClock(NOW + 3_600_000)
    expect((await logIn('ann', PASSWORD)).statusCode).toBe(200)
  })

  test('a token does what its scope says, is shown once, and is revoked', async () => {
    const owner = aClient(server)
    const made = (await owner.send('POST', '/tokens', { name: 'phone', scope: 'read' })).json()
    const phone = aClient(server, made.secret)
    expect((await phone.send('GET', '/articles')).statusCode).toBe(200)
    expect((await phone.send('POST', '/articles/mark-read', { ids: [1] })).json().code).toBe('scope_required')
    expect((await phone.send('GET', '/readers')).statusCode).toBe(403)
    expect((await phone.send('POST', '/tokens', { name: 'more', scope: 'admin' })).statusCode).toBe(403)
    expect((await owner.send('GET', '/tokens')).body).not.toContain(made.secret)
    expect((await owner.send('DELETE', `/tokens/${made.token.id}`)).statusCode).toBe(204)
    expect((await phone.send('GET', '/articles')).statusCode).toBe(401)
  })

  test('a reader cannot revoke the tokens of another, or see whether they are there', async () => {
    const ann = await addAnn()
    const app = aWebApp(desk)
    const [first] = await app.readers()
    const theirs = await app.sessions.issue(first!, { name: 'x', scope: 'read' })
    const client = aClient(server, (await app.sessions.issue(ann, { name: 'y', scope: 'write' })).secret)
    const [there, absent] = [
      await client.send('DELETE', `/tokens/${theirs.token.id}`),
      await client.send('DELETE', '/tokens/9999'),
    ]
    expect([there.statusCode, there.body]).toEqual([404, absent.body])
  })

  test('a new password needs the old one and ends the other sessions', async () => {
    await addAnn()
    const [here, elsewhere] = [cookieOf(await logIn('ann', PASSWORD)), cookieOf(await logIn('ann', PASSWORD))]
    const change = (current: string) =>
      send({
        method: 'PUT',
        url: '/api/v1/me/password',
        cookies: { copytaster: here },
        payload: { current, next: 'battery staple' },
      })
    expect((await change('not this one')).statusCode).toBe(403)
    expect((await change(PASSWORD)).statusCode).toBe(204)
    expect([(await withCookie(here)).statusCode, (await withCookie(elsewhere)).statusCode]).toEqual([200, 401])
    expect((await logIn('ann', 'battery staple')).statusCode).toBe(200)
  })

  test.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost.evil.example' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{}, 403],
    [{ origin: 'http://localhost' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
  ])('what a browser sends for another site is refused: %o gives %i', async (headers, status) => {
    await addAnn()
    const secret = cookieOf(await logIn('ann', PASSWORD))
    for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
      const url = {
        POST: '/api/v1/articles/undo-mark',
        PATCH: '/api/v1/articles/1/state',
        DELETE: '/api/v1/tokens/77',
      }[method]
      const payload = { POST: { undo: 'WzFd' }, PATCH: { read: true }, DELETE: undefined }[method]
      const sent = { method, url, headers: { host: 'localhost', ...headers }, cookies: { copytaster: secret } }
      const answer = await server.inject(payload === undefined ? sent : { ...sent, payload })
      const isRefused = answer.statusCode === 403 && answer.json().code === 'other_origin'
      expect(isRefused, `${method} ${answer.body}`).toBe(status === 403)
    }
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a body of %s, which a form of another site can send, is refused',
    async (type) => {
      const answer = await send({
        method: 'POST',
        url: '/api/v1/session',
        headers: { 'content-type': type },
        payload: '{"name":"ann","password":"x"}',
      })
      expect(answer.statusCode).toBe(415)
    },
  )
})
