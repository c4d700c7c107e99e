import { describe, expect, test } from 'vitest'
import { anArticle } from '../../tests/support/an-article.ts'
import { aRecord, aSource, newArticles } from '../../tests/support/poll-records.ts'
import { storeModel } from '../../tests/support/store-model.ts'
import type { Article } from '../core/domain/article.ts'
import type { Store } from '../io/store/open-store.ts'
import { prune } from './prune.ts'

const DAY = 86_400_000
const NOW = 1000 * DAY

/** A store with one article of each age in days, each polled when it was seen. `of` says more of the article. */
async function storeWith(ages: readonly number[], of: (n: number) => Partial<Article> = () => ({})) {
  const store = storeModel()
  await store.addSource(aSource('https://a.example/rss'), 0)
  const feed = (await store.feedById(1))!
  for (const [n, age] of ages.entries()) {
    const at = NOW - age * DAY
    const article = anArticle({ url: `https://a.example/${n}`, published: at, firstSeen: at, ...of(n) })
    const event = { at, kind: 'feed.polled', subject: 'feed:1', payload: {} } as const
    const record = aRecord(feed, at, null, { events: [event] })
    await store.admission((tx) => tx.admit(newArticles(record, [article])))
  }
  return store
}

test.each([
  ['as long as the settings say', 30, [1, 29, 31, 400], [29, 1]],
  ['never less than two weeks', 1, [1, 13, 15], [13, 1]],
  ['longer when asked', 365, [1, 300, 400], [300, 1]],
])('articles stay %s', async (_fact, days, ages, left) => {
  const store = await storeWith(ages)
  const pruned = await prune(store, days, NOW, () => false)
  const articles = await store.articlePage({ limit: 10 })
  expect(articles.map(({ published }) => (NOW - published) / DAY).reverse()).toEqual(left)
  expect(pruned.articles).toBe(ages.length - left.length)
})

test.each([
  ['a week when a period of three days ends with it', 0, [6, 7], [8, 9]],
  ['two days longer when the period has two days to go', 2, [7, 9], [10, 11]],
])('single polls stay %s', async (_fact, later, kept, gone) => {
  const store = await storeWith([1, ...kept, ...gone].map((age) => age - later))
  expect((await prune(store, 30, NOW + later * DAY, () => false)).polls).toBe(gone.length)
  expect((await store.polls(1, 10)).map(({ at }) => (NOW - at) / DAY + later)).toEqual([1, ...kept])
})

test('daily sums stay 90 days, events until the last of their 30 days is as old', async () => {
  const store = await storeWith([0, 1, 2, 89, 91, 92, 100, 101])
  expect(await prune(store, 30, NOW, () => false)).toMatchObject({ feedDays: 4, events: 1 })
  expect((await store.feedDays(0)).map(({ day }) => 1000 - day)).toEqual([89, 2, 1, 0])
  expect((await store.events(0, 10)).map(({ at }) => (NOW - at) / DAY)).toEqual([0, 1, 2, 89, 91, 92, 100])
})

test('partitions are made by a clock that is not believed too, and dropped by one that is', async () => {
  const store = await storeWith([0, 1, 2])
  const calls: unknown[] = []
  const told: Store = {
    ...store,
    addPartitions: async (now) => void calls.push(['add', now / DAY]),
    dropPartitions: async ({ poll, event }) => {
      calls.push(['drop', poll / DAY, event / DAY])
      return { poll: 50, event: 7 }
    },
  }
  expect(await prune(told, 30, NOW, () => false)).toMatchObject({ polls: 50, events: 7 })
  await prune(told, 30, NOW + 400 * DAY, () => false)
  expect(calls).toEqual([
    ['add', 1000],
    ['drop', 993, 900],
    ['add', 1400],
  ])
})

describe('a clock that is 400 days ahead', () => {
  const AHEAD = NOW + 400 * DAY
  const contents = async (store: Store) => [
    await store.articlePage({ limit: 10 }),
    await store.polls(1, 10),
    await store.feedDays(0),
    await store.events(0, 10),
  ]

  test('deletes nothing that is not old', async () => {
    const store = await storeWith([0, 1, 2, 20])
    const before = await contents(store)
    expect(await prune(store, 30, AHEAD, () => false)).toMatchObject({ aheadMs: 399 * DAY, clockTrusted: false })
    expect(await contents(store)).toEqual(before)
  })

  test('deletes nothing after polls that were made under it', async () => {
    const store = await storeWith([-400, 0, 1, 2, 20], (n) => (n === 0 ? { published: NOW } : {}))
    const before = await contents(store)
    expect(await prune(store, 30, AHEAD, () => false)).toMatchObject({ clockTrusted: false })
    expect(await contents(store)).toEqual(before)
  })

  test('never deletes articles that publishers do not call old, however long it goes on', async () => {
    const store = await storeWith([-400, -399, -398, 0, 20, 31], (n) => (n < 3 ? { published: NOW } : {}))
    expect(await prune(store, 30, AHEAD, () => false)).toMatchObject({ clockTrusted: true, articles: 1 })
    expect(await store.articlePage({ limit: 10 })).toHaveLength(5)
  })

  test('deletes nothing where no publisher gives dates', async () => {
    const store = await storeWith([0, 1, 20], () => ({ dateUncertain: true }))
    expect(await prune(store, 30, AHEAD, () => false)).toMatchObject({ articles: 0 })
  })
})

test('after a time in which the machine was off, what is old goes as soon as there is news', async () => {
  const store = await storeWith([0, 1, 2, 60, 61])
  expect(await prune(store, 30, NOW, () => false)).toMatchObject({ articles: 2, polls: 2, clockTrusted: true })
})

test('many articles go step by step, and a stop is heeded between steps', async () => {
  const store = await storeWith([0, ...Array.from({ length: 450 }, () => 100)])
  let asked = 0
  expect((await prune(store, 30, NOW, () => asked++ > 0)).articles).toBe(6)
  expect((await prune(store, 30, NOW, () => false)).articles).toBe(444)
})
