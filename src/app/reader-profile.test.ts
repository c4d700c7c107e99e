import { afterEach, beforeEach, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'

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

test('ten times more lifts a subject within a day, above all others', async () => {
  await publish([...orchids, ...others], NOW - HOUR, 'first')
  expect(new Set((await relevance()).values()), 'without a profile all are alike').toEqual(new Set([50]))
  const articles = await desk.store.articlePage({ limit: 100 })
  for (const { id, title } of articles) if (orchids.includes(title)) await desk.app.readers.engage(String(id), 'more')
  await publish(['An orchid nobody has seen for a century', 'Tram line reopens after repairs'], NOW + DAY / 2, 'next')
  const after = await relevance()
  const [orchid, tram] = [...after]
    .filter(([title]) => /century|Tram/.test(title))
    .sort(([a]) => (/orchid/.test(a) ? -1 : 1))
  expect(orchid![1]).toBeGreaterThan(tram![1] + 20)
})

test('less lowers it, and forgetting lets all be alike again', async () => {
  await publish([...orchids, ...others], NOW - HOUR, 'first')
  const [first] = (await desk.store.articlePage({ limit: 100 })).filter(({ title }) => title === orchids[0])
  await desk.app.readers.engage(String(first!.id), 'more')
  const liked = (await relevance()).get(orchids[0]!)!
  await desk.app.readers.engage(String(first!.id), 'less')
  await desk.app.readers.engage(String(first!.id), 'less')
  expect((await relevance()).get(orchids[0]!)!).toBeLessThan(liked)
  await desk.app.readers.forgetProfile()
  expect(new Set((await relevance()).values())).toEqual(new Set([50]))
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
