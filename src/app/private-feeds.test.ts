import { afterEach, beforeEach, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'

/* A feed with a login, or one marked as private, is a scope of its own: nothing in it is compared with other feeds. */

const NOW = Date.UTC(2026, 10, 14, 12)
const PUBLIC = 'https://open.example/rss'
const PAID = 'https://ann:secret@paid.example/rss'
const SAME = [
  {
    title: 'Harbour bridge closed after storm damage in Kiel',
    url: 'https://news.example/bridge',
    guid: 'bridge',
    at: NOW - 60_000,
    text: 'The harbour bridge in Kiel was closed on Saturday after a storm had torn two cables. Repairs will take weeks.',
  },
]
const plain = { tab: null, category: null, name: null, tier: null, kind: 'major' } as const

let desk: Desk
beforeEach(async () => {
  desk = await anApp({ now: NOW })
})
afterEach(() => desk.close())

async function pollInOrder(first: string, second: string): Promise<void> {
  for (const url of [first, second]) {
    desk.publish(url, SAME)
    await desk.app.feeds.add(url, plain)
    await desk.app.polls.runDue(() => {})
  }
}

test.each([
  ['before', PAID, PUBLIC],
  ['after', PUBLIC, PAID],
])(
  'an article of a feed with a login that comes %s the public one is another article of another story',
  async (_, first, second) => {
    await pollInOrder(first, second)
    await desk.app.stories.refine()
    const articles = await desk.store.articlePage({ limit: 10 })
    expect(articles.map(({ title }) => title)).toEqual([SAME[0]!.title, SAME[0]!.title])
    expect(new Set(articles.map(({ feed }) => feed)).size).toBe(2)
    for (const { id, key } of articles) {
      expect(await desk.store.originsOf(id)).toHaveLength(1)
      expect(await desk.store.matchesOf(key)).toEqual([])
      expect((await desk.app.articles.why(String(id))).links).toEqual([])
    }
    const stories = await desk.store.memberships(articles.map(({ key }) => key))
    expect(new Set(stories.map(({ story }) => story)).size).toBe(2)
  },
)

test('two names at one address are two scopes', async () => {
  await pollInOrder(PAID, 'https://bob:secret@paid.example/rss')
  expect(await desk.store.articlePage({ limit: 10 })).toHaveLength(2)
})

test('a source that the settings call private is one', async () => {
  await desk.close()
  const settings = `digest: {timezone: UTC}\ntabs: {en: {sources: [{url: "${PUBLIC}"}, {url: "https://own.example/rss", private: true}]}}\n`
  desk = await anApp({ now: NOW, settings })
  desk.publish(PUBLIC, SAME)
  desk.publish('https://own.example/rss', SAME)
  await desk.syncSources()
  await desk.app.polls.runDue(() => {})
  expect(await desk.store.articlePage({ limit: 10 })).toHaveLength(2)
})

test('a private article is found again by its guid, and its next version is a revision', async () => {
  await pollInOrder(PAID, PUBLIC)
  desk.publish(PAID, [{ ...SAME[0]!, text: 'Both cables are mended.' }])
  desk.setClock(NOW + 3_600_000 * 24)
  await desk.app.polls.runDue(() => {})
  const paid = (await desk.store.articlePage({ limit: 10 })).filter(({ revision }) => revision > 0)
  expect(paid).toHaveLength(1)
})
