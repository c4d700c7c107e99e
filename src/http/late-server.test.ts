import { once } from 'node:events'
import { expect, test } from 'vitest'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { closeServer, createLateServer } from './late-server.ts'
import { listenAt, urlAt } from './listen-at.ts'
import { refuseAll } from './refuse-all.ts'

test('requests wait until something answers, and only the first one calls for it', async () => {
  let calls = 0
  const late = createLateServer(() => calls++)
  const url = urlAt(await listenAt(late.server, '127.0.0.1:0'))
  let seen = 0
  const allSeen = new Promise<void>((resolve) => late.server.on('request', () => ++seen === 3 && resolve()))
  const asked = ['a', 'b', 'c'].map(async (path) => (await fetch(url + path)).text())
  await allSeen
  expect(calls).toBe(1)
  late.answerWith((request, response) => response.end(request.url))
  expect(await Promise.all(asked)).toEqual(['/a', '/b', '/c'])
  expect(await (await fetch(`${url}d`)).text()).toBe('/d')
  expect(calls).toBe(1)
  await closeServer(late.server)
})

test('those that wait can be refused, and the next request calls again', async () => {
  let calls = 0
  const late = createLateServer(() => {
    if (++calls === 1) late.answerWaiting(refuseAll(new StoreTrouble('passing', 'the database is away')))
    else late.answerWith((_, response) => response.end('here'))
  })
  const url = urlAt(await listenAt(late.server, '127.0.0.1:0'))
  const refused = await fetch(`${url}api/v1/articles`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await refused.json()).toMatchObject({ code: 'not_now', detail: 'the database is away' })
  expect(await (await fetch(url)).text()).toBe('here')
  await closeServer(late.server)
})

test('a server that is closed before anything answered lets those go who wait', async () => {
  const late = createLateServer()
  const url = urlAt(await listenAt(late.server, '127.0.0.1:0'))
  const asked = fetch(url).then(
    () => 'answered',
    () => 'cut off',
  )
  await once(late.server, 'request')
  await closeServer(late.server)
  expect(await asked).toBe('cut off')
})

test('a server that never listened can be closed', async () => {
  await expect(closeServer(createLateServer().server)).resolves.toBeUndefined()
})
