import { expect, test } from 'vitest'
import { anArticle } from '../../tests/support/an-article.ts'
import { aRecord, aSource, newArticles } from '../../tests/support/poll-records.ts'
import { storeModel } from '../../tests/support/store-model.ts'
import { rebuildSearch, searchArticles } from './search-articles.ts'

const TIME = { now: 0, zone: 'UTC' }

async function storeWith(titles: readonly string[]) {
  const store = storeModel()
  await store.addSource(aSource('https://a.example/rss'), 0)
  const articles = titles.map((title) =>
    anArticle({ url: `https://a.example/${title}`, title, tab: title.slice(0, 2) }),
  )
  await store.admission(async (tx) => tx.admit(newArticles(aRecord((await store.feedById(1))!, 0, null), articles)))
  return store
}

/** Every tab there is. */
const READER = { ...TIME, findTab: async (_: string, tab: string) => tab }

const shown = async (line: string, tab: string | null = null) => {
  const store = await storeWith(['Bank rate rises', '地震速報'])
  const hits = await searchArticles({ line, tab, limit: 5 }, READER, store, () => {})
  return hits.map(({ snippet }) => snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join(''))
}

test('the index catches up before it is asked', async () => expect(await shown('bridge')).toHaveLength(2))
test('the text is shown where it has the word', async () =>
  expect((await shown('bridge'))[0]).toBe('The [bridge] was closed for a week.'))
test('the title is shown where only it has the word', async () => expect(await shown('地震')).toEqual(['[地震]速報']))
test('a hit without words to show gives the start', async () =>
  expect(await shown('source:example tab:Ba')).toEqual(['Bank rate rises']))
test('the tab of the request is the one that counts', async () =>
  expect(await shown('bridge tab:Ba', '地震')).toHaveLength(1))

test('a rebuilt index knows all articles', async () => {
  const store = await storeWith(['One', 'Two', 'Three'])
  expect(await rebuildSearch(store, () => {})).toBe(3)
  expect(await searchArticles({ line: 'two', tab: null, limit: 5 }, READER, store, () => {})).toHaveLength(1)
})
