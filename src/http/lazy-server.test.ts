import { once } from 'node:events'
import { expect, test } from 'vitest'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { closeServer, createLazyServer } from './lazy-server.ts'
import { listenAt, urlAt } from './listen-at.ts'
import { refuseAll } from './refuse-all.ts'

test('requests wait until something answers, and only the first one calls for it', async () => {
  let calls = 0
  const lazy = createLazyServer(() => calls++)
  const url = urlAt(await listenAt(lazy.server, '127.0.0.1:0'))
  let seen = 0
  const allSeen = new Promise<void>((resolve) => lazy.server.on('request', () => ++seen === 3 && resolve()))
  const asked = ['a', 'b', 'c'].map(async (path) => (await fetch(url + path)).text())
  await allSeen
  expect(calls).toBe(1)
  lazy.answerWith((request, response) => response.end(request.url))
  expect(await Promise.all(asked)).toEqual(['/a', '/b', '/c'])
  expect(await (await fetch(`${url}d`)).text()).toBe('/d')
  expect(calls).toBe(1)
  await closeServer(lazy.server)
})

test('those that wait can be refused, and the next request calls again', async () => {
  let calls = 0
  const lazy = createLazyServer(() => {
    if (++calls === 1) lazy.answerWaiting(refuseAll(new StoreTrouble('passing', 'the database is away')))
    else lazy.answerWith((_, response) => response.end('here'))
  })
  const url = urlAt(await listenAt(lazy.server, '127.0.0.1:0'))
  const refused = await fetch(`${url}api/v1/articles`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await refused.json()).toMatchObject({ code: 'not_now', detail: 'the database is away' })
  expect(await (await fetch(url)).text()).toBe('here')
  await closeServer(lazy.server)
})

test('a server that is closed before anything answered lets those go who wait', async () => {
  const lazy = createLazyServer()
  const url = urlAt(await listenAt(lazy.server, '127.0.0.1:0'))
  const asked = fetch(url).then(
    () => 'answered',
    () => 'cut off',
  )
  await once(lazy.server, 'request')
  await closeServer(lazy.server)
  expect(await asked).toBe('cut off')
})

test('a server that never listened can be closed', async () => {
  await expect(closeServer(createLazyServer().server)).resolves.toBeUndefined()
})
