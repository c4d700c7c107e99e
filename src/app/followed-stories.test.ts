import { afterEach, beforeEach, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { FIRST_READER } from '../core/domain/reader.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 14, 12)
const NEWS = 'https://news.example/rss'

let desk: Desk

beforeEach(async () => {
  desk = await anApp({ now: NOW, settings: 'digest: {timezone: UTC, minimum_importance: 99}\n' })
  desk.publish(NEWS, [
    {
      title: 'Museum in Kiel buys a rare violin',
      url: 'https://news.example/violin',
      text: 'A violin.',
      at: NOW - HOUR,
    },
    { title: 'Orchard harvest begins late', url: 'https://news.example/orchard', text: 'Apples.', at: NOW - 2 * HOUR },
  ])
  await desk.poll()
  await desk.app.stories.refine()
})
afterEach(() => desk.close())

const headlines = async () => {
  const digest = await desk.app.digests.preview({ type: 'morning', windowMs: 24 * HOUR, topics: null, tab: null })
  const items = [...digest.topStories, ...digest.noteworthy.flatMap((group) => group.items), ...digest.alsoMentioned]
  return items.map(({ lead }) => lead.title)
}

test('a digest has a followed story, though it does not reach the least importance', async () => {
  expect(await headlines()).toEqual([])
  const [violin] = await desk.store.storyPage({ limit: 1 })
  await desk.store.web.followStory(FIRST_READER, violin!.key, NOW, 10)
  expect(await headlines()).toEqual(['Museum in Kiel buys a rare violin'])
})
