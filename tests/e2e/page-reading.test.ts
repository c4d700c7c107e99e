import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { KEYS } from '../../src/web/keys.ts'
import { expectOpenToAll, type Look, type OpenPage, openPage, type PageServer, servePage } from '../support/a-page.ts'
import { anApp } from '../support/an-app.ts'
import { launchChromium, noticed, toldNotices } from '../support/chromium.ts'
import { type ReadingWorld, readingWorld } from '../support/reading-world.ts'
import { sampled } from '../support/sampled.ts'

/* Reading in a real browser: the front page, articles and stories, lists and search, by keyboard, by finger and without script. */

const STORM = 'Storm in Kiel tears harbour bridge cables, at least three dead'
const PHONE: Look = { width: 390, hasTouch: true }
const LONG = { timeout: 60_000 }

let browser: Browser
let world: ReadingWorld
let server: PageServer
let open: OpenPage
let page: Page
/** As the world began. */
let begin: readonly Listed[]

interface Listed {
  readonly id: number
  readonly title: string
  readonly state: { readonly read: boolean; readonly saved: boolean; readonly vote: number }
  readonly story: { readonly id: string } | null
}

async function call<T>(path: string, body?: unknown, method = 'PATCH'): Promise<T> {
  const how = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`${server.base}/api/v1${path}`, body === undefined ? {} : how)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json().catch(() => undefined)) as T
}
const listed = async () => (await call<{ items: Listed[] }>('/articles?limit=100')).items

beforeAll(async () => {
  browser = await launchChromium()
  world = await readingWorld()
  server = await servePage(world.desk)
  begin = await listed()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await world?.desk.close()
})
afterEach(async () => {
  await open?.close()
  const before = new Map(begin.map(({ id, state }) => [id, state]))
  for (const { id, state } of await listed())
    if (JSON.stringify(state) !== JSON.stringify(before.get(id)))
      await call(`/articles/${id}/state`, before.get(id) ?? { read: false })
})

