import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemWords } from '../reason-words.ts'
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

/** What a table says by its paths: functions said with numbers, of which most tell how many. Reasons have a test of their own. */
function saidIn(texts: unknown, path = ''): readonly (readonly [path: string, text: string])[] {
  if (path === '.reasons') return []
  if (typeof texts === 'function') return [[path, String(texts(2, 3, 4))]]
  if (typeof texts !== 'object' || texts === null) return [[path, String(texts)]]
  return Object.entries(texts).flatMap(([name, value]) => saidIn(value, `${path}.${name}`))
}

/** Names and signs are the same everywhere; some words came into German from English, or have the same origin. */
const SHARED = /^(?:Node|SQLite|PostgreSQL|Webhook|ntfy|Jaro–Winkler|Levenshtein|SimHash|MinHash|[:.]|2\/3)$/
const GERMAN_TOO = /^(?:(?:\d )?(?:Feeds?|Tabs?)|Name|Live|Trend|Filter|Server|Version|Engine)$/

test.each(LANGUAGES.filter((language) => language !== 'en'))('no text of %s was left in English', async (language) => {
  const [own, english] = await Promise.all([loadTexts[language](), loadTexts.en()])
  const inEnglish = new Map(saidIn(english))
  const same = saidIn(own).filter(([path, text]) => inEnglish.get(path) === text && !SHARED.test(text))
  const left = same.filter(([, text]) => !(language === 'de' && GERMAN_TOO.test(text)))
  expect(left).toEqual([])
})

test.each([
  [1, '1 Redaktion', '1 neuer Artikel', '1 Feed abonnieren'],
  [2, '2 Redaktionen', '2 neue Artikel', '2 Feeds abonnieren'],
])('German counts %i with the right words', async (n, newsrooms, articles, follow) => {
  const { story, today, welcome } = await loadTexts.de()
  expect([story.newsrooms(n), today.newIn(n), welcome.follow(n)]).toEqual([newsrooms, articles, follow])
})

test.each(LANGUAGES)('a problem is told in %s by its reason, else by its code', async (language) => {
  const t = await loadTexts[language]()
  const problem = { code: 'bad_query', detail: 'detail', reason: { code: 'searchEmpty' } } as const
  expect(problemWords(t, problem)).toBe(t.reasons.user.searchEmpty())
  expect(problemWords(t, { ...problem, reason: undefined })).toBe(t.problems.codes.bad_query)
  expect(problemWords(t, { code: 'another', detail: 'detail' })).toBe('detail')
})

test.each(LANGUAGES)('times can be told in %s', async (language) => {
  const { tag } = await loadTexts[language]()
  expect(Intl.DateTimeFormat.supportedLocalesOf(tag)).toEqual([tag])
  expect(new Intl.Locale(tag).language).toBe(language.slice(0, 2))
})

test.each(LANGUAGES)('every job of the engine has a name in %s', async (language) => {
  const source = readFileSync(join(import.meta.dirname, '../../app/daemon.ts'), 'utf8')
  const jobs = [...source.matchAll(/\bjob\('([^']+)'|`(\w+) by \$\{channel\}`/g)].map(
    ([, name, ofChannel]) => name ?? ofChannel!,
  )
  expect(jobs.length).toBeGreaterThan(8)
  const { jobNames } = (await loadTexts[language]()).admin
  expect(Object.keys(jobNames).sort()).toEqual(jobs.sort())
})
