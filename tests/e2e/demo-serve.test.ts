import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Article } from '../../src/http/contract/articles.ts'
import type { Today } from '../../src/http/contract/digests.ts'
import { MAIN } from '../support/built-program.ts'

/* The demonstration as a server, through a real process: the whole program over the invented world, which goes on. */

const folder = mkdtempSync(join(tmpdir(), 'copytaster-demo-serve-'))
const PATIENCE = { timeout: 280_000, interval: 250 }
let demo: ChildProcess
let url = ''
let said = ''

const get = async <T>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<T> => {
  const answer = await fetch(new URL(`api/v1${path}`, url), { headers })
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as T
}
const post = (method: string, path: string, body?: object) =>
  fetch(new URL(`api/v1${path}`, url), {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

beforeAll(async () => {
  const args = [MAIN, 'demo', '--database', `sqlite:${join(folder, 'demo.db')}`]
  demo = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  demo.stderr!.setEncoding('utf8').on('data', (data) => (said += data))
  url = await vi.waitFor(() => {
    const found = /Read it at (http:\/\/127\.0\.0\.1:\d+\/)\s/.exec(said)?.[1]
    if (found === undefined) throw new Error(`the demonstration never said where it is; it said:\n${said}`)
    return found
  }, PATIENCE)
}, 300_000)
afterAll(() => {
  demo.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const today = (language: string) => vi.waitFor(() => get<Today>('/today', { 'accept-language': language }), PATIENCE)

test('it says that it is one, and what time it is there', async () => {
  const me = await get<{ isDemo: boolean; now: string }>('/me')
  expect(me.isDemo).toBe(true)
  expect(me.now).toMatch(/^2026-03-04T16:/)
})

test.each([
  ['ja,en;q=0.8', 'ja'],
  ['zh-TW', 'zh'],
  ['de-DE,de;q=0.9', 'en'],
])('for %s it opens in %s', async (accepted, language) => {
  const { digest, shape, feeds } = await today(accepted)
  expect({ shape, feeds }).toEqual({ shape: 'sections', feeds: 37 })
  expect(new Set(digest.topStories.map(({ lead }) => lead.language))).toEqual(new Set([language]))
  expect(digest.tabs.map(({ language: of }) => of)).toEqual(['zh', 'zh', 'en', 'ja'])
})

test('a reader who names languages has those', async () => {
  expect((await post('PATCH', '/me/settings', { languages: ['zh'] })).status).toBe(200)
  const { digest } = await vi.waitFor(async () => {
    const page = await get<Today>('/today', { 'accept-language': 'en' })
    expect(page.digest.topStories.every(({ lead }) => lead.language === 'zh')).toBe(true)
    return page
  }, PATIENCE)
  expect(digest.topStories.length).toBeGreaterThan(2)
  await post('PATCH', '/me/settings', { languages: [] })
})

test('news goes on, is told to who listens, and can be read', async () => {
  const newest = async () => (await get<{ items: Article[] }>('/articles?limit=1')).items[0]!
  const before = await newest()
  const stream = await fetch(new URL('api/v1/events', url))
  const heard = listen(stream)
  const added = await vi.waitFor(async () => {
    const found = await newest()
    expect(found.id).not.toBe(before.id)
    return found
  }, PATIENCE)
  expect(Date.parse(added.firstSeenAt)).toBeGreaterThan(Date.parse(before.firstSeenAt))
  expect(added.state.read).toBe(false)
  await vi.waitFor(() => expect(heard()).toMatch(/event: articles/), PATIENCE)
  await post('PATCH', `/articles/${added.id}/state`, { opened: true })
  expect((await get<Article>(`/articles/${added.id}`)).state.read).toBe(true)
  await stream.body!.cancel().catch(() => {})
})

/** What came of a stream so far. */
function listen(stream: Response): () => string {
  let text = ''
  void (async () => {
    for await (const part of stream.body!) text += new TextDecoder().decode(part)
  })().catch(() => {})
  return () => text
}

test('a headline of its page opens the text here, for the publishers are invented', async () => {
  const page = await (await fetch(url)).text()
  const [link] = /\/articles\/\d+(?=")/.exec(page)!
  const article = await fetch(new URL(link, url))
  expect([article.status, await article.text()]).toEqual([200, expect.stringContaining('class="prose"')])
})

test('it ends when it is asked to', async () => {
  const ended = new Promise((resolve) => demo.once('close', resolve))
  demo.kill('SIGINT')
  expect(await ended).toBe(0)
})
