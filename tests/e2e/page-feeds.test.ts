import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFetcher, type Fetcher } from '../../src/io/fetch/create-fetcher.ts'
import {
  expectOpenToAll,
  type Look,
  type OpenPage,
  openPage,
  type PageServer,
  servePage,
  untilReady,
} from '../support/a-page.ts'
import { anApp, type Desk } from '../support/an-app.ts'
import { launchChromium } from '../support/chromium.ts'
import { newDesk } from '../support/poll-world.ts'
import { page as html, rss, someItems } from '../support/publisher/documents.ts'
import { serve, status } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { endLeftServes, startServe } from '../support/running-serve.ts'
import { sampled } from '../support/sampled.ts'
import { shiftedClock } from '../support/shifted-clock.ts'

const LONG = { timeout: 60_000 }

/* Feeds in a real browser: the first run by each of its ways, and everything that is done with feeds afterwards. */

let browser: Browser
let publisher: Publisher
let fetcher: Fetcher
let desk: Desk
let server: PageServer
let open: OpenPage
let page: Page

const SETTINGS = `digest: {timezone: UTC}
tabs:
  news: {name: News, sources: [{url: "https://harbour.example/rss", source_name: The Harbour Post}, {url: "https://kiln.example/rss", source_name: Weekly Kiln}]}
  kitchen: {name: Kitchen, sources: [{url: "https://soup.example/rss", source_name: Soup Daily}]}
`
const HTML = { 'content-type': 'text/html' }
const EVERY_LOOK: readonly Look[] = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
]

beforeAll(async () => {
  browser = await launchChromium()
  publisher = await startPublisher()
  fetcher = createFetcher({ allow: [`127.0.0.1:${publisher.port}`], userAgent: 'Copytaster/test' })
  const link = '<link rel="alternate" type="application/rss+xml" href="/feed">'
  publisher.on('/', serve(html(link), HTML))
  publisher.on('/feed', serve(rss(someItems(6, Date.now()))))
  publisher.on('/plain', serve(html(''), HTML))
})
afterAll(async () => {
  await browser?.close()
  await fetcher?.close()
  await publisher?.close()
})
/** What a test opened, the last first. */
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A store with these settings, and a browser at an address of its page. */
async function begin(settings: string, path: string, look: Look = {}): Promise<void> {
  desk = await anApp({ now: Date.now(), settings, fetcher })
  await desk.syncSources()
  server = await servePage(desk)
  open = await openPage(browser, server.base + path, look)
  page = open.page
  closing.push(open.close, server.close, desk.close)
}

/** Looks for the feeds of an address. */
async function look(address: string): Promise<void> {
  await page.getByLabel('Address of a site or a feed').fill(address)
  await page.keyboard.press('Enter')
}

