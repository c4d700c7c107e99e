import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderDigest } from '../../src/core/digest/render/render-digest.ts'
import type { Digest } from '../../src/core/domain/digest.ts'
import { aDigest, aHostileDigest, anEmptyDigest } from '../support/a-digest.ts'
import { launchChromium } from '../support/chromium.ts'

/* The renderings in a real browser: what a reader sees, what shuts a reader out, and whether anything a feed wrote comes
   to life. */

const address = 'https://copytaster.test/'

let browser: Browser
const ran: string[] = []
const asked: string[] = []

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

interface Look {
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
  /** Without the page's own policy, so that it is the markup itself that is tested. */
  readonly bypassCSP?: boolean
  readonly type?: string
}

interface Open {
  readonly page: Page
  document: string
  type: string
}

const opened = new Map<boolean, Promise<Open>>()

/** A page that knows one document; everything else it asks for is noted and refused. */
async function openPage(bypassCSP: boolean): Promise<Open> {
  const context = await browser.newContext({ bypassCSP, reducedMotion: 'reduce' })
  const open: Open = { page: await context.newPage(), document: '', type: '' }
  await context.route('**/*', (route) => {
    const url = route.request().url()
    if (url === address) {
      return route.fulfill({ status: 200, contentType: `${open.type}; charset=utf-8`, body: open.document })
    }
    if (!url.endsWith('/favicon.ico')) asked.push(url)
    return route.abort()
  })
  await open.page.exposeFunction('report', (what: unknown) => void ran.push(String(what)))
  open.page.on('dialog', (dialog) => void ran.push(dialog.message()))
  return open
}

/** Opens a document as a server would send it. */
async function withPage<T>(document: string, look: Look, use: (page: Page) => Promise<T>): Promise<T> {
  const { width = 1280, colorScheme = 'light', bypassCSP = true, type = 'text/html' } = look
  if (!opened.has(bypassCSP)) opened.set(bypassCSP, openPage(bypassCSP))
  const open = await opened.get(bypassCSP)!
  Object.assign(open, { document, type })
  await open.page.setViewportSize({ width, height: 800 })
  await open.page.emulateMedia({ colorScheme, media: 'screen' })
  await open.page.goto('about:blank')
  await open.page.goto(address)
  return use(open.page)
}

/** Runs in the page: touches every element in every way, then tells what is there that could act. */
const TOUCH = `(async () => {
  document.addEventListener('click', (event) => event.preventDefault(), { capture: true })
  const all = [...document.querySelectorAll('*')]
  for (const element of all)
    for (const type of ['mouseover', 'focus', 'click', 'error', 'load', 'toggle', 'animationstart'])
      element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  return all.filter((element) =>
    element.matches('script, iframe, object, embed, form, img, base, template, math, link[href]:not([rel=alternate]):not([rel=self])') ||
    [...element.attributes].some(({ name, value }) =>
      /^on/i.test(name) || (/^(href|src|action|xlink:href)$/i.test(name) && !/^(https?:|mailto:|#)/.test(value))),
  ).map((element) => element.outerHTML)
})()`

async function expectHarmless(document: string, look: Look = {}): Promise<void> {
  ran.length = 0
  asked.length = 0
  const active = await withPage(document, look, (page) => page.evaluate(TOUCH))
  expect({ active, ran, asked }).toEqual({
    active: [],
    ran: [],
    asked: [],
  })
}

