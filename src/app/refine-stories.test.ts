import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { policyOf } from '../core/dedup/policies.ts'
import { createStoryKeeper } from './refine-stories.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 2, 3, 12)
const SUBJECTS = [
  'harbour bridge closed after inspectors find cracked hanger',
  'rare orchid flowers in botanical garden after a generation',
  'ferry runs aground on sandbank near the old lighthouse',
]
const TURNS = ['', ' on Tuesday', ', officials say', ' again', ': what we know']
const TEXT = (subject: number) =>
  `It was said that the ${SUBJECTS[subject]}, and that nobody was hurt in it. `.repeat(3)

const items = fc.array(
  fc.record({ feed: fc.nat(3), subject: fc.nat(2), turn: fc.nat(4), hours: fc.nat(12), round: fc.nat(2) }),
  { minLength: 2, maxLength: 10 },
)
type Items = typeof items extends fc.Arbitrary<infer T> ? T : never

/** The items of a round; a shift makes them tell of something else under the guids they had. */
async function arrive(desk: Desk, list: Items, round: number, shift = 0): Promise<void> {
  for (const feed of [0, 1, 2, 3]) {
    const mine = list.filter((one) => one.feed === feed && one.round === round)
    const document = mine.map(({ subject, turn, hours }) => ({
      title: `${SUBJECTS[(subject + shift) % 3]}${TURNS[turn]}`,
      text: TEXT((subject + shift) % 3),
      url: `https://paper${feed}.example/${subject}-${turn}`,
      guid: `${subject}-${turn}`,
      at: NOW - hours * HOUR,
    }))
    desk.publish(`https://paper${feed}.example/rss`, document)
  }
  desk.setClock(NOW + round * HOUR)
  await desk.poll()
}

/** Which articles stand together, by their keys. */
async function groups({ store }: Desk): Promise<string[]> {
  const stories = new Map<string, string[]>()
  for (const { story, article } of await store.membershipsSince(0)) {
    stories.set(story, [...(stories.get(story) ?? []), article])
  }
  return [...stories.values()].map((keys) => keys.sort().join(' ')).sort()
}

/** What a story says of itself is what its members say. */
async function expectTrue({ store }: Desk): Promise<void> {
  const memberships = await store.membershipsSince(0)
  for (const { key, members, lead, reprints } of await store.storyPage({ limit: 1000 })) {
    const own = memberships.filter(({ story }) => story === key)
    expect(own.length).toBe(members)
    expect(own.map(({ article }) => article)).toContain(lead)
    expect(own.filter(({ copyOf }) => copyOf !== null).length).toBe(reprints)
  }
  expect(new Set((await store.storyPage({ limit: 1000 })).map(({ key }) => key))).toEqual(
    new Set(memberships.map(({ story }) => story)),
  )
}

test('whoever came first, settling whole ends in the same stories, and each says the truth about itself', () =>
  fc.assert(
    fc.asyncProperty(items, async (list) => {
      const [slowly, atOnce] = [await anApp({ now: NOW }), await anApp({ now: NOW })]
      for (const round of [0, 1, 2]) {
        await arrive(slowly, list, round)
        await expectTrue(slowly)
      }
      await arrive(
        atOnce,
        list.toReversed().map((one) => ({ ...one, round: 2 })),
        2,
      )
      for (const desk of [slowly, atOnce]) {
        await desk.app.stories.refine()
        await expectTrue(desk)
      }
      expect(await groups(slowly)).toEqual(await groups(atOnce))
      const changed = await slowly.app.stories.refine()
      expect(changed.changed, 'settling again changes nothing').toBe(0)
      await slowly.close()
      await atOnce.close()
    }),
    { numRuns: 4, seed: 3 },
  ))

