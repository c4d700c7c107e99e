import { expect, test } from 'vitest'
import type { Boot } from './boot.ts'
import { placeOf } from './location.ts'
import { matchRoute } from './routes.ts'
import { renderApp } from './server-page.tsx'
import { LANGUAGES, type Language, loadTexts } from './texts/texts.ts'

const EMPTY = { items: [], next: null }

const SETTINGS = {
  language: null,
  theme: 'system',
  markOnScroll: true,
  openOriginal: false,
  zone: null,
  languages: ['de', 'ja'],
  digestMail: true,
  digestHours: { morning: '07:00', midday: null, evening: 'off', weekly: null },
}

const AT = '2026-11-16T08:00:00.000Z'

/** Answers of the API where an empty list is not what it gives. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/me': { id: 1, name: '001', role: 'administrator', email: null, hasPassword: true, scope: 'admin', isDemo: true },
  '/me/settings': SETTINGS,
  '/interests': { ...EMPTY, learning: { counts: false, articles: 2, leastArticles: 50, days: 1, leastDays: 7 } },
  '/server': {
    version: '1',
    startedAt: AT,
    engine: { running: false, jobs: [] },
    database: { kind: 'sqlite', bytes: 5_000_000 },
    counts: { articles: 3, feeds: 2, readers: 1 },
    due: { feeds: 1, nextPollAt: null, nextDigestAt: null },
    lastBackupAt: null,
  },
  '/today': {
    digest: { topStories: [], noteworthy: [], alsoMentioned: [], tabs: [] },
    ...{
      stories: [],
      articles: [],
      rare: [],
      newest: [],
      feeds: 2,
      shape: 'column',
      since: null,
      isCorroborated: false,
    },
  },
  '/advice': { ...EMPTY, server: [] },
}

const answerOf = (need: string) => ({ data: ANSWERS[placeOf(need).path] ?? EMPTY, problem: null })

/** Every text that a reader sees or hears on a screen. */
async function textsOf(address: string, language: Language): Promise<ReadonlySet<string>> {
  const { path, query } = placeOf(address)
  const { route, params } = matchRoute(path)
  const needs = ['/me', '/me/settings', ...route.needs(params, query)]
  const data = Object.fromEntries(needs.map((need) => [need, answerOf(need)]))
  const boot: Boot = { data, language, zone: 'UTC', now: Date.parse(AT) }
  const html = renderApp(address, boot, await loadTexts[language]())
  const spoken = [...html.matchAll(/ (?:aria-label|title|placeholder|alt)="([^"]+)"/g)].map(([, text]) => text!)
  const shown = html.split(/<[^>]*>/)
  return new Set([...shown, ...spoken].map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text)))
}

/** Names, keys and formats, which all languages share; and words that German has from English. */
const SHARED = /^(?:Copytaster|Atom|RSS|HTML|SQLite, 5 MB|npm start -- init|English|Deutsch|繁體中文|简体中文|日本語)$/
const GERMAN_TOO = /^(?:Feeds?|Tabs?|Name|Server|Version|Engine|Filter|Hindi|Urdu)$/

const ADDRESSES = '/ /latest /saved /search /search?q=001 /feeds /digests /tuning /settings /admin /welcome /nowhere'

test.each(
  LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
    ADDRESSES.split(' ').map((address) => [language, address] as const),
  ),
)('in %s the screen %s has no English words', async (language, address) => {
  const [own, english] = await Promise.all([textsOf(address, language), textsOf(address, 'en')])
  expect(own.size).toBeGreaterThan(8)
  const same = [...own].filter((text) => english.has(text) && !SHARED.test(text))
  expect(same.filter((text) => language !== 'de' || !GERMAN_TOO.test(text))).toEqual([])
})
