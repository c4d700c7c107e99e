import { afterEach, beforeEach, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { encodeCounts } from '../core/dedup/epoch/encode-epoch.ts'
import { fnv1a32 } from '../core/similar/hash.ts'
import { relevanceIdf } from './relevance-idf.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 2, 3, 12)

let desk: Desk
beforeEach(async () => {
  desk = await anApp({ now: NOW })
})
afterEach(() => desk.close())

const orchids = [
  'Rare orchid flowers in botanical garden',
  'Orchid growers count the frost damage',
  'How to repot an orchid in spring',
  'Orchid thieves caught at the border',
  'New orchid named after lighthouse keeper',
  'Orchid show opens in the old market hall',
  'Why the ghost orchid came back',
  'Orchid pollen found in amber',
  'Orchid auction breaks its own record',
  'Wild orchid meadow saved from the plough',
]
const others = ['Harbour bridge closed after inspection', 'Council argues about the park', 'Ferry timetable changes']

/** How much an article matters to the reader, by its title. */
async function relevance(): Promise<Map<string, number>> {
  const { articles } = await desk.app.digests.analyse(null, null)
  return new Map(articles.map(({ article, score }) => [article.title, score!.parts.relevance]))
}

async function publish(titles: readonly string[], at: number, name: string) {
  desk.publish(
    'https://a.example/rss',
    titles.map((title, i) => ({ title, url: `https://a.example/${name}${i}`, at: at - i * 60_000 })),
  )
  desk.setClock(at)
  await desk.poll()
}

/** So many articles liked, one after the other, shared out over so many days. */
async function like(titles: readonly string[], days: number) {
  const articles = (await desk.store.articlePage({ limit: 1000 })).filter(({ title }) => titles.includes(title))
  const start = desk.app.now()
  for (const [n, { id }] of articles.entries()) {
    desk.setClock(start + (n % days) * DAY)
    await desk.app.readers.engage(String(id), 'more')
  }
  desk.setClock(start + days * DAY)
  return articles.length
}

const many = orchids.flatMap((title) => ['Monday', 'Tuesday', 'Friday'].map((day) => `${title}, the ${day} edition`))

/** What each article scores. */
async function scores(): Promise<Map<string, number>> {
  const { articles } = await desk.app.digests.analyse(null, null)
  return new Map(articles.flatMap(({ article, score }) => (score === null ? [] : [[article.title, score.value]])))
}

test('one click moves no other story', async () => {
  await publish([...orchids, ...others], NOW - HOUR, 'first')
  const before = await scores()
  const [first] = await desk.store.articlePage({ limit: 1 })
  await desk.app.readers.engage(String(first!.id), 'more')
  expect(await scores()).toEqual(before)
})

test('thirty articles on five days lift their subject above all others', async () => {
  await publish([...many, ...others], NOW - HOUR, 'first')
  expect(new Set((await relevance()).values()), 'without a profile all are alike').toEqual(new Set([50]))
  expect(await like(many, 5)).toBe(30)
  await publish(['An orchid nobody has seen for a century', 'Tram line reopens after repairs'], desk.app.now(), 'next')
  const after = await relevance()
  const of = (words: RegExp) => [...after].find(([title]) => words.test(title))![1]
  expect(of(/century/)).toBeGreaterThan(of(/Tram/) + 20)
})

test('the same said twice of an article counts once; forgetting lets it count again', async () => {
  await publish(orchids, NOW - HOUR, 'first')
  const [{ id } = { id: 0 }] = await desk.store.articlePage({ limit: 1 })
  const heaviest = async () => Math.max(...(await desk.app.readers.profile()).learned.map(({ weight }) => weight))
  expect((await desk.app.readers.engage(String(id), 'read')).isNew).toBe(true)
  expect((await desk.app.readers.engage(String(id), 'saved')).isNew).toBe(true)
  expect((await desk.app.readers.engage(String(id), 'more')).isNew).toBe(true)
  const once = await heaviest()
  for (const kind of ['more', 'saved', 'read', 'skipped'] as const)
    expect((await desk.app.readers.engage(String(id), kind)).isNew).toBe(false)
  expect(await heaviest()).toBe(once)
  expect((await desk.app.readers.profile()).engaged.articles).toBe(1)
  desk.setClock(desk.app.now() + 1)
  await desk.app.readers.forgetProfile()
  expect((await desk.app.readers.profile()).learned).toEqual([])
  expect((await desk.app.readers.engage(String(id), 'more')).isNew).toBe(true)
  expect(await heaviest()).toBeCloseTo(once, 10)
})

test('relevance weighs words by the weekly epoch', async () => {
  const article = { language: 'en', title: 'Orchid' }
  const shipped = (await relevanceIdf(desk.store)).idfOf(article)('orchid')
  const counts = { documents: 1_000, frequencies: new Map([[fnv1a32('orchid'), 900]]) }
  await desk.store.keepEpoch({ n: 1, at: NOW, counts: new Map([['en', encodeCounts(counts)]]) })
  const { epoch, idfOf } = await relevanceIdf(desk.store)
  expect([epoch, idfOf(article)('orchid') < shipped / 2]).toEqual([1, true])
})

test('a poll renews the term statistics when they are a week old', async () => {
  const titles = Array.from({ length: 500 }, (_, n) => `Report ${n} of the ${others[n % 3]} ${n * 7919}`)
  await publish(titles, NOW - 8 * DAY, 'old')
  expect(await desk.store.lastEpoch()).toBe(0)
  await publish(others, NOW, 'new')
  expect(await desk.store.lastEpoch()).toBe(1)
})

test('what was learned is let go of at a tenth a week', async () => {
  await publish(orchids, NOW - HOUR, 'first')
  const [{ id } = { id: 0 }] = await desk.store.articlePage({ limit: 1 })
  await desk.app.readers.engage(String(id), 'more')
  const heaviest = async () => Math.max(...(await desk.app.readers.profile()).learned.map(({ weight }) => weight))
  const before = await heaviest()
  desk.setClock(desk.app.now() + 7 * DAY)
  expect(await heaviest()).toBeCloseTo(0.9 * before, 10)
  desk.setClock(desk.app.now() + 7 * DAY)
  expect(await heaviest()).toBeCloseTo(0.81 * before, 10)
})
