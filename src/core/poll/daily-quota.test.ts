import { expect, test } from 'vitest'
import { anArticle } from '../../../tests/support/an-article.ts'
import type { PreparedEntry } from '../domain/prepared.ts'
import { dailyQuota, withinQuota } from './daily-quota.ts'
import { emptyDay } from './poll-days.ts'
import { defaultPollPolicy } from './poll-policy.ts'

const entry = (name: string, published: number, text = 'x'.repeat(1_000)): PreparedEntry => ({
  guidKey: name,
  rawHash: `${name} as it is`,
  article: anArticle({ guid: name, title: name, text, published, body: null, description: null, url: null }),
  print: { version: 1, value: new Uint8Array() },
})
const names = (entries: readonly PreparedEntry[]) => entries.map(({ guidKey }) => guidKey)
const list = [entry('a', 1), entry('b', 3), entry('c', 2)]

test('what fits is kept as it came', () => {
  const { kept, leftOut, storedBytes } = withinQuota(list, [], { articles: 3, bytes: 10_000 })
  expect([kept, leftOut, storedBytes]).toEqual([list, [], 3_006])
})

test.each([
  ['articles', { articles: 2, bytes: 10_000 }],
  ['bytes', { articles: 9, bytes: 2_500 }],
])('the newest are kept when there is no room for more %s', (_fact, room) => {
  const { kept, leftOut } = withinQuota(list, [], room)
  expect([names(kept), names(leftOut)]).toEqual([['b', 'c'], ['a']])
})

test('a known entry takes no room, a changed one only bytes', () => {
  const known = [
    { guidKey: 'b', rawHash: 'b as it is' },
    { guidKey: 'c', rawHash: 'c as it was' },
  ]
  expect(names(withinQuota(list, known, { articles: 0, bytes: 1_500 }).kept)).toEqual(['b', 'c'])
  expect(names(withinQuota(list, known, { articles: 0, bytes: 500 }).kept)).toEqual(['b'])
})

test('the room of a day is what the day has not used', () => {
  const now = 20_000 * 86_400_000
  const policy = { ...defaultPollPolicy, articlesPerDay: 100, storedBytesPerDay: 1_000 }
  const days = [
    { ...emptyDay(19_999), newArticles: 90, storedBytes: 900 },
    { ...emptyDay(20_000), newArticles: 30, storedBytes: 400 },
  ]
  expect(dailyQuota(days, now, policy)).toEqual({ articles: 70, bytes: 600 })
  expect(dailyQuota([], now, policy)).toEqual({ articles: 100, bytes: 1_000 })
})
