import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aServer, aWebApp } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { redirect, serve, silence } from '../../tests/support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../../tests/support/publisher.ts'
import type { ImagesDeps } from '../app/images.ts'
import { createFetcher, type Fetcher } from '../io/fetch/create-fetcher.ts'
import type { Article, WholeArticle } from './contract/articles.ts'

/* Pictures of articles: straight from the publisher, or through this server and its one guarded fetch. */

const NOW = Date.UTC(2026, 10, 16, 12)
const PNG = Buffer.from('\x89PNG\r\n\x1a\nthe rest of a picture', 'latin1')

let desk: Desk
let server: FastifyInstance
let publisher: Publisher
let inner: Publisher
let fetcher: Fetcher
let kept: Map<string, Uint8Array>

beforeEach(async () => {
  desk = await anApp({ now: NOW })
  publisher = await startPublisher()
  // In the same network, but not one that may be asked.
  inner = await startPublisher({ address: '127.0.0.2' })
  inner.on('/secret.png', serve(PNG))
  kept = new Map()
  fetcher = createFetcher({
    allow: [`${publisher.address}:${publisher.port}`],
    userAgent: 'test',
    limits: { maxBytes: 1_000, maxWireBytes: 1_000 },
  })
})
afterEach(async () => {
  await fetcher.close()
  await Promise.all([publisher.close(), inner.close()])
  await desk.close()
})

async function open(images: Partial<ImagesDeps> = {}): Promise<void> {
  const cache = {
    get: async (url: string) => kept.get(url) ?? null,
    put: async (url: string, bytes: Uint8Array) => void kept.set(url, bytes),
  }
  const fetchPicture = (url: string) => fetcher.fetch(url, { timeoutMs: 500 })
  server = await aServer(aWebApp(desk, { fetchPicture, cache, ...images }))
}

const get = (url: string) => server.inject({ url, headers: { host: 'localhost' } })

async function published(text: string): Promise<WholeArticle & Article> {
  desk.publish('https://news.example/rss', [{ title: 'A report', url: 'https://news.example/1', text, at: NOW }])
  await desk.poll()
  const { items } = (await get('/api/v1/articles')).json() as { items: Article[] }
  return (await get(`/api/v1/articles/${items[0]!.id}`)).json() as WholeArticle & Article
}
const pictures = (html: string) => [...html.matchAll(/src="([^"]*)"/g)].map(([, url]) => url!.replaceAll('&amp;', '&'))

/** The article's one picture, through this server. */
async function picture(path: string): Promise<string> {
  const { html } = await published(`&lt;p&gt;Text.&lt;/p&gt;&lt;img src="${publisher.url(path)}"&gt;`)
  const [address] = pictures(html)
  expect(address).toMatch(/^\/api\/v1\/images\/[\w-]{32}\/[\w-]+$/)
  return address!
}

