import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aServer, aWebApp } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { networkOf } from './network-of.ts'

const limits = { reader: 4, address: 3, logins: 2 }
let desk: Desk
let server: FastifyInstance
beforeEach(async () => {
  desk = await anApp({ now: Date.UTC(2026, 10, 16) })
  server = await aServer(aWebApp(desk), { listenAt: '0.0.0.0:0', trustedProxies: ['127.0.0.1'], limits })
})
afterEach(() => desk.close())

const get = (url: string, { token = '', from = '192.0.2.1' } = {}) =>
  server.inject({
    url,
    headers: {
      host: '10.0.0.7',
      'x-forwarded-for': from,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
  })

test('requests without a login are counted by address, pages and API alike, and refused with the time to wait', async () => {
  expect((await get('/api/v1/me')).headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' })
  await get('/digests')
  await get('/nothing')
  const refused = await get('/api/v1/me')
  expect(refused.statusCode).toBe(429)
  expect(refused.json().code).toBe('too_many_requests')
  expect(refused.json().detail).toMatch(/^Too many requests: try again in \d+ s\.$/)
  expect(refused.headers['ratelimit-remaining']).toBe('0')
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect((await get('/')).statusCode).toBe(429)
  expect((await get('/api/v1/me', { from: '192.0.2.2' })).statusCode).toBe(401)
  expect((await get('/healthz')).statusCode).toBe(200)
})

test('a made-up token or cookie does not begin a new count', async () => {
  for (const token of ['a', 'b', 'c']) await get('/api/v1/me', { token })
  expect((await get('/api/v1/me', { token: 'd' })).statusCode).toBe(429)
})

test('a reader is counted for, whatever their addresses', async () => {
  const [reader] = await desk.store.readers()
  const { secret } = await aWebApp(desk).sessions.issue(reader!, { name: 'app', scope: 'read' })
  for (let i = 0; i < 4; i++)
    expect((await get('/api/v1/me', { token: secret, from: `192.0.2.${i + 1}` })).statusCode).toBe(200)
  expect((await get('/api/v1/me', { token: secret })).statusCode).toBe(429)
  expect((await get('/api/v1/me')).statusCode).toBe(401)
})

test('logins are counted by address and few are allowed, whatever the names', async () => {
  const logIn = (name: string) =>
    server.inject({
      method: 'POST',
      url: '/api/v1/session',
      headers: { host: '10.0.0.7', 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
      payload: JSON.stringify({ name, password: 'wrong' }),
    })
  expect((await logIn('a')).statusCode).toBe(401)
  expect((await logIn('b')).statusCode).toBe(401)
  expect((await logIn('c')).json().code).toBe('too_many_requests')
})

test('on this machine without a password nothing is counted', async () => {
  const local = await aServer(aWebApp(desk), { limits })
  for (let i = 0; i < 6; i++)
    expect((await local.inject({ url: '/api/v1/me', headers: { host: 'localhost' } })).statusCode).toBe(200)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['', ''],
])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network))
