import { afterEach, expect, test } from 'vitest'
import { anApp, type Desk, type DeskOptions } from '../../tests/support/an-app.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 2, 3, 12)

let desk: Desk
afterEach(() => desk.close())

const TITLES = [
  'Harbour bridge closed after inspection',
  'Council argues about the park',
  'Ferry timetable changes',
  'Orchid show opens in market hall',
  'Tram line reopens after repairs',
  'Museum finds lost painting in cellar',
]

/** One article a day of each title, so that every window has as many stories as titles. */
async function days(count: number, given: Partial<DeskOptions> = {}) {
  desk = await anApp({ now: NOW - count * DAY, ...given })
  for (let day = count - 1; day >= 0; day--) {
    const at = NOW - day * DAY
    desk.setClock(at)
    desk.publish(
      'https://a.example/rss',
      TITLES.map((title, n) => ({
        title: `${title} ${'abcdefghijklmnopqrstuvwxyz'[day]}${day}`,
        guid: `${day} ${n}`,
        url: `https://a.example/${day}/${n}`,
        at: at - (n + 1) * HOUR,
      })),
    )
    await desk.poll()
  }
}

test('minimum importance holds in both windows of a trend', async () => {
  desk = await anApp({ now: NOW - DAY, settings: 'digest: {timezone: UTC, minimum_importance: 50}\n' })
  const item = (n: number, at: number) => ({ title: `${TITLES[n]} ${n}`, url: `https://a.example/${n}`, at })
  // Three that were old, and so below the minimum, at the end of their window.
  const old = [0, 1, 2].map((n) => item(n, NOW - 2 * DAY + (n + 1) * HOUR))
  desk.publish('https://a.example/rss', old)
  await desk.poll()
  desk.setClock(NOW)
  desk.publish('https://a.example/rss', [...[3, 4, 5].map((n) => item(n, NOW - n * 60_000)), ...old])
  await desk.poll()
  const ids = (await desk.store.articlePage({ limit: 10 })).map(({ id }) => String(id))
  for (const id of ids.slice(1)) await desk.app.stories.join(ids[0]!, id)
  const { topics } = await desk.app.digests.analyse(null, null)
  expect(topics.topics.map(({ members, trend }) => [members.length, trend?.before, trend?.tag])).toEqual([
    [3, 0, 'EMERGING'],
  ])
})

test('online k-means takes its number of topics from the windows before, and says how many there were', async () => {
  await days(4, { settings: 'digest: {timezone: UTC}\ntopics: {method: online-kmeans}\n' })
  const { topics, methodNote } = await desk.app.digests.analyse(null, null)
  expect(topics.topics).toHaveLength(6)
  expect(methodNote).toBe(
    'online-kmeans makes 6 topics, the median of 3 earlier windows; it takes fourteen when there are so many',
  )
})

test('a number of topics that is asked for is made whatever the method', async () => {
  await days(2, { settings: 'digest: {timezone: UTC}\ntopics: {method: online-kmeans}\n' })
  const { topics, methodNote } = await desk.app.digests.analyse(null, 2)
  expect([topics.topics.length, methodNote]).toEqual([2, null])
})
