import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectOpenToAll, type OpenPage, openPage, type PageServer, servePage, untilReady } from '../support/a-page.ts'
import { aServer, aWebApp } from '../support/a-web-app.ts'
import { anApp, type Desk } from '../support/an-app.ts'
import { builtPage } from '../support/built-page.ts'
import { launchChromium, noticed } from '../support/chromium.ts'
import { type PageWorld, pageWorld } from '../support/page-world.ts'

/* Every screen when there is nothing to show, and when what it needs does not come. */

const LONG = { timeout: 60_000 }
let browser: Browser
let open: OpenPage
let page: Page

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

async function visit(address: string): Promise<void> {
  open = await openPage(browser, address)
  page = open.page
}

/** Follows a link of the page itself: the server renders nothing anew. */
const follow = (path: string) =>
  page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.body.append(link)
    link.click()
    link.remove()
  }, path)

describe('with nothing to show', () => {
  let desk: Desk
  let server: PageServer

  beforeAll(async () => {
    desk = await anApp({ now: Date.now() })
    server = await servePage(desk)
  })
  afterAll(async () => {
    await server?.close()
    await desk?.close()
  })
  afterEach(() => open?.close())

  test.each([
    ['/', ['Nothing has arrived yet.']],
    ['/latest', ['Nothing here.']],
    ['/latest?unread=1', ['Everything is read.']],
    ['/saved', ['Nothing is saved yet.']],
    ['/search', ['No saved searches yet.']],
    ['/search?q=zeppelin', ['Nothing found for zeppelin.']],
    ['/feeds', ['You follow no feeds yet.']],
    ['/feeds?q=none', ['No feed of yours is like that.']],
    ['/digests', ['No digest has been made yet.']],
    ['/tuning', ['Nothing yet. It is learned while you read.', 'No votes yet.', 'No rules yet.']],
    ['/settings', ['No tokens.']],
    ['/admin', ['None: of every delivery it is known what became of it.']],
  ])('%s says: %j', async (path, said) => {
    await visit(server.base + path)
    for (const words of said) await page.getByText(words).first().waitFor(LONG)
    await expectOpenToAll(page)
  })

  test.each([
    ['a file of another kind', 'notes.txt', 'hello', /notes\.txt/],
    ['a list of starred articles that is none', 'starred.json', '{"items": 7}', /no export of starred articles/],
  ])('the first screen refuses %s with a word', async (_what, name, text, words) => {
    await visit(`${server.base}/welcome`)
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
    await page.getByLabel('Choose a file').setInputFiles(file)
    await page.getByRole('alert').getByText(words).waitFor(LONG)
  })
})

