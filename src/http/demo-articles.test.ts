import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDigest } from '../../tests/support/a-digest.ts'
import { anArticle } from '../../tests/support/an-article.ts'
import type { DigestArchive } from '../app/digest-archive.ts'
import { renderDigest } from '../core/digest/render/render-digest.ts'
import { demoArchive, demoArticle } from './demo-articles.ts'
import { createDigestPages } from './digests.ts'
import { type Listening, listen } from './listen.ts'
import { ownNames } from './own-names.ts'

/* The page of the demonstration over a real socket. */

const digest = aDigest()
const [lead] = digest.topStories.map((item) => item.lead)
const article = anArticle({ url: lead!.url, title: lead!.title, text: 'The <b>bridge</b> is closed.\n\nFor a week.' })
const archive: DigestArchive = {
  current: async () => digest,
  stored: async () => [],
  heads: async () => [],
  on: async () => null,
  around: async () => ({ before: null, after: null }),
  rendered: async (one, format) => (format === 'email' ? '' : renderDigest(one, format)),
}

let server: Listening
beforeAll(async () => {
  const local = demoArchive(archive, () => server.url)
  const find = async (url: string) => (url === lead!.url ? article : null)
  const digestPages = createDigestPages(local)
  server = await listen('127.0.0.1:0', {
    names: ownNames(null, true),
    pages: async (request) => (await demoArticle(request, find, 'Asia/Taipei')) ?? digestPages(request),
  })
})
afterAll(() => server.close())

test('no link of a digest leads to an invented address', async () => {
  const page = await (await fetch(server.url)).text()
  const links = [...page.matchAll(/href="([^"#][^"]*)"/g)].map(([, url]) => new URL(url!, server.url))
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter(({ origin }) => origin !== new URL(server.url).origin)).toEqual([])
})

test('the link of an article opens it', async () => {
  const page = await (await fetch(server.url)).text()
  const path = `/articles/${encodeURIComponent(lead!.url)}`
  expect(page).toContain(path)
  const opened = await fetch(new URL(path, server.url))
  expect(opened.status).toBe(200)
  const text = await opened.text()
  expect(text).toContain(lead!.title)
  expect(text).toContain('The &lt;b&gt;bridge&lt;/b&gt; is closed.')
})

test('an address the world does not have is not found', async () => {
  expect((await fetch(new URL('/articles/https%3A%2F%2Felsewhere.example%2F', server.url))).status).toBe(404)
})
