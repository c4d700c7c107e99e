import { once } from 'node:events'
import { request as ask } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDigest, aHostileDigest } from '../../tests/support/a-digest.ts'
import type { DigestArchive } from '../app/digest-archive.ts'
import { renderDigest } from '../core/digest/render/render-digest.ts'
import type { Digest } from '../core/domain/digest.ts'
import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { answer, type HttpRequest } from './answer.ts'
import { createDigestFiles } from './digests.ts'
import { type Listening, listen } from './listen.ts'
import { ownNames } from './own-names.ts'

/* The pages over a real socket; of the app only what they ask. */

const stored = [
  { id: 2, type: 'evening', localDate: '2026-11-15', at: 2, digest: aHostileDigest(), topics: [] },
  { id: 1, type: 'morning', localDate: '2026-11-15', at: 1, digest: aDigest(), topics: [] },
] as const
let rendered = 0
const digests: readonly (Omit<(typeof stored)[number], 'id'> & { readonly id: number })[] = stored

const archive = {
  heads: async (_: number, limit: number) => digests.slice(0, limit),
  on: async (type: string, date: string) => {
    if (date === '2026-01-01') throw new Error('the secret name of the database')
    if (date === '2026-01-02')
      throw new StoreTrouble('passing', 'the database file: another process held it for too long')
    return digests.find((one) => one.type === type && one.localDate === date) ?? null
  },
  around: async (one: (typeof digests)[number]) => {
    const at = digests.indexOf(one)
    return { before: digests[at + 1] ?? null, after: digests[at - 1] ?? null }
  },
  rendered: async (digest: Digest, format: 'md' | 'html' | 'json' | 'atom' | 'rss') => {
    rendered++
    return renderDigest(digest, format)
  },
} as unknown as DigestArchive

const files = createDigestFiles(archive)
const parts = {
  names: ownNames(null, true),
  pages: async (request: HttpRequest) => (await files(request)) ?? answer(request, 'text/plain', 'nothing\n', 404),
}
let server: Listening
beforeAll(async () => {
  server = await listen('127.0.0.1:0', parts)
})
afterAll(() => server.close())

const FILE = '/digests/2026-11-15/morning.html'

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Sends a path as it is: `fetch` would tidy it up. */
function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Got> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const sent = ask({ host: hostname, port, path, method, headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (data) => (body += data))
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }))
    })
    sent.on('error', reject).end()
  })
}

describe('a digest', () => {
  test.each([
    ['.html', 'text/html', 'html'],
    ['.md', 'text/markdown', 'md'],
    ['.json', 'application/json', 'json'],
    ['.atom', 'application/atom+xml', 'atom'],
    ['.rss', 'application/rss+xml', 'rss'],
  ] as const)('ending in "%s" is %s, as it was kept', async (ending, type, format) => {
    const { status, headers, body } = await get(`/digests/2026-11-15/morning${ending}`)
    expect([status, headers['content-type']]).toEqual([200, `${type}; charset=utf-8`])
    expect(body).toBe(renderDigest(aDigest(), format))
  })

  test.each(['atom', 'rss'] as const)('the latest is a feed: %s', async (form) => {
    expect((await get(`/feed.${form}?from=reader`)).body).toBe(renderDigest(aHostileDigest(), form))
  })

  test('runs nothing, loads nothing and is framed by nobody', async () => {
    const { headers } = await get('/digests/2026-11-15/evening.html')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  })
})

describe('versions', () => {
  test.each([
    ['the same version', (etag: string) => etag],
    ['one of several', (etag: string) => `"other", ${etag}`],
    ['a version a proxy made weak', (etag: string) => `W/${etag}`],
    ['any version', () => '*'],
  ])('who has %s is told so', async (_fact, known) => {
    const { headers } = await get(FILE)
    const again = await get(FILE, { 'if-none-match': known(String(headers.etag)) })
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
  })

  test('another version is sent whole, and what is missing stays missing', async () => {
    expect((await get(FILE, { 'if-none-match': '"other"' })).status).toBe(200)
    const { headers } = await get('/nowhere')
    expect((await get('/nowhere', { 'if-none-match': String(headers.etag) })).status).toBe(404)
  })
})

