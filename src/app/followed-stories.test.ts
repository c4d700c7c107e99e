import { afterEach, beforeEach, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { FIRST_READER } from '../core/domain/reader.ts'
import type { StoredStory } from '../io/store/stories.ts'

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

const follow = ({ key, newsrooms }: StoredStory) =>
  desk.store.web.followStory(FIRST_READER, { key, newsrooms, since: NOW }, 10)

const headlines = async () => {
  const digest = await desk.app.digests.preview({ type: 'morning', windowMs: 24 * HOUR, topics: null, tab: null })
  const items = [...digest.topStories, ...digest.noteworthy.flatMap((group) => group.items), ...digest.alsoMentioned]
  return items.map(({ lead }) => lead.title)
}

test('a digest has a followed story, though it does not reach the least importance', async () => {
  expect(await headlines()).toEqual([])
  const [violin] = await desk.store.storyPage({ limit: 1 })
  await follow(violin!)
  expect(await headlines()).toEqual(['Museum in Kiel buys a rare violin'])
})

const BRIDGE: readonly (readonly [title: string, text: string])[] = [
  [
    'Harbour bridge in Kiel closed after storm tears two cables',
    'The harbour bridge in Kiel was closed on Saturday after a storm had torn two of its cables. Engineers expect that repairs will take six weeks.',
  ],
  [
    'Ferry replaces Kiel harbour bridge after cables break in storm',
    'Two cables of the harbour bridge in Kiel broke in the storm on Saturday, and the city closed the bridge to all traffic. A ferry will run every ten minutes.',
  ],
  [
    'Worst damage in forty years: Kiel shuts harbour bridge as storm breaks cables',
    'Kiel has closed the harbour bridge because the storm broke two cables. The mayor spoke of the worst damage to the bridge in forty years.',
  ],
]

test('a followed story that another newsroom takes up is told at once, each time one does', async () => {
  const report = async (n: number) => {
    const [title, text] = BRIDGE[n]!
    const host = `paper${n}.example`
    desk.publish(`https://${host}/rss`, [{ title, url: `https://${host}/bridge`, text, at: desk.now() - 60_000 }])
    await desk.poll()
    await desk.app.stories.refine()
    return title
  }
  await report(0)
  const [bridge] = await desk.store.storyPage({ limit: 1 })
  await follow(bridge!)
  expect(await desk.app.digests.breaking()).toEqual([])
  for (const n of [1, 2]) {
    const title = await report(n)
    const alerts = await desk.app.digests.breaking()
    expect(alerts.map(({ subject }) => subject)).toEqual([`alert:${bridge!.key}-${n + 1}`])
    expect(JSON.parse(alerts[0]!.json())).toMatchObject({ kind: 'followed', newsrooms: n + 1, article: { title } })
  }
})
