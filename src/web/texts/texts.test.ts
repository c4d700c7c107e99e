import { expect, test } from 'vitest'
import { acceptedLanguages, LANGUAGES, loadTexts, preferredLanguage } from './texts.ts'

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR,fr;q=0.9,ja;q=0.5,en;q=0.4', 'ja'],
  ['zh-TW,zh;q=0.9', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-CN,zh', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['en;q=0.3,de;q=0.8', 'de'],
  ['', 'en'],
  ['*', 'en'],
  ['tlh', 'en'],
  ['ja;q=0', 'en'],
])('a browser that asks for "%s" gets %s', (header, expected) => {
  expect(preferredLanguage(acceptedLanguages(header))).toBe(expected)
})

/** The texts of a table by their paths, functions by how many values they take. */
function shapeOf(texts: unknown, path = ''): readonly string[] {
  if (typeof texts === 'function') return [`${path}(${texts.length})`]
  if (typeof texts !== 'object' || texts === null) return [path]
  return Object.entries(texts).flatMap(([name, value]) => shapeOf(value, `${path}.${name}`))
}

test.each(LANGUAGES)('the words of %s are as many as those of English, and none is empty', async (language) => {
  const [own, english] = await Promise.all([loadTexts[language](), loadTexts.en()])
  expect(shapeOf(own)).toEqual(shapeOf(english))
  expect(JSON.stringify(own)).not.toMatch(/:""/)
})

/** What a table says by its paths: functions said with numbers, of which most tell how many. */
function saidIn(texts: unknown, path = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof texts === 'function') return [[path, String(texts(2, 3, 4))]]
  if (typeof texts !== 'object' || texts === null) return [[path, String(texts)]]
  return Object.entries(texts).flatMap(([name, value]) => saidIn(value, `${path}.${name}`))
}

/** Names and signs are the same everywhere; some words came into German from English, or have the same origin. */
const SHARED = /^(?:SQLite|PostgreSQL|Webhook|ntfy|[:.]|2\/3)$/
const GERMAN_TOO = /^(?:(?:\d )?(?:Feeds?|Tabs?)|Name|Live|Trend|Filter|Server|Version|Engine)$/

test.each(LANGUAGES.filter((language) => language !== 'en'))('no text of %s was left in English', async (language) => {
  const [own, english] = await Promise.all([loadTexts[language](), loadTexts.en()])
  const inEnglish = new Map(saidIn(english))
  const same = saidIn(own).filter(([path, text]) => inEnglish.get(path) === text && !SHARED.test(text))
  // A detail for which the page has no words of its own is passed on as it came.
  const left = same.filter(([path, text]) => path !== '.problems.of' && !(language === 'de' && GERMAN_TOO.test(text)))
  expect(left).toEqual([])
})

test.each([
  [1, '1 Redaktion', '1 neuer Artikel', '1 Feed abonnieren'],
  [2, '2 Redaktionen', '2 neue Artikel', '2 Feeds abonnieren'],
])('German counts %i with the right words', async (n, newsrooms, articles, follow) => {
  const { story, today, welcome } = await loadTexts.de()
  expect([story.newsrooms(n), today.newIn(n), welcome.follow(n)]).toEqual([newsrooms, articles, follow])
})

test.each(LANGUAGES)(
  'a problem is told in %s where its code is known, else as the server told it',
  async (language) => {
    const { problems } = await loadTexts[language]()
    expect(problems.of('unreachable', 'detail')).not.toContain('detail')
    expect(problems.of('another', 'detail')).toBe('detail')
  },
)

test.each(LANGUAGES)('times can be told in %s', async (language) => {
  const { tag } = await loadTexts[language]()
  expect(Intl.DateTimeFormat.supportedLocalesOf(tag)).toEqual([tag])
  expect(new Intl.Locale(tag).language).toBe(language.slice(0, 2))
})
