import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileTexts, hostileUrls } from '../support/a-digest.ts'
import { type PageServer, servePage } from '../support/a-page.ts'
import { anApp, type Desk, type Item } from '../support/an-app.ts'
import { launchChromium } from '../support/chromium.ts'

/* Everything that a feed, a settings file or a reader can write is hostile: on no screen does any of it come to life, is anything
   refused by the content policy, or does the page become wider than a phone. */

const HOUR = 3_600_000
const NOW = Date.now()
const HOSTS = 12

const TEXTS: readonly string[] = [
  ...hostileTexts,
  'w'.repeat(3_000),
  `${'\u202e'.repeat(40)}reversed`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a template would take for its own
  '${report("template")} {{constructor.constructor("report(1)")()}} #{report(1)}',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:report(1)">',
  '<style>*{display:none}</style><link rel=stylesheet href=https://evil.example/x.css>',
]

let browser: Browser
let desk: Desk
let server: PageServer
let page: Page
/** Needed as soon as there is a second reader. */
let login: Readonly<Record<string, string>> = {}
const ran: string[] = []
const refused: string[] = []
const broken: string[] = []
const wide: string[] = []

/** Without what no document may hold. */
const clean = (text: string): string =>
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')

/** As text of a document. */
const xml = (text: string): string =>
  clean(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const at = <T>(list: readonly T[], n: number): T => list[n % list.length]!

/** An item whose every field is hostile; one host's reports of one event, so that there is a story. */
function hostileItem(host: number, n: number): Item {
  const k = host * 7 + n
  const text = (by: number) => xml(at(TEXTS, k + by))
  const url = (by: number) => xml(at(hostileUrls, k + by))
  const story = n === 0 ? `Storm tears harbour bridge cables in Kiel, ${host + 3} dead ` : ''
  const body = `${at(TEXTS, k)}<p onclick="report('p')">${story} Kiel harbour bridge storm cables ${at(TEXTS, k + 1)}</p><a href="${at(hostileUrls, k)}">x</a><iframe srcdoc="<script>report('frame')</script>"></iframe><img src="${at(hostileUrls, k + 2)}" onerror="report('img')" style="width:9000px"><form action="https://evil.example/"><input autofocus onfocus="report('focus')"></form><table><tr><td>${'cell'.repeat(400)}</td></tr></table><pre>${'code'.repeat(400)}</pre>`
  return {
    title: story + text(0),
    guid: `h${host}-${n}`,
    url: url(1),
    at: NOW - (n + 1) * HOUR - host * 60_000,
    text: xml(body),
    more: `<author>${text(2)}</author><category>${text(3)}</category><enclosure url="${url(2)}" type="audio/mpeg&quot; onerror=&quot;report(1)" length="1"/><enclosure url="https://sound.example/1.mp3?${text(4)}" type="audio/mpeg" length="1"/><comments>${url(3)}</comments>`,
  }
}

const yaml = (text: string): string => JSON.stringify(clean(text).slice(0, 150))
const SETTINGS = `digest: {timezone: UTC}
interests: {${yaml(TEXTS[0]!)}: 1}
tabs:
${[0, 1, 2].map((n) => `  t${n}: {name: ${yaml(TEXTS[n]!)}, sources: [{url: "https://h${n}.example/rss", source_name: ${yaml(TEXTS[n + 3]!)}, category: ${yaml(TEXTS[n + 6]!)}}]}`).join('\n')}
`

const post = (path: string, body: unknown) =>
  fetch(`${server.base}/api/v1${path}`, {
    method: 'POST',
    headers: { ...login, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  browser = await launchChromium()
  desk = await anApp({ now: NOW, settings: SETTINGS })
  await desk.syncSources()
  for (let host = 0; host < HOSTS; host++)
    desk.publish(
      `https://h${host}.example/rss`,
      [0, 1, 2].map((n) => hostileItem(host, n)),
    )
  await desk.poll()
  await desk.app.stories.refine()
  await desk.store.updateSearch(200)
  server = await servePage(desk)
  const { secret } = (await (await post('/tokens', { name: 'tests', scope: 'admin' })).json()) as { secret: string }
  login = { authorization: `Bearer ${secret}` }
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await desk?.close()
})

/** Names, rules and searches that readers write. What the server refuses is not stored. */
async function writeHostileNames(): Promise<number> {
  const answers = await Promise.all(
    TEXTS.flatMap((text, n) => [
      post('/tabs', { name: text.slice(0, 60) }),
      post('/rules', { kind: 'highlight', query: `"${text.slice(0, 100).replaceAll('"', ' ')}"` }),
      post('/saved-searches', { name: text.slice(0, 150), query: `harbour${n}`, asTab: true }),
      post('/readers', { name: text.slice(0, 60) }),
      post('/tokens', { name: text.slice(0, 60), scope: 'read' }),
    ]),
  )
  return answers.filter(({ ok }) => ok).length
}

async function openHostile(): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    reducedMotion: 'reduce',
    extraHTTPHeaders: login,
  })
  page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.exposeFunction('report', (what: unknown) => void ran.push(String(what)))
  await page.exposeFunction('policyRefused', (what: string) => void refused.push(what))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { policyRefused: (what: string) => void }).policyRefused(
        `${location.pathname}: ${violatedDirective} ${blockedURI}`,
      ),
    ),
  )
  page.on('dialog', (dialog) => void ran.push(dialog.message()))
  page.on('pageerror', (error) => void broken.push(`${page.url()}: ${error}`))
  page.on('console', (message) => /Content Security Policy/i.test(message.text()) && refused.push(message.text()))
  await context.route(/^(?!http:\/\/127\.0\.0\.1)/, (route) => route.abort())
}

