import { expect, test } from 'vitest'
import type { Subscription } from '../http/contract/subscriptions.ts'
import { keyOfTab, ownName } from './feed-changes.ts'

const of = (change: Partial<Subscription>) =>
  ownName({ url: 'https://a.example/feed', siteTitle: null, ...change } as Subscription)

test.each([
  ['that the reader gave is their own', { name: 'Mine', siteTitle: 'The Site' }, 'Mine'],
  ['that is the title of the feed is not', { name: 'The Site', siteTitle: 'The Site' }, null],
  ['that is the host of a feed without a title is not', { name: 'a.example', siteTitle: null }, null],
])('a name %s', (_fact, change, expected) => expect(of(change)).toBe(expected))

test.each([
  ['is as it was named', { key: 'en' }, 'en', []],
  ['is none', { key: null }, null, []],
  ['is made if it is new', { newName: ' Kitchen ' }, 'made', [['POST', '/tabs', { name: 'Kitchen' }]]],
  ['is none if the new one has no name', { newName: ' ' }, null, []],
])('a tab %s', async (_fact, wish, expected, expectedCalls) => {
  const calls: unknown[] = []
  const key = await keyOfTab(async (...call) => {
    calls.push(call)
    return { key: 'made' }
  }, wish)
  expect([key, calls]).toEqual([expected, expectedCalls])
})
