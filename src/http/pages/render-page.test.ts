import { expect, test } from 'vitest'
import { NO_ASSETS } from './page-assets.ts'
import { createPageCache } from './page-cache.ts'
import { renderPage } from './render-page.ts'

/** The page of a search, in the language of the settings or else of the browser. */
const searchPage = (language: string | null, acceptLanguage: string) =>
  renderPage('/search', {
    ask: async (path) => ({
      data: path === '/me/settings' ? { language, zone: null, theme: 'system' } : { items: [], next: null },
      problem: null,
    }),
    assets: NO_ASSETS,
    cache: createPageCache(),
    reader: 1,
    acceptLanguage,
    zone: 'UTC',
    now: Date.parse('2026-11-16T08:00:00Z'),
  })

test.each([
  ['en', 'Search'],
  ['de', 'Suche'],
  ['zh-Hant', '搜尋'],
  ['zh-Hans', '搜索'],
  ['ja', '検索'],
])('the page in %s says so, and is in it', async (language, title) => {
  const { html } = await searchPage(language, 'fr')
  expect(html).toContain(`<html lang="${language}"`)
  expect(html).toContain(`<title>${title} · Copytaster</title>`)
  expect(html).toContain(`<h1>${title}</h1>`)
})

test('who chose no language gets that of the browser', async () => {
  const { html } = await searchPage(null, 'ja,en;q=0.5')
  expect(html).toContain('<html lang="ja"')
  expect(html).toContain('<h1>検索</h1>')
})

test('the page is the same until the next minute, although who reads it is told with the time', async () => {
  const cache = createPageCache()
  const etagAt = async (time: string) => {
    const now = Date.parse(`2026-11-16T08:${time}Z`)
    const { etag } = await renderPage('/search', {
      ask: async (path) => ({
        data: path === '/me' ? { now: new Date(now).toISOString() } : { items: [], next: null },
        problem: null,
      }),
      ...{ assets: NO_ASSETS, cache, reader: 1, acceptLanguage: 'en', zone: 'UTC', now },
    })
    return etag
  }
  const first = await etagAt('00:00.100')
  expect(await etagAt('00:59.999')).toBe(first)
  expect(await etagAt('01:00.000')).not.toBe(first)
})
