import { expect, test } from 'vitest'
import { epochZero, withWindow } from '../epoch/epoch.ts'
import { printOf } from '../print/print.ts'
import { undatedMass } from './story-policy.ts'

test('more is expected of an article without a time the more of them there are', () => {
  expect(undatedMass(0)).toBe(1)
  expect(undatedMass(400)).toBe(1)
  expect(undatedMass(4_000)).toBeGreaterThan(undatedMass(1_000))
})

test('a window counts its articles without a time by language', () => {
  const print = (at: number, language: string, published: number | null) =>
    printOf({
      key: `${at}0`.padEnd(32, '0'),
      feed: 1,
      guid: `${at}`,
      url: null,
      urlKey: null,
      sourceName: null,
      publisher: null,
      language,
      title: 'Rain',
      text: null,
      published,
      firstSeen: 0,
      contentHash: '0'.repeat(32),
      wordCount: 1,
    })
  const { window } = withWindow(epochZero(), [print(1, 'en', null), print(2, 'en', 5), print(3, 'de', null)])
  expect(['en', 'de', 'fr'].map((language) => window!.undatedIn(language))).toEqual([1, 1, 0])
})
