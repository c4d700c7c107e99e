import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { type PageWorld, pageWorld } from '../support/page-world.ts'

/* Nobody is shut out of digests, tuning, settings, administration and stories, with everything unfolded, in both themes. */

let browser: Browser
let world: PageWorld
let page: Page

beforeAll(async () => {
  ;[browser, world] = await Promise.all([launchChromium(), pageWorld()])
  const { items } = await world.admin.get<{ items: { id: number; title: string }[] }>('/articles')
  await world.admin.send('PATCH', `/articles/${items[0]!.id}/state`, { vote: -1 })
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

async function storyPath(): Promise<string> {
  const { items } = await world.admin.get<{ items: { id: string }[] }>('/stories?leastArticles=2')
  return `/stories/${items[0]!.id}`
}

test.each(['/digests', '/digests/2026-11-15/morning', '/tuning', '/settings', '/admin', 'a story'])(
  '%s, on the narrowest telephone',
  async (path) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(world.base + (path === 'a story' ? await storyPath() : path))
    await page.evaluate('document.querySelectorAll("main details").forEach((one) => (one.open = true))')
    await page.evaluate(axe.source)
    expect(await violations('{}')).toEqual([])
    expect(await wider()).toBeLessThanOrEqual(0)
    // Only colours depend on the theme.
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations("{ runOnly: ['color-contrast'] }")).toEqual([])
  },
)