describe('when something does not come', () => {
  let world: PageWorld
  const ids: Record<string, number | string> = {}

  beforeAll(async () => {
    world = await pageWorld()
    for (const list of ['/articles', '/stories?leastArticles=2', '/feeds'])
      ids[list] = (await world.admin.get<{ items: { id: number | string }[] }>(list)).items[0]!.id
    await visit(`${world.base}/nowhere`)
  })
  // One page for all: loading it anew takes less than making another. While requests are caught, a browser keeps no answers.
  beforeEach(async () => {
    await page.unrouteAll()
    await page.goto(`${world.base}/nowhere`)
  })
  afterAll(async () => {
    await open?.close()
    await world?.close()
  })

  /** Where the reader goes, and what the API refuses. */
  const REFUSED: readonly (readonly [path: string, api: RegExp])[] = [
    ['/', /\/today$/],
    ['/latest', /\/articles\?/],
    ['/saved', /\/articles\?saved/],
    ['/search?q=ferry', /\/search\?/],
    ['/articles/ID', /\/articles\/\d+$/],
    ['/stories/ID', /\/stories\/\w+$/],
    ['/feeds', /\/feeds\?/],
    ['/feeds/ID', /\/feeds\/\d+$/],
    ['/digests', /\/digests\?/],
    ['/digests/2026-11-15/morning', /\/morning$/],
    ['/digests/2026-11-15/morning', /\/morning\/deliveries$/],
    ['/tuning', /\/interests\?/],
    ['/tuning', /\/rules/],
    ['/settings', /\/tokens/],
    ['/admin', /\/advice$/],
    ['/admin', /\/deliveries/],
    ['/admin', /\/jobs\/dead$/],
    ['/admin', /\/readers$/],
    ['/admin', /\/server$/],
    ['/welcome', /\/packs$/],
  ]

  const withId = (path: string) =>
    path.replace('ID', () => String(Object.entries(ids).find(([list]) => list.startsWith(path.slice(0, -3)))![1]))

  test.each(REFUSED)('%s says so where %s is refused, and has it on the next try', async (path, api) => {
    let isBroken = true
    const problem = { type: 'about:blank', title: 'Trouble', status: 500, code: 'internal', detail: 'Something broke.' }
    await page.route(
      (url) => url.pathname.startsWith('/api/') && api.test(url.pathname + url.search),
      (route) => (isBroken ? route.fulfill({ status: 500, json: problem }) : route.continue()),
    )
    await follow(withId(path))
    const alert = page.getByRole('alert').filter({ hasText: 'Something broke.' })
    await alert.first().waitFor(LONG)
    isBroken = false
    await alert.getByRole('button', { name: 'Try again' }).first().click()
    await alert.first().waitFor({ ...LONG, state: 'detached' })
  })

  test('a list that is too old to go on is loaded again, with a word', async () => {
    let isExpired = true
    const problem = { type: 'about:blank', title: 'Gone', status: 410, code: 'cursor_expired', detail: 'Too old.' }
    await page.route('**/api/v1/articles?*', (route) => {
      const url = new URL(route.request().url())
      if (url.searchParams.has('cursor') && isExpired) {
        isExpired = false
        return route.fulfill({ status: 410, json: problem })
      }
      url.searchParams.set('limit', '3')
      return route.continue({ url: url.href })
    })
    await follow('/latest')
    await noticed(page, 'This list is an hour old: it was loaded again.')
    await expect.poll(() => page.locator('[data-item]').count(), LONG).toBeGreaterThan(3)
  })

  test('a story of many articles shows more of them on demand, and asks again for what did not come', async () => {
    let isBroken = true
    await page.route('**/api/v1/stories/*', (route) => {
      const url = new URL(route.request().url())
      if (url.searchParams.has('cursor') && isBroken) return route.abort()
      url.searchParams.set('limit', '2')
      return route.continue({ url: url.href })
    })
    await follow(withId('/stories/ID'))
    const members = page.locator('.timeline > li')
    const more = page.getByRole('button', { name: 'Show 1 more article' })
    await more.click()
    await expect.poll(() => more.isEnabled(), LONG).toBe(true)
    await expect.poll(() => members.count(), LONG).toBe(2)
    isBroken = false
    await more.click()
    await expect.poll(() => members.count(), LONG).toBe(3)
    await expect.poll(() => more.count(), LONG).toBe(0)
  })
})

test('who is logged out meanwhile is told so, and led to the login and back', async () => {
  const key = 'k'.repeat(43)
  const desk = await anApp({ now: Date.now() })
  const server = await aServer(aWebApp(desk), { listenAt: '0.0.0.0:0', setupKey: key, assets: builtPage() })
  const base = await server.listen({ host: '127.0.0.1', port: 0 })
  await visit(`${base}/setup?key=${key}`)
  await page.getByLabel('Your name').fill('ann')
  await page.getByLabel('A password').fill('correct horse')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor(LONG)
  await untilReady(page)
  await page.context().clearCookies()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.getByRole('alert').getByText('You are logged out; log in again.').waitFor(LONG)
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Name').fill('ann')
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('No digest has been made yet.').waitFor(LONG)
  expect(new URL(page.url()).pathname).toBe('/digests')
  await open.close()
  await server.close()
  await desk.close()
})