/** Opens an address. Publishers answer nothing but a word. */
async function visit(path: string, look: Look = {}): Promise<void> {
  open = await openPage(browser, server.base + path, look)
  page = open.page
  await page.context().route(/^https:\/\/\w+\.example\//, (route) => route.fulfill({ body: 'the original' }))
}
const idOf = (title: string) => begin.find((one) => one.title === title)!.id
const stateOf = async (title: string) => (await listed()).find((one) => one.title === title)!.state
const item = (title: string) => page.locator('[data-item]', { has: page.getByRole('heading', { name: title }) })
const isRead = (title: string) => item(title).evaluate((element) => element.classList.contains('is-read'))
/** The headline of the item that has the focus. */
const focused = () => page.evaluate(() => document.activeElement?.querySelector('h3')?.textContent ?? null)
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** What is far from the screen has no inner text: it is not laid out. */
const headlines = () => page.locator('[data-item] h3').allTextContents()
const h1 = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
/** What a look gives once it has been the same for half a second: what is near the screen is laid out by and by. */
async function settled(look: () => Promise<number>): Promise<number> {
  let last = await look()
  for (let times = 0; times < 5; times++) {
    await page.waitForTimeout(100)
    const now = await look()
    if (now !== last) times = -1
    last = now
  }
  return last
}

describe('the front page', () => {
  test('has what several newsrooms tell first, then sections, then an end; one key marks the rest, another takes that back', async () => {
    await visit('/')
    const [first] = await headlines()
    expect(first).toBe(STORM)
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
      expect.arrayContaining(['Noteworthy', 'News']),
    )
    expect(await item(STORM).innerText()).toMatch(/3 newsrooms.*Figures differ: 3 dead \(The Harbour Post\)/s)
    expect(await page.locator('.end').innerText()).toContain('That’s all')
    expect(await page.locator('main').innerText()).not.toMatch(/\b(score|tier)\b/i)
    await press('a')
    await noticed(page, 'articles marked as read.')
    await expect.poll(() => page.locator('[data-item]:not(.is-read)').count(), LONG).toBe(0)
    await expect.poll(() => stateOf(STORM), LONG).toMatchObject({ read: true })
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => isRead(STORM), LONG).toBe(false)
    await expect.poll(() => stateOf(STORM), LONG).toMatchObject({ read: false })
    expect(open.complaints).toEqual([])
  })

  test('shows its first headline within the first 300 pixels of a phone', async () => {
    await visit('/', PHONE)
    const box = (await page.locator('[data-item] h3').first().boundingBox())!
    expect(box.y).toBeLessThan(300)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

test('the script of the first screen has at most 80 kB, compressed', async () => {
  await visit('/')
  await page.waitForLoadState('load')
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  expect(scripts.length).toBeGreaterThan(0)
  let bytes = 0
  for (const url of new Set(scripts)) bytes += gzipSync(await (await fetch(url)).text(), { level: 9 }).length
  expect(bytes).toBeLessThan(80_000)
})

describe('keys', () => {
  // Walking scrolls, and what is scrolled past is read some time later: these tests say themselves what is read.
  beforeAll(() => call('/me/settings', { markOnScroll: false }))
  afterAll(() => call('/me/settings', { markOnScroll: true }))

  test('j and k walk, n and p walk what is unread, m marks, s saves, u takes back', async () => {
    await visit('/')
    const [first, second, third] = await headlines()
    await press('j')
    await expect.poll(focused, LONG).toBe(first)
    await press('j', 'j', 'k')
    await expect.poll(focused, LONG).toBe(second)
    await press('m')
    await expect.poll(() => isRead(second!), LONG).toBe(true)
    await press('k', 'n')
    await expect.poll(focused, LONG).toBe(third)
    await press('p')
    await expect.poll(focused, LONG).toBe(first)
    await press('s')
    await expect.poll(() => stateOf(first!), LONG).toMatchObject({ saved: true })
    await press('s')
    await expect.poll(() => stateOf(first!), LONG).toMatchObject({ saved: false })
    // The first is told by three newsrooms: all of it is read at once.
    await press('m')
    await noticed(page, '3 articles marked as read.')
    await press('u')
    await expect.poll(() => isRead(first!), LONG).toBe(false)
  })

  test('o opens here, v the original, b leads back to where one was', async () => {
    await visit('/')
    await press('j', 'j')
    const title = (await focused())!
    const original = page.context().waitForEvent('page')
    await press('v')
    expect((await original).url()).toMatch(/^https:\/\/\w+\.example\//)
    await (await original).close()
    await press('o')
    await h1(title)
    await press('b')
    await h1('Today')
    await expect.poll(focused, LONG).toBe(title)
  })

  test('within an article, j k n p lead to those beside it, and f t w c l do what its buttons do', async () => {
    await visit('/')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const titles = await headlines()
    await press('j', 'o')
    await h1(titles[0]!)
    await press('j')
    await h1(titles[1]!)
    await press('n')
    await h1(titles[2]!)
    await press('f')
    await page.getByText('Full text, fetched from the publisher').waitFor()
    expect(await page.locator('.prose').innerText()).toContain('tore away two of the four moorings')
    await page.getByRole('button', { name: 'Show what the feed gave' }).click()
    await expect.poll(() => page.locator('.prose').innerText(), LONG).not.toContain('moorings')
    await press('k')
    await h1(titles[1]!)
    await press('p', 'k')
    await h1(titles[0]!)
    await press('w')
    await page.getByRole('heading', { name: 'Came from' }).waitFor()
    await press('c')
    await noticed(page, 'Copied.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
      `[${STORM}](<https://harbour.example/0>)`,
    )
    await press('s', 'm')
    await expect.poll(() => stateOf(STORM), LONG).toMatchObject({ saved: true, read: false })
    await press('t')
    await page.getByRole('heading', { name: 'Time line' }).waitFor()
    await press('b', 'b')
    await h1('Today')
  })

  test('/ goes to the search, ? tells all keys, g and a letter goes to a place', async () => {
    await visit('/')
    await press('?')
    const help = page.getByRole('dialog')
    await help.waitFor()
    expect(await help.locator('dt').count()).toBe(KEYS.length)
    await press('Escape')
    await help.waitFor({ state: 'hidden' })
    await press('/')
    await h1('Search')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), LONG).toBe('q')
    // Typed into a field, keys are letters.
    await page.keyboard.type('gl')
    expect(await page.getByRole('searchbox').inputValue()).toBe('gl')
    await page.getByRole('heading', { level: 1 }).click()
    const places = { l: 'Latest', s: 'Saved', '/': 'Search', f: 'Feeds', d: 'Digests', u: 'Tuning', e: 'Settings' }
    for (const [key, name] of Object.entries(places)) {
      await press('g', key)
      await h1(name)
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    }
    await press('g', 't')
    await h1('Today')
    expect(open.complaints).toEqual([])
  })

  test('are enough for a whole morning', async () => {
    await visit('/')
    const titles = await headlines()
    await press('n', 'o')
    await h1(titles[0]!)
    // Through everything that is unread, saving every fourth.
    const seen = [titles[0]!]
    // Asked of the page itself: the browser tells of a change of address some time later.
    const place = () => page.evaluate(() => window.location.pathname)
    for (;;) {
      const before = await place()
      await press('n')
      if ((await place()) === before) break
      await expect.poll(() => page.locator('h1').innerText(), LONG).not.toBe(seen.at(-1))
      seen.push(await page.locator('h1').innerText())
      if (seen.length % 4 === 0) await press('s')
    }
    expect(seen.length).toBeGreaterThan(12)
    await press('b')
    await h1('Today')
    await expect.poll(focused, LONG).toBe(seen.at(-1))
    await press('a', 'g', 's')
    await h1('Saved')
    await expect.poll(async () => (await headlines()).length, LONG).toBe(Math.floor(seen.length / 4))
    await press('g', 'l')
    await h1('Latest')
    await item(titles[0]!).waitFor()
    await press('a')
    await noticed(page, 'marked as read.')
    await page.getByLabel('Unread only').focus()
    await press(' ')
    await page.getByText('Everything is read.').waitFor()
  })
})

describe('a list', () => {
  test('is where it was when one comes back from an article', async () => {
    await visit('/latest?all=1', { width: 390 })
    const title = (await headlines()).at(12)!
    const link = item(title).getByRole('link').first()
    await link.scrollIntoViewIfNeeded()
    const top = async () => Math.round((await item(title).boundingBox())?.y ?? -1)
    const before = await settled(top)
    // Not by the mouse, which would scroll to where it can reach the link.
    await link.dispatchEvent('click')
    await h1(title)
    await page.goBack()
    await h1('Latest')
    await expect.poll(async () => Math.abs((await top()) - before), LONG).toBeLessThan(8)
    expect(Math.abs((await settled(top)) - before)).toBeLessThan(8)
    await expect.poll(focused, LONG).toBe(title)
  })

  test('is read by scrolling past, with one undo; not if the reader turned that off', async () => {
    await visit('/latest', { width: 390 })
    const unread = async () => (await listed()).filter(({ state }) => !state.read).length
    const before = await unread()
    for (const y of [700, 1400]) {
      await page.mouse.wheel(0, y)
      await page.waitForTimeout(900)
    }
    const told = async () => Number(/(\d+) articles? marked/.exec((await toldNotices(page)).at(-1) ?? '')?.[1])
    await expect.poll(told, LONG).toBeGreaterThan(3)
    await expect.poll(async () => (await told()) + (await unread()), LONG).toBe(before)
    await press('u')
    await expect.poll(unread, LONG).toBe(before)
    await open.close()
    await call('/me/settings', { markOnScroll: false })
    await visit('/latest', { width: 390 })
    await page.mouse.wheel(0, 3000)
    await page.waitForTimeout(1200)
    expect(await unread()).toBe(before)
    await call('/me/settings', { markOnScroll: true })
  })

  test('takes fingers: to the right saves, to the left marks as read', async () => {
    await visit('/', PHONE)
    const swipe = async (title: string, by: number) => {
      const box = (await item(title).boundingBox())!
      const cdp = await page.context().newCDPSession(page)
      const [x, y] = [195 - by / 2, box.y + 30]
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      for (const part of [0.3, 0.7, 1])
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + by * part, y }] })
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe(STORM, 150)
    await expect.poll(() => stateOf(STORM), LONG).toMatchObject({ saved: true, read: false })
    await swipe(STORM, -150)
    await expect.poll(() => stateOf(STORM), LONG).toMatchObject({ saved: true, read: true })
  })

  test('has filters, which combine, with addresses', async () => {
    await visit('/latest')
    await page.getByLabel('Tab').selectOption({ label: 'News' })
    await expect.poll(() => page.url(), LONG).toContain('tab=news')
    await page.getByLabel('One for each story').uncheck()
    await page.getByLabel('Unread only').check()
    await page.getByRole('link', { name: 'Important' }).click()
    const address = '/latest?tab=news&unread=1&all=1&sort=importance'
    await expect.poll(() => page.url(), LONG).toBe(server.base + address)
    const direct = await openPage(browser, server.base + address)
    const expected = await direct.page.locator('[data-item] h3').allTextContents()
    await direct.close()
    expect(expected).toContain('Museum buys rare violin')
    expect(expected).not.toContain('Rye bread without a machine')
    // The list is empty while it loads.
    await expect.poll(headlines, LONG).toEqual(expected)
    await page.goto(server.base + address)
    await expect.poll(headlines, LONG).toEqual(expected)
    expect(await page.getByLabel('Unread only').isChecked()).toBe(true)
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect.poll(() => page.url(), LONG).toBe(`${server.base}/latest`)
    await item('Rye bread without a machine').waitFor()
  })

  test('of what is saved grows and shrinks', async () => {
    await visit('/saved')
    await page.getByText('Nothing is saved yet.').waitFor()
    await page.goto(`${server.base}/articles/${idOf(STORM)}`)
    await page.locator('.text-head').getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => stateOf(STORM), LONG).toMatchObject({ saved: true })
    await press('g', 's')
    await expect.poll(headlines, LONG).toEqual([STORM])
    await page.reload()
    expect(await headlines()).toEqual([STORM])
  })

  test('of what is found marks the words, and can be kept', async () => {
    await visit('/')
    await press('/')
    await page.keyboard.type('violin')
    await press('Enter')
    await item('Museum buys rare violin').waitFor()
    expect(await page.locator('mark').allInnerTexts()).toContain('violin')
    await expect.poll(() => page.url(), LONG).toBe(`${server.base}/search?q=violin`)
    await page.getByLabel('Name').fill('Violins')
    await page.getByRole('button', { name: 'Save this search' }).click()
    await page.getByRole('link', { name: 'Violins' }).waitFor()
    await page.getByLabel('Show as a tab').check()
    await expect.poll(() => call('/saved-searches'), LONG).toMatchObject({ items: [{ name: 'Violins', asTab: true }] })
    await page.goto(`${server.base}/search?q=zeppelin`)
    await page.getByText('Nothing found for zeppelin.').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('link', { name: 'Violins' }).waitFor({ state: 'detached' })
  })
})

