import { expect, test } from 'vitest'
import { languageOfTab } from './language-of-tab.ts'

test.each([
  ['is what the settings say', 'zh_news', 'en', 'en'],
  ['is else the prefix of the key', 'zh_news', undefined, 'zh'],
  ['is null for another prefix', 'fr_news', undefined, null],
  ['is null for a key that only begins with the letters', 'english', undefined, null],
])('languageOfTab %s', (_fact, key, configured, expected) => expect(languageOfTab(key, configured)).toBe(expected))