describe('the addresses of pictures', () => {
  const TEXT =
    '&lt;p&gt;Text.&lt;/p&gt;&lt;img src="https://a.example/1.png" srcset="http://a.example/2.png 2x"&gt;&lt;img src="http://a.example/3.png" alt="three"&gt;'
  test('by itself: encrypted ones straight from the publisher, others through this server', async () => {
    await open()
    const { html, image } = await published(TEXT)
    expect(image).toBe('https://a.example/1.png')
    expect(html).toContain('src="https://a.example/1.png"')
    expect(html).toMatch(/srcset="\/api\/v1\/images\/\S+ 2x"/)
    expect(html).not.toContain('http://')
  })

  test('all through this server, where publishers are not to see readers', async () => {
    await open({ mode: 'proxy' })
    const { html, image } = await published(TEXT)
    expect(html).not.toMatch(/https?:\/\//)
    expect(image).toMatch(/^\/api\/v1\/images\//)
  })

  test('none', async () => {
    await open({ mode: 'off' })
    const { html, image } = await published(TEXT)
    expect([html, image]).toEqual([expect.stringMatching(/^<p>Text\.<\/p><img[^>]*><img alt="three"[^>]*>$/), null])
    expect(html).not.toMatch(/src/)
  })
})

describe('a picture through this server', () => {
  beforeEach(() => open())

  test('is what its bytes say, whatever the publisher says, and can do nothing', async () => {
    publisher.on('/1.png', serve(PNG, { 'content-type': 'text/html' }))
    const { statusCode, headers, rawPayload } = await get(await picture('/1.png'))
    expect(statusCode).toBe(200)
    expect(rawPayload.equals(PNG)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect(publisher.requests[0]!.headers.referer).toBeUndefined()
    expect(publisher.requests[0]!.headers.cookie).toBeUndefined()
  })

  test('is fetched once for many who come at once, and kept', async () => {
    publisher.on('/1.png', serve(PNG))
    const address = await picture('/1.png')
    const all = await Promise.all(Array.from({ length: 5 }, () => get(address)))
    expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect((await get(address)).statusCode).toBe(200)
    expect(publisher.requestsTo('/1.png')).toHaveLength(1)
    expect([...kept.keys()]).toEqual([publisher.url('/1.png')])
  })

  test.each([
    ['a page', serve('<!doctype html><script>alert(1)</script>', { 'content-type': 'image/png' })],
    [
      'an SVG',
      serve('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', {
        'content-type': 'image/svg+xml',
      }),
    ],
    ['something too large', serve(Buffer.concat([PNG, Buffer.alloc(2_000)]))],
    ['nothing', silence],
  ])('is not shown when it is %s', async (_, step) => {
    publisher.on('/x', step)
    const { statusCode, headers, body } = await get(await picture('/x'))
    expect(statusCode).toBe(502)
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
    expect(body).not.toMatch(/<|127\.0\.0/)
    expect(kept.size).toBe(0)
  })

  test('that failed is not asked for again at once', async () => {
    const address = await picture('/gone.png')
    await get(address)
    await get(address)
    expect(publisher.requestsTo('/gone.png')).toHaveLength(1)
    desk.setClock(NOW + 120_000)
    await get(address)
    expect(publisher.requestsTo('/gone.png')).toHaveLength(2)
  })

  test('GHSA-xwh2-742g-w3wp: is not fetched from an address that is guarded, nor by a redirect to one', async () => {
    publisher.on('/away', redirect(302, inner.url('/secret.png')))
    expect((await get(await picture('/away'))).statusCode).toBe(502)
    const { html } = await published(`&lt;p&gt;Other.&lt;/p&gt;&lt;img src="${inner.url('/secret.png')}"&gt;`)
    for (const address of pictures(html)) expect((await get(address)).statusCode).toBe(502)
    expect(inner.connections()).toBe(0)
  })

  test.each([
    [
      'another signature',
      (path: string) => path.replace(/images\/./, (all) => `${all.slice(0, -1)}${all.endsWith('A') ? 'B' : 'A'}`),
    ],
    [
      'another address',
      (path: string) => path.replace(/[^/]+$/, Buffer.from('1 http://127.0.0.2/x').toString('base64url')),
    ],
    [
      'a plain hash',
      (path: string) =>
        path.replace(/images\/[^/]+/, `images/${createHash('sha256').update('x').digest('base64url').slice(0, 32)}`),
    ],
  ])('is not fetched with %s', async (_, change) => {
    publisher.on('/1.png', serve(PNG))
    const address = await picture('/1.png')
    expect((await get(change(address))).statusCode).toBe(404)
    expect(publisher.connections()).toBe(0)
  })

  test('of an article that is not there for this reader is not there', async () => {
    publisher.on('/1.png', serve(PNG))
    const address = await picture('/1.png')
    const ann = await desk.store.addReader({ name: 'ann', role: 'reader', email: null }, NOW)
    const app = aWebApp(desk)
    const { secret } = await app.sessions.issue(ann!, { name: 'x', scope: 'read' })
    const headers = { host: 'localhost', authorization: `Bearer ${secret}` }
    expect((await server.inject({ url: address, headers })).statusCode).toBe(404)
    expect(publisher.connections()).toBe(0)
  })
})

test('CVE-2023-27592: a hostile srcset comes to life neither in the article nor in an error', async () => {
  await open({ mode: 'proxy' })
  const hostile = `http://a.example/"><script>alert(1)</script>`
    .replaceAll('<', '&amp;lt;')
    .replaceAll('>', '&amp;gt;')
    .replaceAll('"', '&amp;quot;')
  const { html } = await published(
    `&lt;img src="https://a.example/1" srcset="${hostile} 2x, javascript:alert(1) 3x"&gt;`,
  )
  expect(html).not.toMatch(/<script|javascript:/)
  for (const [, address] of html.matchAll(/(\/api\/v1\/images\/[^" ]+)/g)) {
    const { statusCode, body, headers } = await get(address!)
    expect(statusCode).toBe(502)
    expect(body).not.toContain('script')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  }
})
