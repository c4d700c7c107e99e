import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { type PageWorld, pageWorld } from '../support/page-world.ts'
import { sampled } from '../support/sampled.ts'

/* Nobody is shut out of any screen, with everything unfolded, on a narrow telephone and a desk (of which a sample draws one for each
   screen), in both themes. */

let browser: Browser
let world: PageWorld
let page: Page

beforeAll(async () => {
  ;[browser, world] = await Promise.all([launchChromium(), pageWorld()])
  const { items } = await world.admin.get<{ items: { id: number; title: string }[] }>('/articles')
  await world.admin.send('PATCH', `/articles/${items[0]!.id}/state`, { vote: -1 })
  await world.admin.send('PATCH', `/articles/${items[1]!.id}/state`, { saved: true })
  await world.admin.send('POST', '/rules', { kind: 'mute', query: 'orchard' })
  // Whatever a script in the page may do, this one comes from outside.
  page = await browser.newPage({ bypassCSP: true, viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' })
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

/** What axe finds, with the place. */
const violations = (rules: string) =>
  page.evaluate<string[]>(`axe.run(document, ${rules}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.html.slice(0, 200))))`)

const wider = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

const WIDTHS = [360, 1280]

/** All screens, by what they are called; the paths of some are known once the world is there. */
const SCREENS: Readonly<Record<string, string | (() => Promise<string>)>> = {
  Today: '/',
  Latest: '/latest',
  Saved: '/saved',
  Search: '/search?q=ferry',
  'an article and its reasons': async () => `/articles/${(await articleIn('/articles')).id}?why=1`,
  'a story': async () => `/stories/${(await articleIn('/stories?leastArticles=2')).id}`,
  Feeds: '/feeds',
  'a feed': async () => `/feeds/${(await articleIn('/feeds')).id}`,
  Digests: '/digests',
  'a digest': '/digests/2026-11-15/morning',
  'a digest as a file': '/digests/2026-11-15/morning.html',
  Tuning: '/tuning',
  Settings: '/settings',
  Admin: '/admin',
  'the first screen': '/welcome',
  'no screen': '/nowhere',
}

const articleIn = async (list: string) => (await world.admin.get<{ items: { id: number | string }[] }>(list)).items[0]!

test.each(Object.keys(SCREENS))('%s, on a telephone or a desk, light and dark', async (name) => {
  const path = SCREENS[name]!
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(world.base + (typeof path === 'string' ? path : await path()))
  await page.evaluate('document.querySelectorAll("main details").forEach((one) => (one.open = true))')
  await page.evaluate(axe.source)
  for (const width of sampled(`width of ${name}`, WIDTHS)) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme: 'light' })
    expect([width, await violations('{}')]).toEqual([width, []])
    expect(await wider()).toBeLessThanOrEqual(0)
    // Only colours depend on the theme.
    await page.emulateMedia({ colorScheme: 'dark' })
    expect([width, await violations("{ runOnly: ['color-contrast'] }")]).toEqual([width, []])
  }
})
