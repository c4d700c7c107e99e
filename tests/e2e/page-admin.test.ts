import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { untilReady } from '../support/a-page.ts'
import { launchChromium, noticed } from '../support/chromium.ts'
import { type PageWorld, pageWorld } from '../support/page-world.ts'

const LONG = { timeout: 60_000 }

/* Administration and corrections of stories in a real browser: what an administrator does, and what others do not see. */

const PASSWORD = 'correct horse'

let browser: Browser
let world: PageWorld
let context: BrowserContext
let page: Page
const faults: string[] = []

beforeAll(async () => {
  ;[browser, world] = await Promise.all([launchChromium(), pageWorld()])
  await world.app.firstLogin.ensurePassword(PASSWORD)
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})
beforeEach(async () => {
  faults.length = 0
  context = await browser.newContext()
  page = await context.newPage()
  page.setDefaultTimeout(60_000)
  page.on('pageerror', (error) => faults.push(String(error)))
})
afterEach(async () => {
  await context.close()
  expect(faults).toEqual([])
})

async function logIn(path: string, name = 'reader', password = PASSWORD): Promise<void> {
  await page.goto(world.base + path)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(`**${path}`)
  await untilReady(page)
}

const button = (name: string | RegExp) => page.getByRole('button', { name })

describe('an administrator', () => {
  test('adds a reader, gives them another password and removes them after a question', async () => {
    await logIn('/admin')
    await page.getByLabel('Name').fill('ann')
    await button('Add').click()
    await page.getByText('A password has at least 8 characters.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('long enough')
    await page.getByLabel(/^Mail address/).fill('no address')
    await button('Add').click()
    await page.locator('#reader-name-wrong').waitFor()
    await page.getByLabel(/^Mail address/).fill('ann@a.example')
    await button('Add').click()
    await noticed(page, 'ann can log in now.')
    await button('New password ann').click()
    await page.getByLabel('New password of ann').fill('longer still')
    await button('Save the password').click()
    await noticed(page, /^ann has a new password/)
    await button('Remove ann').click()
    await button('Cancel').click()
    await button('Remove ann').click()
    await page.locator('.confirm .primary:focus').press('Enter')
    await noticed(page, 'ann is removed.')
    await expect.poll(() => page.getByText('ann@a.example').count(), LONG).toBe(0)
  })

  test('settles a delivery in doubt', async () => {
    await logIn('/admin')
    await page.getByText('Morning Brief, 2026-11-15').waitFor()
    world.setMail({ kind: 'sent', note: '' })
    await button('Send again').click()
    await page.locator('.confirm .primary:focus').press('Enter')
    await noticed(page, 'Sent again.')
    await page.getByText('None: of every delivery it is known what became of it.').waitFor()
  })

  test('has a job that failed for good tried again, and drops another after a question', async () => {
    // Only on PostgreSQL there is a queue; what it does is tested there, here is what the page asks for.
    const job = { task: 'host', tries: 12, error: 'no such server', failedAt: world.desk.now() }
    const dead = [1, 2].map((id) => ({ ...job, id, key: `host ${id}.example` }))
    const asked: string[] = []
    const take = (what: string) => async (ids: readonly number[]) => {
      asked.push(`${what} ${ids.join()}`)
      return dead.splice(0, 1).length
    }
    Object.assign(world.desk.store.shared, {
      deadJobs: async () => dead,
      retryJobs: take('retry'),
      dropJobs: take('drop'),
    })
    await logIn('/admin')
    await page.getByText('host: 1.example').first().waitFor()
    await button('Try again host: 1.example').click()
    await noticed(page, 'It is tried again now.')
    await button('Drop host: 2.example').click()
    await page.locator('.confirm .primary:focus').press('Enter')
    await noticed(page, 'Dropped.')
    await expect.poll(() => page.locator('[aria-labelledby=dead-jobs]').innerText(), LONG).toMatch(/None\.$/)
    expect(asked).toEqual(['retry 1', 'drop 2'])
  })

  test('sees the server', async () => {
    await logIn('/admin')
    const facts = await page.locator('.fact-list').innerText()
    expect(facts).toMatch(/Database\s+SQLite/)
    expect(facts).toMatch(/Stored\s+articles: 9, feeds: 3/)
  })
})

describe('a story', () => {
  const storyPath = async () => {
    const { items } = await world.admin.get<{ items: { id: string }[] }>('/stories?leastArticles=2')
    return `/stories/${items[0]!.id}`
  }
  const articles = () => page.locator('.timeline > li').count()

  test('says in plain words why its articles belong together, with the figures for who wants them', async () => {
    await logIn(await storyPath())
    await page.getByText('Why is this in the story?').first().click()
    const first = page.locator('.timeline > li').first()
    await expect
      .poll(() => first.innerText(), LONG)
      .toMatch(/Both report one event: that is \d+ % certain, and 50 % are needed\./)
    await first.getByText('The figures').click()
    await expect.poll(() => first.locator('table').innerText(), LONG).toMatch(/Certainty of one event\s+0\.\d+\s+0\.5/)
  })

  test('loses an article and gets it back, each with a preview', async () => {
    await logIn(await storyPath())
    await button(/Take out of this story Worst damage/).click()
    await page.getByText('It would be separated from 2 articles.').waitFor()
    await expect
      .poll(() => page.locator('.tried li').allInnerTexts(), LONG)
      .toEqual([
        expect.stringContaining('Worst damage in forty years'),
        expect.stringMatching(
          /2 articles: harbour\.example, coast\.example|2 articles: coast\.example, harbour\.example/,
        ),
      ])
    await button('Cancel').click()
    await expect.poll(() => articles(), LONG).toBe(3)
    await button(/Take out of this story Worst damage/).click()
    await button('Do it').click()
    await noticed(page, 'Taken out. It stays out.')
    await expect.poll(articles).toBe(2)
    // Of two statements about one pair the newer counts.
    world.desk.setClock(world.desk.now() + 1_000)
    await page.getByLabel('Words of an article of the other story').fill('mayor')
    await button('Find it').click()
    await button(/^Join with this Worst damage/).click()
    await page.getByText('The joined story would have 3 articles.').waitFor()
    await button('Do it').click()
    await noticed(page, 'Joined. They stay together.')
    await expect.poll(articles).toBe(3)
  })
})

test('others neither administer nor correct', async () => {
  const bob = await world.desk.app.readers.add({ name: 'bob', role: 'reader', email: null })
  await world.desk.app.readers.setPassword(bob.name, PASSWORD)
  await logIn('/admin', 'bob')
  expect(await page.locator('main').innerText()).toContain('Only administrators see what is here.')
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(0)
  const { items } = await world.admin.get<{ items: { id: string }[] }>('/stories?leastArticles=2')
  await page.goto(`${world.base}/stories/${items[0]!.id}`)
  expect(await button(/Take out/).count()).toBe(0)
  await context.clearCookies()
  await world.admin.send('DELETE', `/readers/${bob.id}`)
})
