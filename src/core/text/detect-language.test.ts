import { expect, test } from 'vitest'
import { languageOfScript, loadLanguageDetector } from './detect-language.ts'

test.each([
  ['東京で会議が開かれた', 'ja'],
  ['北京今天天气很好', 'zh'],
  ['정부는 오늘 발표했다', 'ko'],
  ['รัฐบาลประกาศวันนี้', 'th'],
  ['Η κυβέρνηση ανακοίνωσε', 'el'],
  ['The government announced', null],
  ['Правительство объявило', null],
  ['', null],
])('the script of %s tells %s', (text, expected) => expect(languageOfScript(text)).toBe(expected))

test.each([
  ['The government announced a new plan to support the economy today.', 'en'],
  ['Le gouvernement a annoncé aujourd’hui un nouveau plan de soutien à l’économie.', 'fr'],
  ['Правительство объявило сегодня о новом плане поддержки экономики.', 'ru'],
  ['東京で会議が開かれた', 'ja'],
  ['Apple', null],
])('the detector hears in %s that it is %s', async (text, expected) => {
  const detect = await loadLanguageDetector()
  expect(detect(text)).toBe(expected)
})
