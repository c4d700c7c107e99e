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