describe('what is refused', () => {
  test.each([
    '/nowhere',
    '/digests/2026-11-14/morning',
    '/digests/2026-11-15/noon',
    '/digests/2026-11-15/morning.exe',
    '/digests/2026-11-15/morning/',
    '/digests/../../etc/passwd',
    '/digests/%2e%2e/%2e%2e/etc/passwd',
    '/digests/2026-11-15%00/morning',
    '/digests/2026-11-15/morning%0a',
    "/digests/2026-11-15'--/morning",
    '//evil.example/digests',
    '/%',
    '/%ff%fe',
    `/${'a'.repeat(8000)}`,
    'http://evil.example/',
  ])('%s is not found, and not echoed', async (path) => {
    const { status, body } = await get(path)
    expect(status).toBe(404)
    expect(body).not.toContain('evil')
    expect(body).not.toContain('etc/passwd')
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s', async (method) => {
    const { status, headers } = await get(FILE, {}, method)
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test.each(['evil.example', 'evil.example:8787', '127.0.0.1.evil.example', 'localhost.evil.example', '[::2]'])(
    'the name "%s": a page elsewhere must not reach in',
    async (host) => {
      const { status, body } = await get(FILE, { host })
      expect([status, body]).toEqual([421, expect.stringContaining('not known by that name')])
    },
  )

  test.each(['localhost', 'LOCALHOST:8787', '127.0.0.1', '127.8.9.1:80', '[::1]:8787'])(
    'the name "%s" is this machine',
    async (host) => expect((await get(FILE, { host })).status).toBe(200),
  )

  test('a fault of ours says no more than that', async () => {
    expect(await get('/digests/2026-01-01/morning.html')).toMatchObject({ status: 500, body: 'a fault of ours\n' })
  })

  test('a database that cannot be used for a while is a word to come again', async () => {
    const { status, headers, body } = await get('/digests/2026-01-02/morning.html')
    expect([status, headers['retry-after']]).toEqual([503, '2'])
    expect(body).toContain('another process held it for too long')
  })
})

test('HEAD is GET without the page', async () => {
  const [head, whole] = [await get(FILE, {}, 'HEAD'), await get(FILE)]
  expect([head.status, head.body, head.headers.etag]).toEqual([200, '', whole.headers.etag])
})

test('a probe is answered', async () => expect(await get('/healthz')).toMatchObject({ status: 200, body: 'ok\n' }))

describe('many requests on one connection', () => {
  const MANY = 3_000

  test('leave room for the others', async () => {
    const { hostname, port, host } = new URL(server.url)
    const flood = connect(Number(port), hostname)
    flood.on('error', () => {}).resume()
    rendered = 0
    flood.write(`GET /digests/2026-11-15/morning HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(MANY))
    await once(flood, 'data')
    expect((await get('/healthz')).status).toBe(200)
    expect(rendered).toBeLessThan(MANY / 10)
    flood.destroy()
  })

  test('are answered in their order', async () => {
    const { hostname, port, host } = new URL(server.url)
    const client = connect(Number(port), hostname)
    const paths = ['/digests/2026-11-15/morning.md', '/healthz', '/nowhere', '/healthz']
    client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`).join(''))
    let text = ''
    for await (const chunk of client.setEncoding('utf8')) {
      text += chunk
      if (text.match(/HTTP\/1\.1 /g)?.length === paths.length) break
    }
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200'])
  })
})

describe('where it listens', () => {
  test('an address that is taken is told with the cure', async () => {
    await expect(listen(new URL(server.url).host, parts)).rejects.toThrow(
      /another program is listening there; set server.listen to another port/,
    )
  })
})