describe('hostile feeds', () => {
  const hostile = aHostileDigest()

  test('the harness notices what does run', async () => {
    ran.length = 0
    await withPage('<p onmouseover="report(1)">x</p><script>report(2)</script><img src="x">', {}, (page) =>
      page.evaluate(TOUCH),
    )
    expect(ran).toEqual(expect.arrayContaining(['1', '2']))
    expect(asked).toContain(`${address}x`)
  })

  test.each(['en', 'zh', 'ja'] as const)('nothing on the page comes to life (%s)', (language) =>
    expectHarmless(renderDigest(hostile, 'html', { language })),
  )

  test('nothing in the mail comes to life', () =>
    expectHarmless(renderDigest(hostile, 'email', { pageUrl: 'javascript:report(1)' }).html))

  test.each(['atom', 'rss'] as const)('nothing in %s comes to life, and it stays well-formed', async (format) => {
    const document = renderDigest(hostile, format, { selfUrl: 'javascript:report(1)', pageUrl: 'data:text/html,x' })
    await expectHarmless(document, { type: 'application/xml' })
    const broken = await withPage(document, { type: 'application/xml' }, (page) => page.locator('parsererror').count())
    expect(broken).toBe(0)
  })

  test.each(['atom', 'rss'] as const)('the HTML inside %s does not come to life in a reader', async (format) => {
    const document = renderDigest(hostile, format)
    const inner = await withPage(document, { type: 'application/xml' }, (page) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('content, item > description')].map((one) => one.textContent)`,
      ),
    )
    expect(inner.length).toBeGreaterThan(5)
    await expectHarmless(`<!doctype html><meta charset="utf-8"><body>${inner.join('\n')}`)
  })

  test('what the feeds wrote is shown, as text', async () => {
    const text = await withPage(renderDigest(hostile, 'html'), {}, (page) => page.locator('body').innerText())
    expect(text).toContain('<script>report("script")</script>')
    expect(text).toContain('"><img src=x onerror=report("img")>')
  })
})

describe('the page', () => {
  test('needs nothing that its own policy forbids', async () => {
    const complaints: string[] = []
    const size = await withPage(renderDigest(aDigest(), 'html'), { bypassCSP: false }, async (page) => {
      page.on('console', (message) => complaints.push(message.text()))
      await page.reload()
      return page.evaluate<string>(`getComputedStyle(document.querySelector('h1')).fontSize`)
    })
    expect(complaints).toEqual([])
    expect(Number.parseFloat(size)).toBeGreaterThan(60)
  })

  test.each(['en', 'zh', 'ja'] as const)(
    'sets headlines tight, in whatever language of the frame (%s)',
    async (language) => {
      // Height by lines, since a line is as high as the highest thing that stands in it.
      const leading = `(element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const lines = new Set([...range.getClientRects()].filter(({ height }) => height > 12).map(({ bottom }) => Math.round(bottom / 4))).size
      return element.getBoundingClientRect().height / lines / parseFloat(getComputedStyle(element).fontSize)
    }`
      const heads = await withPage(renderDigest(aDigest(), 'html', { language }), { width: 360 }, (page) =>
        page.evaluate<number[]>(`[...document.querySelectorAll('.story h3, .brief h4')].map(${leading})`),
      )
      expect(heads.length).toBeGreaterThan(8)
      expect(Math.max(...heads)).toBeLessThan(1.45)
    },
  )

  const looks: readonly [string, Digest, 'en' | 'zh' | 'ja', Look][] = [
    ['light and wide', aDigest(), 'en', {}],
    ['dark and wide', aDigest(), 'zh', { colorScheme: 'dark' }],
    ['light on a telephone', aDigest(), 'ja', { width: 360 }],
    ['dark on a telephone', aDigest(), 'en', { width: 360, colorScheme: 'dark' }],
    ['without news', anEmptyDigest(), 'en', {}],
    ['on a quiet day', aDigest({ byRank: true, tabs: [], noteworthy: [] }), 'zh', {}],
  ]

  test.each(looks)('shuts no reader out: %s', async (_look, digest, language, look) => {
    await withPage(renderDigest(digest, 'html', { language }), look, async (page) => {
      await page.evaluate(axe.source)
      for (const tab of await page.locator('.tabs > label').all()) {
        await tab.click()
        expect(await violations(page)).toEqual([])
      }
      expect(await violations(page)).toEqual([])
    })
  })

  test.each([320, 360, 768, 1280, 1920])('is never wider than %i pixels', async (width) => {
    const digest = aDigest({ zone: 'America/Argentina/ComodRivadavia' })
    const wider = await withPage(renderDigest(digest, 'html'), { width }, (page) =>
      page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'),
    )
    expect(wider).toBeLessThanOrEqual(0)
  })

  test('turns its tabs by keyboard, without a script, each at an address of its own', async () => {
    await withPage(renderDigest(aDigest(), 'html'), { bypassCSP: false }, async (page) => {
      const shown = () =>
        page.locator('.sheet:visible').evaluateAll((sheets) => sheets.map((one) => one.getAttribute('aria-labelledby')))
      expect(await shown()).toEqual(['sheet-0'])
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(await shown()).toEqual(['sheet-1'])
      const address = page.url()
      await page.getByText('日本語', { exact: true }).first().click()
      expect(await shown()).toEqual(['sheet-3'])
      await page.goBack()
      expect([await shown(), page.url()]).toEqual([['sheet-1'], address])
      await page.locator('.sheets a').first().click()
      expect(await shown()).toEqual(['sheet-0'])
    })
  })

  test('prints every sheet, and no tabs', async () => {
    await withPage(renderDigest(aDigest(), 'html'), {}, async (page) => {
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('.sheet:visible').count()).toBe(4)
      expect(await page.locator('.sheets a:visible').count()).toBe(0)
    })
  })

  test('its table of contents leads to the stories', async () => {
    await withPage(renderDigest(aDigest(), 'html'), { width: 360 }, async (page) => {
      for (const link of await page.locator('.contents a:visible').all()) {
        const aim = (await link.getAttribute('href'))!
        await link.click()
        expect(new URL(page.url()).hash).toBe(aim)
        expect(await page.locator(aim).isVisible()).toBe(true)
      }
    })
  })
})

describe('the mail as a mail program shows it', () => {
  test.each<Required<Pick<Look, 'width' | 'colorScheme'>>>([
    { width: 360, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
    { width: 1280, colorScheme: 'dark' },
  ])('shuts no reader out and is never wider than $width pixels ($colorScheme)', async (look) => {
    const { html } = renderDigest(aDigest(), 'email', {
      language: 'ja',
      pageUrl: 'https://a.example/',
      mail: { unsubscribe: ['mailto:a@b.example'] },
    })
    await withPage(html, look, async (page) => {
      await page.evaluate(axe.source)
      expect(await violations(page)).toEqual([])
      expect(
        await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'),
      ).toBeLessThanOrEqual(0)
    })
  })
})

/** What axe finds, with the place. A mail has no landmarks: mail programs put it into a page of theirs. */
async function violations(page: Page): Promise<string[]> {
  return page.evaluate<
    string[]
  >(`axe.run(document, { rules: { region: { enabled: !!document.querySelector('main') }, 'landmark-one-main': { enabled: !!document.querySelector('main') } } })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html.slice(0, 200))))`)
}
