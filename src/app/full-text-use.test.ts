import { afterEach, beforeEach, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'

/* What the text of a page is used for once it is there, and what not. */

const NOW = Date.UTC(2026, 10, 14, 12)
const HOUR = 3_600_000
const SENTENCES = [
  'The harbour of Eastport was closed for a third day because two of its four moorings were lost in the storm.',
  'Divers found a crack of almost three metres in the eastern wall, which was built in 1931.',
  'Ferries to the islands leave from Northhaven until the channel is open again.',
]

let desk: Desk
beforeEach(async () => {
  desk = await anApp({ now: NOW })
  desk.publish('https://a.example/rss', [
    { title: 'Harbour of Eastport stays closed', url: 'https://a.example/1', at: NOW - HOUR, text: 'It is closed …' },
  ])
  await desk.poll()
})
afterEach(() => desk.close())

test('summaries, word counts and depth are those of the page; prints, stories and the stored article stay', async () => {
  const { store, app } = desk
  const [article] = await store.articlePage({ limit: 1 })
  await app.digests.current()
  const depthOf = async () => (await store.scoresOf(1, [article!.key])).get(article!.key)!.score
  const before = {
    prints: await store.printsAfter(0, 10),
    story: await store.memberships([article!.key]),
    depth: await depthOf(),
  }
  const text = Array.from({ length: 12 }, () => SENTENCES.join(' ')).join('\n\n')
  const result = { url: article!.url!, html: `<p>${text}</p>`, text, wordCount: 600 }
  const { id, feed, contentHash } = article!
  await store.writeFullText({ article: id, feed, contentHash, at: NOW, result })
  desk.setClock(NOW + HOUR)
  const digest = await app.digests.current()
  expect(JSON.stringify(digest)).toContain('two of its four moorings were lost')
  const after = await depthOf()
  expect(after.inputs).toMatchObject({ words: 600, partialContent: false })
  expect(after.parts.depth).toBeGreaterThan(before.depth.parts.depth)
  expect(await store.printsAfter(0, 10)).toEqual(before.prints)
  expect(await store.memberships([article!.key])).toMatchObject([{ story: before.story[0]!.story }])
  expect(await store.articleById(id)).toEqual(article)
})

test('words of the page are found', async () => {
  const [article] = await desk.store.articlePage({ limit: 1 })
  const result = { url: article!.url!, html: null, text: SENTENCES.join(' '), wordCount: 46 }
  const { id, feed, contentHash } = article!
  await desk.store.writeFullText({ article: id, feed, contentHash, at: NOW, result })
  while ((await desk.store.updateSearch(100)) > 0);
  expect(await desk.app.articles.searchKeys('divers', 10, null)).toEqual([article!.key])
})
