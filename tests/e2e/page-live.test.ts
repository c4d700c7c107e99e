import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectOpenToAll, type OpenPage, openPage, type PageServer, servePage } from '../support/a-page.ts'
import { launchChromium, noticed } from '../support/chromium.ts'
import { type ReadingWorld, readingWorld } from '../support/reading-world.ts'

/* The page while time passes: news come, other windows are read in, publishers change their texts, the server goes away and returns. */

const HOUR = 3_600_000
const LONG = { timeout: 60_000 }
const STORM = 'Storm in Kiel tears harbour bridge cables, at least three dead'

let browser: Browser
let world: ReadingWorld
let server: PageServer
const opened: OpenPage[] = []

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  world = await readingWorld()
  server = await servePage(world.desk)
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await server?.close()
  await world?.desk.close()
})

async function visit(path: string, width = 1280): Promise<Page> {
  const one = await openPage(browser, server.base + path, { width })
  opened.push(one)
  return one.page
}
const item = (page: Page, title: string) =>
  page.locator('[data-item]', { has: page.getByRole('heading', { name: title }) })
/** The server's events have begun. */
const isLive = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/events'))

/** A page that hears what happens. */
async function listening(path: string, width = 1280): Promise<Page> {
  const page = await visit('/nowhere', width)
  const live = isLive(page)
  await page.goto(server.base + path)
  await live
  return page
}

test('what came since the last visit is told in its story, and the end says since when', async () => {
  const first = await visit('/nowhere')
  const isTold = first.waitForResponse((answer) => answer.url().endsWith('/me/visit'))
  await first.goto(server.base)
  await isTold
  await expect.poll(() => first.locator('.end').innerText(), LONG).toContain('That’s all for now.')
  await first.close()
  world.desk.setClock(world.desk.now() + 2 * HOUR)
  await world.write('rail.example', {
    title: 'Kiel storm death toll rises to nine, harbour bridge cables beyond repair',
    text: 'The death toll of the storm in Kiel rose to nine on Saturday. Engineers say that the torn cables of the harbour bridge cannot be repaired.',
    url: 'https://rail.example/kiel',
  })
  const page = await visit('/')
  const story = page.locator('[data-item]').first()
  await expect.poll(() => story.innerText(), LONG).toMatch(/New since .*: 1 new article/)
  await expect.poll(() => page.locator('.end').innerText(), LONG).toMatch(/That’s all since .*\d\d:\d\d/)
})

test('news are counted and move nothing; they are shown on demand, by a key', async () => {
  const page = await listening('/latest', 390)
  await page.mouse.wheel(0, 500)
  await expect.poll(() => page.evaluate(() => window.scrollY), LONG).toBe(500)
  // What is below the screen is laid out by and by; what somebody looks at, or has passed, stays where it is.
  const places = () =>
    page
      .locator('[data-item]')
      .evaluateAll((all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().y)).filter((y) => y < window.innerHeight),
      )
  let before = await places()
  const isStill = async () => {
    const earlier = String(before)
    before = await places()
    return String(before) === earlier
  }
  await expect.poll(isStill, { ...LONG, interval: 300 }).toBe(true)
  await world.write('sky.example', {
    title: 'Aurora seen as far as the coast',
    url: 'https://sky.example/a',
    text: 'Green.',
  })
  await page.getByRole('button', { name: '1 new' }).waitFor({ ...LONG, state: 'attached' })
  expect(before.length).toBeGreaterThan(3)
  expect(await places()).toEqual(before)
  expect(await item(page, 'Aurora seen').count()).toBe(0)
  await page.keyboard.press('.')
  await item(page, 'Aurora seen').waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY), LONG).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: '1 new' }).count(), LONG).toBe(0)
})

test('two windows at once are in step', async () => {
  const here = await listening('/')
  const there = await listening('/latest')
  await item(here, 'Rye bread').getByRole('button', { name: 'Mark as read' }).click()
  await item(here, STORM).getByRole('button', { name: 'Save' }).click()
  await there.locator('[data-item].is-read', { hasText: 'Rye bread' }).waitFor(LONG)
  const star = item(there, STORM).getByRole('button', { name: 'Save' })
  await expect.poll(() => star.getAttribute('aria-pressed'), LONG).toBe('true')
  await item(there, 'Rye bread').getByRole('button', { name: 'Mark as read' }).click()
  await here.locator('[data-item]:not(.is-read)', { hasText: 'Rye bread' }).waitFor(LONG)
})

test('an article that its publisher changed shows what was changed', async () => {
  await world.revise('harbour.example', 'Museum buys rare violin', {
    text: 'The museum has bought a violin of 1716 from a collector in Vienna.',
  })
  const page = await visit('/search?q=violin')
  await item(page, 'Museum buys rare violin').getByRole('link').first().click()
  await page.getByText('1 earlier version').click()
  await page.locator('.revisions del', { hasText: '1714' }).waitFor()
  await expect.poll(() => page.locator('.revisions ins').innerText(), LONG).toContain('1716')
})

test('a digest can be read without script, shuts nobody out, and marks nothing as read', async () => {
  // Which digests are due, and what is in them, would depend on the hour at which the test runs.
  const dawn = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR + 5 * HOUR
  await server.close()
  await world.desk.close()
  world = await readingWorld(dawn)
  server = await servePage(world.desk)
  world.desk.setClock(dawn + 2 * HOUR)
  await world.desk.app.digests.publishDue(dawn)
  const list = await visit('/digests')
  const address = await list.locator('main a[href^="/digests/2"]').first().getAttribute('href')
  const plain = await openPage(browser, server.base + address, { javaScriptEnabled: false })
  opened.push(plain)
  expect(await plain.page.locator('h1').innerText()).toContain('Morning')
  expect(await plain.page.locator('h3').allTextContents()).toContain(STORM)
  const page = await visit(address!)
  await page.mouse.wheel(0, 3_000)
  await page.waitForTimeout(1_000)
  expect(await page.locator('.notice').innerText()).toBe('')
  await expectOpenToAll(page)
  const phone = await openPage(browser, server.base + address, { width: 360, colorScheme: 'dark' })
  opened.push(phone)
  await expectOpenToAll(phone.page)
})

test('a server that does not answer is told of, and everything goes on when it is back', async () => {
  const page = await listening('/')
  const port = Number(new URL(server.base).port)
  await server.close()
  await page.getByText('The server does not answer. Trying again').waitFor(LONG)
  // What was loaded can be read on; what cannot be done is taken back with a word.
  await item(page, STORM).getByRole('button', { name: 'Save' }).click()
  await noticed(page, 'The server does not answer; nothing was changed.')
  const star = item(page, STORM).getByRole('button', { name: 'Save' })
  await expect.poll(() => star.getAttribute('aria-pressed'), LONG).toBe('false')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  server = await servePage(world.desk, port)
  await page.getByText('The server does not answer. Trying again').waitFor({ ...LONG, state: 'detached' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nothing is saved yet.').waitFor()
  await world.write('sky.example', { title: 'Aurora again', url: 'https://sky.example/b', text: 'Red.' })
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.getByRole('button', { name: '1 new' }).waitFor(LONG)
})
