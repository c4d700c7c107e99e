import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from './ensure.mjs'

/* `node scripts/screens.mjs http://127.0.0.1:8787`: pictures of every screen of a running server, for docs/screens and the README: on a desk, on a phone, dark,
   and in Japanese. Made of the demonstration, so that they can be made again. */

const [base = 'http://127.0.0.1:8787'] = process.argv.slice(2)
const folder = join(root, 'docs', 'screens')
const LOOKS = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  japanese: { viewport: { width: 1280, height: 900 }, locale: 'ja-JP' },
}

/** What the README shows. */
const README = {
  'today-desktop': { file: 'today.png' },
  'today-phone': { file: 'phone.png' },
  // With the reason of one article opened.
  'story-desktop': {
    file: 'story.png',
    prepare: (page) =>
      page.evaluate(() => {
        const asks = (one) => one.querySelector('summary')?.textContent?.includes('in the story')
        ;[...document.querySelectorAll('details')].filter(asks)[1]?.setAttribute('open', '')
      }),
  },
}

/** The addresses of all screens; those of an article, a story and a digest are taken from what the server has. */
async function addresses() {
  const get = async (path) => (await fetch(`${base}/api/v1${path}`)).json()
  const { items } = await get('/articles?leads=true&limit=200')
  const told = items
    .filter(({ story, language }) => story !== null && language === 'en')
    .sort((a, b) => b.story.newsrooms - a.story.newsrooms)[0]
  const [digest] = (await get('/digests')).items
  const [feed] = (await get('/feeds')).items
  return {
    today: '/',
    latest: '/latest',
    saved: '/saved',
    search: `/search?q=${encodeURIComponent(told.title.split(' ').at(-2))}`,
    article: `/articles/${told.id}?why=1`,
    story: `/stories/${told.story.id}`,
    feeds: '/feeds',
    feed: `/feeds/${feed.id}`,
    welcome: '/welcome',
    digests: '/digests',
    digest: digest.path,
    tuning: '/tuning',
    settings: '/settings',
    admin: '/admin',
  }
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.COPYTASTER_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const screens = Object.entries(await addresses())
for (const [look, options] of Object.entries(LOOKS)) {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  // The pictures are about the page: nothing that they show is marked as read by being shown.
  await context.route('**/api/v1/articles/**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ json: { read: true, saved: false, vote: 0 } }),
  )
  const page = await context.newPage()
  for (const [name, path] of screens) {
    await page.goto(base + path, { waitUntil: 'load' })
    await page.waitForTimeout(700)
    await page.screenshot({ path: join(folder, `${name}-${look}.jpg`), type: 'jpeg', quality: 70 })
    const picture = README[`${name}-${look}`]
    if (picture === undefined) continue
    await picture.prepare?.(page)
    await page.screenshot({ path: join(root, 'docs', picture.file) })
  }
  await context.close()
}
await browser.close()
