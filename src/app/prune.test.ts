import { expect, test } from 'vitest'
import { anArticle } from '../../tests/support/an-article.ts'
import { aRecord, aSource, newArticles } from '../../tests/support/poll-records.ts'
import { storeModel } from '../../tests/support/store-model.ts'
import { prune } from './prune.ts'

const DAY = 86_400_000
const NOW = 1000 * DAY

/** A store with one article of each age in days, each polled when it was seen. */
async function storeWith(ages: readonly number[]) {
  const store = storeModel()
  await store.addSource(aSource('https://a.example/rss'), 0)
  const feed = (await store.feedById(1))!
  for (const [n, age] of ages.entries()) {
    const at = NOW - age * DAY
    const article = anArticle({ url: `https://a.example/${n}`, published: at, firstSeen: at })
    await store.admission((tx) => tx.admit(newArticles(aRecord(feed, at, null), [article])))
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

test('single polls stay a week', async () => {
  const store = await storeWith([1, 6, 8, 9])
  expect((await prune(store, 30, NOW, () => false)).polls).toBe(2)
})

test('many articles go step by step, and a stop is heeded between steps', async () => {
  const store = await storeWith(Array.from({ length: 450 }, () => 100))
  let asked = 0
  expect((await prune(store, 30, NOW, () => asked++ > 0)).articles).toBe(200)
  expect((await prune(store, 30, NOW, () => false)).articles).toBe(250)
})