const file = (name: string, text: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
const outline = (n: number) => `<outline type="rss" text="Feed ${n}" xmlUrl="https://feed${n}.example/rss"/>`
const opml = (outlines: string) => `<?xml version="1.0"?>\n<opml version="2.0"><body>\n${outlines}\n</body></opml>`
const names = () => page.locator('.feed-list .feed-name').allInnerTexts()
const section = (name: string) => page.getByRole('region', { name })

describe('the first run', () => {
  beforeEach(async () => {
    await begin('digest: {timezone: UTC}\n', '/')
    await page.getByRole('link', { name: 'Add feeds' }).click()
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  })
  const goOn = async () => {
    await page.getByRole('link', { name: 'Go to Today' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(await desk.store.sources()).not.toHaveLength(0)
    expect(open.complaints.filter((one) => !/status of (422|503)/.test(one))).toEqual([])
  }

  test('an export of another reader is taken over, recognised by what is in it', async () => {
    const chooser = page.getByLabel('Choose a file')
    await chooser.setInputFiles(file('notes.txt', 'these are notes'))
    await expect.poll(() => page.getByRole('alert').innerText(), LONG).toContain('neither OPML nor a starred.json')
    await chooser.setInputFiles(
      file('subscriptions.txt', opml(`${outline(1)}\n<outline text="none" xmlUrl="ftp://x"/>`)),
    )
    await page.getByText('1 feed was added.').waitFor()
    await page.getByText('1 line was left out').click()
    await expect.poll(() => page.getByText('Line 4:').isVisible(), LONG).toBe(true)
    await goOn()
  })

  test('starred articles come along', async () => {
    const starred = { items: [{ title: 'A report', canonical: [{ href: 'https://a.example/1' }], published: 1.7e9 }] }
    await page.getByLabel('Choose a file').setInputFiles(file('starred.json', JSON.stringify(starred)))
    await page.getByText('1 article is saved now.').waitFor()
  })

  test('a site that is pasted shows its feed before it is added', async () => {
    await look(publisher.url('/'))
    const preview = page.getByRole('region', { name: 'Made for a test' })
    await expect.poll(() => preview.getByRole('listitem').count()).toBe(5)
    await preview.getByRole('button', { name: 'Add this feed' }).click()
    await page.getByText('You follow 1 feed.').waitFor()
    await goOn()
  })

  test('feeds of a starter pack are ticked, which says that nobody could ask them', async () => {
    await page.getByText('Their addresses were not checked').waitFor()
    await page.getByLabel('All of Business').check()
    await page.getByRole('button', { name: 'Follow 4 feeds' }).click()
    await page.getByText('You follow 4 feeds.').waitFor()
    await expect.poll(() => page.getByLabel('All of Business').isDisabled()).toBe(true)
    await goOn()
  })
})

describe('feeds', () => {
  test('one is found, previewed, and added to a tab that is made for it', async () => {
    await begin(SETTINGS, '/feeds')
    await look(publisher.url('/'))
    await section('Add a feed').getByRole('combobox', { name: 'Tab' }).selectOption({ label: 'New tab …' })
    await page.getByLabel('Name of the new tab').fill('Reports')
    await page.getByRole('button', { name: 'Add this feed' }).click()
    await section('Reports').getByRole('link', { name: 'Made for a test' }).waitFor()
    await look(publisher.url('/feed'))
    await page.getByText('You have this feed.').waitFor()
  })

  test.each([
    ['a site without feeds', () => publisher.url('/plain'), /No feed was found there/],
    ['an address that is not on the web', () => 'mailto:desk@a.example', /no web address/],
    ['an address of a private network', () => 'http://192.168.0.1/', /private|not allowed|refused/i],
  ])('%s is told in words', async (_what, address, words) => {
    await begin(SETTINGS, '/feeds')
    await look(address())
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await expect.poll(() => alert.innerText(), LONG).toMatch(words)
  })

  test('what the server refuses is told in the language of the reader', async () => {
    await begin(SETTINGS, '/feeds')
    const { origin } = new URL(page.url())
    const japanese = await browser.newContext({ locale: 'ja-JP' })
    const own = await japanese.newPage()
    await own.goto(`${origin}/feeds`)
    await untilReady(own)
    await own.getByPlaceholder('サイトまたはフィードの URL').fill('mailto:desk@a.example')
    await own.keyboard.press('Enter')
    await own.getByText('ウェブの URL ではありません。').waitFor()
    await own.goto(`${origin}/search?q=sort:newest`)
    await own.getByText('「sort」という項目はありません。').waitFor()
    await japanese.close()
  })

  test('one is named, filed and weighed by its form, which the keyboard opens and leaves', async () => {
    await begin(SETTINGS, '/feeds')
    const edit = page.getByRole('button', { name: 'Edit Weekly Kiln' })
    await edit.focus()
    await page.keyboard.press('Enter')
    const name = page.getByLabel('Name', { exact: true })
    await name.waitFor()
    await expect.poll(() => name.evaluate((input) => input === document.activeElement), LONG).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement), LONG).toBe(true)
    await page.keyboard.press('Enter')
    await name.fill('The Kiln')
    await page.locator('form.edit').getByRole('combobox', { name: 'Tab' }).selectOption({ label: 'Kitchen' })
    await page.getByLabel('Category').fill('Pots')
    await page.getByLabel('Weight of the source').selectOption('T1')
    await page.getByLabel('Articles a tab chooses from').fill('7')
    await page.keyboard.press('Enter')
    await section('Kitchen').getByRole('link', { name: 'The Kiln' }).waitFor()
    const [, kiln] = await desk.store.viewOf(1).sources()
    expect(kiln).toMatchObject({ name: 'The Kiln', tab: 'kitchen', category: 'Pots', tier: 'T1', maxItems: 7 })
  })

  test('they are moved within their tab and to another by keyboard alone', async () => {
    await begin(SETTINGS, '/feeds')
    await page.getByRole('button', { name: 'Arrange' }).focus()
    await page.keyboard.press('Enter')
    const up = page.getByRole('button', { name: 'Move Weekly Kiln up' })
    await up.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Weekly Kiln is now number 1 of 2.').waitFor()
    await expect.poll(() => up.evaluate((button) => button === document.activeElement), LONG).toBe(true)
    expect((await names()).slice(0, 2)).toEqual(['Weekly Kiln', 'The Harbour Post'])
    const tab = page.getByLabel('Tab of The Harbour Post')
    await tab.focus()
    await page.keyboard.press('ArrowDown')
    await page.getByText('The Harbour Post is now in Kitchen.').waitFor()
    await page.reload()
    await expect.poll(() => section('News').locator('.feed-name').allInnerTexts(), LONG).toEqual(['Weekly Kiln'])
    await expect
      .poll(() => section('Kitchen').locator('.feed-name').allInnerTexts(), LONG)
      .toEqual(['The Harbour Post', 'Soup Daily'])
  })

  test('one is dragged before another, in another tab', async () => {
    await begin(SETTINGS, '/feeds')
    await page.getByRole('button', { name: 'Arrange' }).click()
    const line = (name: string) => page.locator('li[data-feed]', { hasText: name })
    await line('Soup Daily').dragTo(line('Weekly Kiln'))
    await page.getByText('Soup Daily is now in News.').waitFor()
    await expect.poll(names).toEqual(['The Harbour Post', 'Soup Daily', 'Weekly Kiln'])
  })

  test('one is dragged by a finger', async () => {
    await begin(SETTINGS, '/feeds', { width: 390, hasTouch: true })
    await page.getByRole('button', { name: 'Arrange' }).click()
    const line = (name: string) => page.locator('li[data-feed]', { hasText: name })
    await line('The Harbour Post').scrollIntoViewIfNeeded()
    const middle = async (part: Locator) => {
      const { x, y, width, height } = (await part.boundingBox())!
      return { x: x + width / 2, y: y + height / 2 }
    }
    const [from, to] = [await middle(line('Weekly Kiln').locator('.grip')), await middle(line('The Harbour Post'))]
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
    for (const part of [0.3, 0.7, 1]) {
      const y = from.y + (to.y - from.y) * part
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: to.x, y }] })
    }
    await page.locator('.is-aim', { hasText: 'The Harbour Post' }).waitFor()
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    const order = () => page.locator('li[data-feed] .feed-name').allInnerTexts()
    await expect.poll(order).toEqual(['Weekly Kiln', 'The Harbour Post', 'Soup Daily'])
    await page.reload()
    await expect.poll(names).toEqual(['Weekly Kiln', 'The Harbour Post', 'Soup Daily'])
  })

  test('one that all have is hidden and shown; one that was added is removed, and taken back', async () => {
    await begin(SETTINGS, '/feeds')
    await page.getByRole('button', { name: 'Edit Soup Daily' }).click()
    await page.getByRole('button', { name: 'Hide' }).click()
    await page.getByText('Soup Daily is hidden.').waitFor()
    await page.locator('.feed-line', { hasText: 'hidden' }).waitFor()
    await page.getByRole('button', { name: 'Show again' }).click()
    await page.getByText('Soup Daily is shown again.').waitFor()

    await look(publisher.url('/feed'))
    await page.getByRole('button', { name: 'Add this feed' }).click()
    await page.getByRole('button', { name: 'Edit Made for a test' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Made for a test was removed.').waitFor()
    await expect.poll(names).not.toContain('Made for a test')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(names).toContain('Made for a test')
  })

  test('tabs are added, renamed, put in order and removed', async () => {
    await begin(SETTINGS, '/feeds')
    await page.getByLabel('Name of the tab').fill('Reports')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Rename Reports' }).click()
    await page.getByLabel('Name of Reports').fill('Long reads')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Move Long reads up' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const tabs = () => section('Tabs').locator('li > a').allInnerTexts()
    await expect.poll(tabs).toEqual(['Long reads', 'News', 'Kitchen'])
    await page.getByRole('button', { name: 'Remove Long reads' }).click()
    await page.keyboard.press('Enter')
    await expect.poll(tabs).toEqual(['News', 'Kitchen'])
    expect(open.complaints).toEqual([])
  })

  test('two thousand come in with a bar that tells how far it is, are searched a page at a time, and go out again', async () => {
    await begin(SETTINGS, '/feeds')
    // How far it is is told once the bar was seen: an import of this size may end between two looks.
    let goOn = () => {}
    const seen = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/api/v1/jobs/*', async (route) => {
      await seen
      await route.continue()
    })
    const lines = Array.from({ length: 2_000 }, (_, n) => outline(n))
    const folder = (n: number) =>
      `<outline text="Folder ${n}">${lines.slice(n * 400, n * 400 + 400).join('\n')}</outline>`
    await page
      .getByLabel('Choose a file')
      .setInputFiles(file('many.opml', opml([0, 1, 2, 3, 4].map(folder).join('\n'))))
    await page.getByRole('progressbar', { name: 'Progress of the import' }).waitFor()
    goOn()
    await page.getByText('2000 feeds were added.').waitFor({ timeout: 60_000 })
    await page.getByText('Many feeds, in 7 tabs').waitFor()
    await expect.poll(() => names(), LONG).toHaveLength(0)
    await page.getByLabel('Find a feed').fill('feed 199')
    await expect.poll(names).toEqual(['Feed 199', ...Array.from({ length: 10 }, (_, n) => `Feed 199${n}`)])
    await page.getByRole('link', { name: 'Show all feeds' }).click()
    await page.locator('.row', { hasText: 'Folder 1' }).getByRole('link').first().click()
    await expect.poll(names).toHaveLength(50)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(names).toHaveLength(100)

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download your feeds as OPML' }).click()
    const text = readFileSync((await (await download).path())!, 'utf8')
    expect(text.match(/xmlUrl=/g)).toHaveLength(2_003)
  })

  test('more than fit on the page are listed a page at a time where there are no tabs', async () => {
    await begin('digest: {timezone: UTC}\n', '/feeds')
    const lines = Array.from({ length: 130 }, (_, n) => outline(n))
    await page.getByLabel('Choose a file').setInputFiles(file('flat.opml', opml(lines.join('\n'))))
    await page.getByText('130 feeds were added.').waitFor()
    await expect.poll(async () => (await names()).length, LONG).toBe(100)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(async () => (await names()).length, LONG).toBe(130)
    expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0)
    expect(open.complaints).toEqual([])
  })

  test('a file that is broken half way is read up to there', async () => {
    await begin(SETTINGS, '/feeds')
    await page
      .getByLabel('Choose a file')
      .setInputFiles(file('cut.opml', opml(outline(1)).replace('</body>', '<outline')))
    await page.getByText('The file is broken at line 4').waitFor()
    await page.getByRole('link', { name: 'Feed 1' }).waitFor()
  })

  test.each(sampled('looks of feeds', EVERY_LOOK))('nobody is shut out: $colorScheme, $width pixels', async (how) => {
    await begin(SETTINGS, '/feeds', how)
    await page.getByRole('button', { name: 'Edit Soup Daily' }).click()
    await page.locator('form.edit').waitFor()
    await look(publisher.url('/'))
    await page.getByRole('region', { name: 'Made for a test' }).waitFor()
    await expectOpenToAll(page)
    await page.getByRole('button', { name: 'Arrange' }).click()
    await expectOpenToAll(page)
    await page.goto(`${server.base}/feeds?q=none`)
    await expectOpenToAll(page)
    await page.goto(`${server.base}/feeds/1`)
    await page.locator('form.edit').waitFor()
    await expectOpenToAll(page)
    await page.goto(`${server.base}/welcome`)
    await page.getByLabel('All of Business').waitFor()
    await expectOpenToAll(page)
    expect(open.complaints).toEqual([])
  })

  test('they can be read without script', async () => {
    await begin(SETTINGS, '/feeds')
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const shown = await plain.newPage()
    await shown.goto(`${server.base}/feeds?q=soup`)
    expect(await shown.locator('.feed-name').allInnerTexts()).toEqual(['Soup Daily'])
    await shown.goto(`${server.base}/feeds/1`)
    expect(await shown.locator('h1').innerText()).toBe('The Harbour Post')
    await plain.close()
  })
})

test('a feed that is broken is added anyway, tells its trouble, and is well once its publisher mended it', async () => {
  publisher.on('/late', status(500))
  publisher.on('/gone', status(410))
  const world = await newDesk('sqlite', [`${publisher.address}:${publisher.port}`])
  world.write('digest: {timezone: UTC}\n')
  const start = async (env: Readonly<Record<string, string>> = {}) => {
    const daemon = startServe(world, { COPYTASTER_FETCH_DAEMON_RETRIES: '[]', ...env })
    await daemon.until('shown at')
    return { daemon, base: /http:\/\/[\d.:]+/.exec(daemon.said())![0] }
  }
  try {
    const first = await start()
    const before = await openPage(browser, `${first.base}/feeds`)
    page = before.page
    await look(publisher.url('/late'))
    await page.getByText('the server answered 500').waitFor()
    await page.getByRole('button', { name: 'Add this address anyway' }).click()
    await page.getByRole('link', { name: publisher.address }).click()
    await page.getByText('failed', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Visit now' }).click()
    await page.getByText('It was not visited: it was visited 1 min ago').waitFor()
    const address = new URL(page.url()).pathname

    await page.getByRole('link', { name: 'All feeds' }).click()
    await look(publisher.url('/gone'))
    await page.getByRole('button', { name: 'Add this address anyway' }).click()
    await page.getByRole('button', { name: 'Remove it' }).click({ timeout: 30_000 })
    await page.getByText('was removed. What it brought stays.').waitFor()
    await expect.poll(names, LONG).toHaveLength(1)
    expect(before.complaints.filter((one) => !/status of (422|503)/.test(one))).toEqual([])
    await before.close()
    await first.daemon.stop()

    publisher.on('/late', serve(rss(someItems(3, Date.now()))))
    const later = await start(shiftedClock(6 * 60_000))
    const after = await openPage(browser, later.base + address)
    page = after.page
    await page.getByRole('button', { name: 'Visit now' }).click()
    await page.getByRole('heading', { name: 'Made for a test' }).waitFor()
    await page.getByText('articles came').waitFor()
    await page.getByText('well', { exact: true }).waitFor()
    await after.close()
    await later.daemon.stop()
  } finally {
    endLeftServes()
    await world.remove()
  }
})