test('who opens the store for each poll keeps the stories as true as who keeps it open', () =>
  fc.assert(
    fc.asyncProperty(items, async (list) => {
      const folder = mkdtempSync(join(tmpdir(), 'copytaster-refine-'))
      const address = `sqlite:${join(folder, 'cold.db')}`
      const warm = await anApp({ now: NOW })
      for (const [round, shift] of [
        [0, 0],
        [1, 0],
        [2, 0],
        [1, 1],
      ] as const) {
        await arrive(warm, list, round, shift)
        const cold = await anApp({ now: NOW, address })
        await arrive(cold, list, round, shift)
        await expectTrue(cold)
        await cold.close()
      }
      const cold = await anApp({ now: NOW + 3 * HOUR, address })
      for (const desk of [warm, cold]) await desk.app.stories.refine()
      expect(await groups(cold)).toEqual(await groups(warm))
      for (const desk of [warm, cold]) await desk.close()
      rmSync(folder, { recursive: true })
    }),
    { numRuns: 4, seed: 8 },
  ))

test('an article that goes over to another subject leaves its story behind as it is, whoever reads it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'copytaster-refine-'))
  const address = `sqlite:${join(folder, 'cold.db')}`
  const list = [0, 1].map((feed) => ({ feed, subject: 0, turn: 0, hours: 1, round: feed }))
  for (const [round, shift] of [
    [0, 0],
    [1, 0],
    [1, 1],
  ] as const) {
    const desk = await anApp({ now: NOW, address })
    await arrive(desk, list, round, shift)
    await expectTrue(desk)
    expect((await groups(desk)).length).toBe(1 + shift)
    await desk.close()
  }
  rmSync(folder, { recursive: true })
})

test('settling asked for several times at once is done one after the other', async () => {
  const desk = await anApp({ now: NOW })
  const list = Array.from({ length: 12 }, (_, i) => ({ feed: i % 4, subject: i % 3, turn: i % 5, hours: i, round: 0 }))
  await arrive(desk, list, 0)
  const reports = await Promise.all([1, 2, 3].map(() => desk.app.stories.refine()))
  expect(reports.map(({ articles }) => articles)).toEqual(reports.map(() => reports[0]!.articles))
  expect(reports.slice(1).map(({ changed }) => changed)).toEqual([0, 0])
  await expectTrue(desk)
  await desk.close()
})

test('a keeper that gives the memory of its search back finds the same stories, each time anew', async () => {
  const desk = await anApp({ now: NOW })
  const list = Array.from({ length: 12 }, (_, i) => ({
    feed: i % 4,
    subject: i % 3,
    turn: i % 5,
    hours: i,
    round: i % 2,
  }))
  const keeper = createStoryKeeper(desk.store, policyOf('calibrated'), undefined, 1)
  let freed = 0
  for (const round of [0, 1]) {
    await arrive(desk, list, round)
    await desk.app.stories.refine()
    const report = await keeper.refine(desk.now(), 'whole', async () => {
      freed++
    })
    expect(report).toMatchObject({ articles: (await desk.store.membershipsSince(0)).length, changed: 0 })
    expect(freed).toBe(round + 1)
    await expectTrue(desk)
  }
  await desk.close()
})

test('replay under the same settings finds nothing to tell', async () => {
  const desk = await anApp({ now: NOW })
  const list = Array.from({ length: 9 }, (_, i) => ({ feed: i % 4, subject: i % 3, turn: i % 5, hours: i, round: 0 }))
  await arrive(desk, list, 0)
  const same = await desk.app.stories.replay({ policy: 'calibrated', retentionDays: 30 } as Parameters<
    typeof desk.app.stories.replay
  >[0])
  expect(same.changes).toEqual([])
  expect(same.before).toEqual(same.after)
  await desk.close()
})

test('the same store and the same moment give the same digest, byte for byte', async () => {
  const desk = await anApp({ now: NOW })
  const list = Array.from({ length: 9 }, (_, i) => ({ feed: i % 4, subject: i % 3, turn: i % 5, hours: i, round: 0 }))
  await arrive(desk, list, 0)
  const wish = { type: 'morning', windowMs: null, topics: null, tab: null } as const
  desk.setClock(NOW + HOUR)
  const first = await desk.app.digests.preview(wish)
  expect(first.topStories.length).toBeGreaterThan(0)
  expect(JSON.stringify(await desk.app.digests.preview(wish))).toBe(JSON.stringify(first))
  await desk.close()
})
