import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { answer } from './answer.ts'
import { listen } from './listen.ts'
import { ownNames } from './own-names.ts'

const parts = {
  names: ownNames(null, true),
  pages: async (request: Parameters<typeof answer>[0]) => answer(request, 'text/plain', 'here\n'),
}

test('a server that was closed no longer listens', async () => {
  const { url, close } = await listen('127.0.0.1:0', parts)
  expect(await (await fetch(url)).text()).toBe('here\n')
  await close()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNREFUSED')
})

test('clients that never read their answer keep nobody else waiting', async () => {
  const large = 'x'.repeat(30_000_000)
  const { url, close } = await listen('127.0.0.1:0', {
    ...parts,
    pages: async (request) => answer(request, 'text/plain', large),
  })
  const port = Number(new URL(url).port)
  const silent = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').pause())
  for (const socket of silent) socket.write(`GET /large HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
  const asked = fetch(`${url}healthz`, { signal: AbortSignal.timeout(5_000) })
  expect(await (await asked).text()).toBe('ok\n')
  for (const socket of silent) socket.destroy()
  await close()
})
