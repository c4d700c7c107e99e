import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Article } from '../../src/http/contract/articles.ts'
import type { Today } from '../../src/http/contract/digests.ts'
import { type OpenPage, openPage } from '../support/a-page.ts'
import { MAIN } from '../support/built-program.ts'
import { launchChromium, noticed } from '../support/chromium.ts'

/* The demonstration as a server, through a real process: the whole program over the invented world, which goes on. */

const folder = mkdtempSync(join(tmpdir(), 'copytaster-demo-serve-'))
const PATIENCE = { timeout: 280_000, interval: 250 }
let demo: ChildProcess
let url = ''
let said = ''
/** The newest article at the beginning, and what was told of others since: the world goes on while the tests below read in it. */
let first: Article
let stream: Response
let heard: () => string

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

const newest = async () => (await get<{ items: Article[] }>('/articles?limit=1')).items[0]!

beforeAll(async () => {
  const args = [MAIN, 'demo', '--database', `sqlite:${join(folder, 'demo.db')}`]
  demo = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  demo.stderr!.setEncoding('utf8').on('data', (data) => (said += data))
  url = await vi.waitFor(() => {
    const found = /Read it at (http:\/\/127\.0\.0\.1:\d+\/)\s/.exec(said)?.[1]
    if (found === undefined) throw new Error(`the demonstration never said where it is; it said:\n${said}`)
    return found
  }, PATIENCE)
  first = await newest()
  stream = await fetch(new URL('api/v1/events', url))
  heard = listen(stream)
}, 300_000)
afterAll(() => {
  demo.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** What came of a stream so far. */
function listen(stream: Response): () => string {
  let text = ''
  void (async () => {
    for await (const part of stream.body!) text += new TextDecoder().decode(part)
  })().catch(() => {})
  return () => text
}

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

test('a headline of its page opens the text here, for the publishers are invented', async () => {
  const page = await (await fetch(url)).text()
  const [link] = /\/articles\/\d+(?=")/.exec(page)!
  const article = await fetch(new URL(link, url))
  expect([article.status, await article.text()]).toEqual([200, expect.stringContaining('class="prose"')])
})

describe('in a browser', () => {
  const LONG = { timeout: 60_000 }
  let browser: Browser
  let open: OpenPage
  let page: Page
  /** Opened first and left alone: what happens in the world while somebody else reads. */
  let left: OpenPage
  const failures: string[] = []

  beforeAll(async () => {
    browser = await launchChromium()
    left = await openPage(browser, new URL('latest', url).href)
    open = await openPage(browser, url)
    page = open.page
    page.on('response', (answer) => answer.status() >= 400 && failures.push(`${answer.status()} ${answer.url()}`))
    // A page that is left gives up what it still waits for: that is no failure.
    page.on('requestfailed', (request) => {
      const { errorText = '' } = request.failure() ?? {}
      if (errorText !== 'net::ERR_ABORTED') failures.push(`${errorText} ${request.url()}`)
    })
  })
  afterAll(() => browser?.close())

  const h1 = (name?: string | RegExp) =>
    page.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name }) }).waitFor(LONG)
  const visit = (path: string) => page.goto(new URL(path, url).href)
  const quiet = () => expect({ complaints: open.complaints, failures }).toEqual({ complaints: [], failures: [] })
  const firstStory = async () => {
    const { items } = await get<{ items: { id: string }[] }>('/stories?leastArticles=4')
    return `/stories/${items[0]!.id}`
  }

  test('it says that it is invented, and leads to how one begins with feeds of one’s own', async () => {
    await page.getByRole('link', { name: 'Sample news; add your own feeds' }).click()
    await h1('Welcome')
    await page.getByText('npm start -- init').waitFor()
    await page.getByText('You follow 37 feeds.', { exact: true }).waitFor()
    quiet()
  })

  test('every screen opens, and nothing complains', async () => {
    const [article] = (await get<{ items: Article[] }>('/articles?limit=1')).items
    const [feed] = (await get<{ items: { id: number; name: string }[] }>('/feeds?limit=1')).items
    const [digest] = (await get<{ items: { path: string; headlines: { title: string }[] }[] }>('/digests')).items
    const screens: readonly (readonly [path: string, heading: string])[] = [
      ['/', 'Today'],
      ['/latest', 'Latest'],
      ['/saved', 'Saved'],
      ['/search?q=river', 'Search'],
      [`/articles/${article!.id}`, article!.title],
      ['/feeds', 'Feeds'],
      [`/feeds/${feed!.id}`, feed!.name],
      ['/digests', 'Digests'],
      [digest!.path, 'Evening Recap'],
      ['/tuning', 'Tuning'],
      ['/settings', 'Settings'],
      ['/admin', 'Admin'],
      ['/welcome', 'Welcome'],
    ]
    for (const [path, heading] of screens) {
      await visit(path)
      await h1(heading)
      expect([path, await page.getByRole('alert').count()]).toEqual([path, 0])
    }
    await visit('/digests')
    await expect.poll(() => page.locator('.days').innerText(), LONG).toContain(digest!.headlines[0]!.title)
    await visit('/admin')
    await page.getByText('All is well.').waitFor()
    quiet()
  })

  test('a headline opens its text, with its reasons and its story', async () => {
    await visit('/')
    const story = page.locator('[data-item]', { has: page.getByRole('link', { name: /newsrooms/ }) }).first()
    const title = (await story.locator('h3').textContent())!
    await story.getByText('Why is this here?').click()
    await story.getByText('Score', { exact: true }).waitFor()
    await story.getByRole('link', { name: title, exact: true }).click()
    await h1(title)
    await page.keyboard.press('w')
    await page.getByRole('heading', { name: 'Came from' }).waitFor(LONG)
    await page.getByRole('heading', { name: /^Score: \d+ of 100/ }).waitFor()
    await page.locator('.text-head').getByRole('button', { name: 'Save' }).click()
    await page.keyboard.press('t')
    await page.getByRole('heading', { name: 'Time line' }).waitFor(LONG)
    const members = page.locator('.timeline > li')
    await expect.poll(() => members.count(), LONG).toBeGreaterThan(1)
    await members.last().getByText('Why is this in the story?').click()
    await members
      .last()
      .getByText(/certain/)
      .first()
      .waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await h1('Saved')
    await page.getByRole('link', { name: title, exact: true }).waitFor(LONG)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download all as starred.json' }).click()
    expect((await download).suggestedFilename()).toBe('starred.json')
    quiet()
  })

  test('a story is followed, an article taken out of it and joined with it again', async () => {
    await visit(await firstStory())
    const members = page.locator('.timeline > li')
    const before = await members.count()
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await page.getByRole('button', { name: 'Unfollow' }).waitFor(LONG)
    const last = members.last()
    const title = (await last.locator('h3').textContent())!
    await last.getByRole('button', { name: /^Take out of this story/ }).click()
    await last.getByText('Then there would be 2 stories:').waitFor(LONG)
    await last.getByRole('button', { name: 'Do it' }).click()
    await expect.poll(() => members.count(), LONG).toBeLessThan(before)
    const fewer = await members.count()
    await page.getByLabel('Words of an article of the other story').fill(`"${title}"`)
    await page.getByRole('button', { name: 'Find it' }).click()
    const found = page.locator('li.row', { has: page.getByRole('link', { name: title, exact: true }) })
    await found.getByRole('button', { name: /^Join with this/ }).click()
    await found.getByText(/^The joined story would have/).waitFor(LONG)
    await found.getByRole('button', { name: 'Do it' }).click()
    await expect.poll(() => members.count(), LONG).toBeGreaterThan(fewer)
    await page.keyboard.press('a')
    await noticed(page, 'marked as read.')
    await expect.poll(() => page.locator('.timeline article:not(.is-read)').count(), LONG).toBe(0)
    quiet()
  })

  test('a search finds, marks what it found, and is kept', async () => {
    await visit('/')
    await page.keyboard.press('/')
    await page.locator('#q:focus').waitFor(LONG)
    await page.keyboard.type('Danube')
    await page.keyboard.press('Enter')
    await page.locator('mark', { hasText: 'Danube' }).first().waitFor(LONG)
    await page.getByRole('button', { name: 'Save this search' }).click()
    await page.getByRole('link', { name: 'Danube', exact: true }).waitFor(LONG)
    quiet()
  })

  test('it opens in the language of the browser', async () => {
    const context = await browser.newContext({ locale: 'ja-JP' })
    const own = await context.newPage()
    await own.goto(url)
    expect(await own.locator('html').getAttribute('lang')).toBe('ja')
    expect(await own.locator('[data-item] h3').first().getAttribute('lang')).toBe('ja')
    await context.close()
  })

  test('meanwhile the world went on: what came is counted, and shown on demand', async () => {
    const { page: waiting, complaints } = left
    const count = waiting.getByRole('button', { name: /^\d+ new$/ })
    await count.waitFor({ timeout: 120_000 })
    const before = await waiting.locator('[data-item] h3').first().textContent()
    await count.click()
    await expect.poll(() => waiting.locator('[data-item] h3').first().textContent(), LONG).not.toBe(before)
    expect(complaints).toEqual([])
  })
})

test('news goes on, is told to who listens, and can be read', async () => {
  const added = await vi.waitFor(async () => {
    const found = await newest()
    expect(found.id).not.toBe(first.id)
    return found
  }, PATIENCE)
  expect(Date.parse(added.firstSeenAt)).toBeGreaterThan(Date.parse(first.firstSeenAt))
  expect(added.state.read).toBe(false)
  await vi.waitFor(() => expect(heard()).toMatch(/event: articles/), PATIENCE)
  await post('PATCH', `/articles/${added.id}/state`, { opened: true })
  expect((await get<Article>(`/articles/${added.id}`)).state.read).toBe(true)
  await stream.body!.cancel().catch(() => {})
})

test('it ends when it is asked to', async () => {
  const ended = new Promise((resolve) => demo.once('close', resolve))
  demo.kill('SIGINT')
  expect(await ended).toBe(0)
})
