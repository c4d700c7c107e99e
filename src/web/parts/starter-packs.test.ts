import { expect, test } from 'vitest'
import { packsFor } from './starter-packs.tsx'

const packs = ['en', 'de', 'zh-Hans', 'zh-Hant', 'ja'].map((language) => ({ language }))

test.each([
  ['de-DE', ['de', 'en', 'zh-Hans', 'zh-Hant', 'ja']],
  ['zh-Hant-TW', ['zh-Hant', 'zh-Hans', 'en', 'de', 'ja']],
  ['zh-Hans-CN', ['zh-Hans', 'zh-Hant', 'en', 'de', 'ja']],
  ['en-GB', ['en', 'de', 'zh-Hans', 'zh-Hant', 'ja']],
])('who reads the page in %s is offered the packs of that language first', (tag, expected) => {
  expect(packsFor(packs, tag).map(({ language }) => language)).toEqual(expected)
})