describe('an article', () => {
  test('has its text, its buttons and its story beside it', async () => {
    await visit(`/articles/${idOf(STORM)}`)
    expect(await page.locator('.prose').innerText()).toContain('Engineers expect that repairs will take six weeks.')
    await expect.poll(() => page.locator('.beside li').count(), LONG).toBe(2)
    await page.locator('.text-head').getByRole('button', { name: 'More like this' }).click()
    await expect.poll(() => stateOf(STORM), LONG).toMatchObject({ read: true, vote: 1 })
    await page.locator('.text-head').getByRole('button', { name: 'Less like this' }).click()
    await expect.poll(() => stateOf(STORM), LONG).toMatchObject({ vote: -1 })
    expect(open.complaints).toEqual([])
  })

  test('that is written from right to left is shown so', async () => {
    const title = 'افتتاح مكتبة جديدة في المدينة القديمة'
    await visit(`/articles/${idOf(title)}`)
    for (const part of ['h1', '.prose']) {
      expect(await page.locator(part).getAttribute('dir')).toBe('auto')
      expect(await page.locator(part).evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
    }
  })

  test('plays on while one reads something else', async () => {
    const title = 'Episode 12: how tunnels are ventilated'
    await visit(`/articles/${idOf(title)}`)
    await press('l')
    const bar = page.getByRole('complementary', { name: 'Listen' })
    await bar.waitFor()
    const sound = await bar.locator('audio').elementHandle()
    expect(await sound!.getAttribute('src')).toBe('https://radio.example/12.mp3')
    await press('g', 'l')
    await h1('Latest')
    // The same element: it was not made anew, which would begin from the start.
    expect(await sound!.evaluate((element) => element.isConnected)).toBe(true)
    await bar.getByRole('link', { name: title }).click()
    await h1(title)
    await bar.getByRole('button', { name: 'Dismiss' }).click()
    await bar.waitFor({ state: 'detached' })
  })
})

test('a story has its time line, who was first, its figures, how headlines differ; it can be followed and read', async () => {
  await visit(`/articles/${idOf(STORM)}`)
  await press('t')
  await page.getByRole('heading', { name: 'Time line' }).waitFor()
  const members = page.locator('.timeline > li')
  expect(await members.count()).toBe(3)
  expect(await members.first().innerText()).toContain('first')
  const figures = page.getByRole('table')
  expect((await figures.locator('th').allInnerTexts()).toSorted()).toEqual(['3', '5', '7'])
  const headlinesSection = page.getByRole('region', { name: 'How headlines differ' })
  expect(await headlinesSection.locator('ins').count()).toBeGreaterThan(1)
  await members.last().getByText('Why is this in the story?').click()
  await members
    .last()
    .getByText(/Both report one event/)
    .first()
    .waitFor()
  const follow = page.getByRole('button', { name: 'Follow', exact: true })
  await follow.click()
  await page.getByRole('button', { name: 'Unfollow' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Unfollow' }).click()
  await follow.waitFor()
  await press('a')
  await noticed(page, 'marked as read.')
  await expect.poll(() => page.locator('.timeline .is-read').count(), LONG).toBe(3)
  expect(open.complaints).toEqual([])
})

describe('where there is nothing', () => {
  test('an address that does not exist says so', async () => {
    for (const path of [
      '/nowhere',
      '/articles/999999',
      '/stories/none',
      '/articles/x',
      '/latest?feed=x',
      '/digests/2020-01-01/morning',
    ]) {
      const answer = await fetch(server.base + path)
      expect([path, answer.status]).toEqual([path, 404])
    }
    await visit('/nowhere')
    await h1('There is nothing at this address.')
    await page.locator('main').getByRole('link', { name: 'Today' }).click()
    await h1('Today')
  })

  test('who follows no feeds is led to adding some', async () => {
    const desk = await anApp({ now: Date.now() })
    const own = await servePage(desk)
    open = await openPage(browser, own.base)
    page = open.page
    await page.getByText('Nothing has arrived yet.').waitFor()
    expect(await page.getByRole('link', { name: 'Add feeds' }).getAttribute('href')).toBe('/welcome')
    await page.goto(`${own.base}/latest`)
    await page.getByText('Nothing here.').waitFor()
    await own.close()
    await desk.close()
  })
})

describe('when something goes wrong', () => {
  test('a list that does not come says why, and is asked for again', async () => {
    await visit('/')
    let status = 500
    const problem = { type: 'about:blank', title: 'Trouble', status, code: 'internal', detail: 'Something broke.' }
    await page.route('**/api/v1/articles?*', (route) =>
      status === 200 ? route.continue() : route.fulfill({ status, json: { ...problem, status } }),
    )
    await press('g', 'l')
    await page.getByRole('alert').getByText('Something broke.').waitFor()
    status = 200
    await page.getByRole('button', { name: 'Try again' }).click()
    await item(STORM).waitFor()
  })

  test('a front page that is not ready comes by itself', async () => {
    await visit('/saved')
    let isReady = false
    const problem = { type: 'about:blank', title: 'Not now', status: 503, code: 'not_now', detail: 'Not yet.' }
    await page.route('**/api/v1/today', (route) =>
      isReady ? route.continue() : route.fulfill({ status: 503, json: problem }),
    )
    await press('g', 't')
    await page.getByText('The front page is being made').waitFor()
    isReady = true
    await item(STORM).waitFor()
  })

  test('what the server refuses is taken back, with a word', async () => {
    await visit('/')
    const problem = { type: 'about:blank', title: 'No', status: 503, code: 'not_now', detail: 'Not now.' }
    await page.route(/\/(state|mark-read)$/, (route) => route.fulfill({ status: 503, json: problem }))
    await press('j', 'j', 'm')
    const title = (await focused())!
    await noticed(page, 'The server is busy')
    await expect.poll(() => isRead(title), LONG).toBe(false)
  })
})

describe('without script', () => {
  test('Today, an article, its story and lists can be read', async () => {
    await visit('/', { javaScriptEnabled: false })
    expect((await headlines())[0]).toBe(STORM)
    await page.getByRole('link', { name: STORM }).click()
    expect(await page.locator('.prose').innerText()).toContain('Engineers expect')
    await page.locator('.beside').getByRole('link').first().click()
    expect(await page.locator('.timeline > li').count()).toBe(3)
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('violin')
    await page.getByRole('button', { name: 'Search' }).click()
    expect(await headlines()).toEqual(['Museum buys rare violin'])
    await page.goto(`${server.base}/latest?tab=kitchen`)
    expect(await headlines()).toEqual(expect.arrayContaining(['Rye bread without a machine']))
    expect(await headlines()).not.toContain(STORM)
  })
})

describe('nobody is shut out', () => {
  const looks: readonly Look[] = [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 360 },
  ]
  test.each(sampled('looks of reading', looks))('$colorScheme, $width pixels', async (look) => {
    const { story } = begin.find(({ title }) => title === STORM)!
    await visit('/', look)
    await page.locator('details.why > summary').first().click()
    await expectOpenToAll(page)
    for (const path of ['/latest', '/saved', '/search?q=violin', `/stories/${story!.id}`, '/nowhere']) {
      await page.goto(server.base + path)
      await expectOpenToAll(page)
    }
    await page.goto(`${server.base}/articles/${idOf('Episode 12: how tunnels are ventilated')}?why=1`)
    await page.getByRole('heading', { name: 'Came from' }).waitFor()
    await press('l', '?')
    await expectOpenToAll(page)
  })
})