/** Opens all that can be opened, and looks whether the page fits its window. */
async function walk(path: string): Promise<void> {
  await page.goto(server.base + path)
  await page.waitForFunction(() => document.querySelector('.waiting') === null)
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('main details')) (one as HTMLDetailsElement).open = true
  })
  await page.waitForTimeout(150)
  await page.waitForFunction(() => document.querySelector('.waiting') === null)
  const found = await page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [...document.querySelectorAll('main *')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
          .slice(0, 5)
          .map((one) => `${one.tagName}.${one.className}: ${one.textContent?.slice(0, 60)}`),
  )
  wide.push(...found.map((one) => `${path}: ${one}`))
}

test('nothing that is written anywhere comes to life on any screen', async () => {
  expect(await writeHostileNames()).toBeGreaterThan(TEXTS.length)
  await openHostile()
  const { items } = (await (await fetch(`${server.base}/api/v1/articles?limit=100`, { headers: login })).json()) as {
    items: { id: number; story: { id: string; newsrooms: number } | null }[]
  }
  const story = items.find((one) => (one.story?.newsrooms ?? 0) > 1)!.story!.id
  const words = encodeURIComponent('<script>report("query")</script>')
  const articles = items.slice(0, TEXTS.length).map(({ id }) => `/articles/${id}?why=1`)
  const screens = ['/', '/latest?all=1', '/latest?sort=importance', '/saved', '/search?q=harbour', `/search?q=${words}`]
  const others = ['/feeds', '/feeds/1', '/digests', '/tuning', '/settings', '/admin', '/welcome', `/${words}`]
  for (const path of [...screens, `/stories/${story}`, ...others, `/latest?tab=${words}`, ...articles]) await walk(path)
  expect(items.length).toBeGreaterThan(20)
  expect(ran).toEqual([])
  expect(wide).toEqual([])
  expect(refused).toEqual([])
  expect(broken).toEqual([])
})

test('no link leads to a script, and none of the page’s own elements was taken from it', async () => {
  await page.goto(`${server.base}/latest?all=1`)
  const links = await page.locator('a').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).protocol))
  expect([...new Set(links)].toSorted()).toEqual(['http:', 'https:'])
  expect(await page.locator('main').count()).toBe(1)
  expect(await page.locator('base, iframe, main form[action^="https"], main script, main style').count()).toBe(0)
})
