import { expect, test } from 'vitest'
import { writtenLanguage } from './written-language.ts'

test.each([
  ['the tag holds where the script allows it', 'de-AT', 'Straßenbahn entgleist', 'de'],
  ['two ways of writing Chinese are one language', 'zh-TW', '台灣地震', 'zh'],
  ['Chinese under an English tag is Chinese', 'en', '先生轶事', 'zh'],
  ['kana is Japanese whatever the tag', 'en-US', 'フリーランスのススメ', 'ja'],
  ['a Japanese headline without kana stays Japanese', 'ja', '東京大雪警報', 'ja'],
  ['Cyrillic without a tag is taken for Russian', null, 'Два каталога', 'ru'],
  ['Bulgarian stays Bulgarian', 'bg', 'Новини от деня', 'bg'],
  ['English in a Japanese feed has no known language', 'ja', 'This is a test', null],
  ['without a tag Latin letters tell nothing', null, 'This is a test', null],
  ['scripts of one language keep their tag', 'he', 'חדשות', 'he'],
])('%s', (_fact, tag, text, expected) => expect(writtenLanguage(tag, text)).toBe(expected))
