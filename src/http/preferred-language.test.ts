import { expect, test } from 'vitest'
import { preferredLanguage } from './preferred-language.ts'

const known = ['zh', 'en', 'ja']

test.each([
  ['ja,en-US;q=0.9,en;q=0.8', 'ja'],
  ['de-DE,de;q=0.9,en;q=0.8', 'en'],
  ['zh-Hant-TW', 'zh'],
  ['en;q=0.2, ja;q=0.7', 'ja'],
  ['fr', null],
  ['en;q=0', null],
  ['*', null],
  ['', null],
  [null, null],
  [';;q=,,=', null],
])('%j prefers %j', (header, expected) => expect(preferredLanguage(header, known)).toBe(expected))
