import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anApp, type Desk, type Item } from '../../tests/support/an-app.ts'
import { newDatabase } from '../../tests/support/databases.ts'
import { connected } from '../io/store/open-store.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 2, 3, 12)
const FEED = 'https://paper.example/rss'

/** Articles without a common subject, the newest first, a minute apart. */
const items = (names: readonly string[], newestAt: number): Item[] =>
  names.map((name, n) => ({
    title: `${name} ${name.split('').reverse().join('')}`,
    url: `https://paper.example/${name}`,
    at: newestAt - n * MINUTE,
  }))
const named = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}word${n * 7919}`)

let database: Awaited<ReturnType<typeof newDatabase>>
let desk: Desk
beforeEach(async () => {
  database = await newDatabase('sqlite')
  desk = await anApp({ now: NOW, address: database.address })
})
afterEach(async () => {
  await desk.close()
  await database.drop()
})

const stored = async () => (await desk.store.articlePage({ limit: 10_000 })).length
/** Titles that a digest of the last day may show. */
async function fresh(): Promise<string[]> {
  const lines = await desk.store.articleLines({ from: NOW - 86_400_000, to: NOW + 86_400_000, lateMs: 0 })
  return lines.map(({ title }) => title)
}

test('what comes between two polls is stored and new, however much it is', async () => {
  desk.publish(FEED, items(named('old', 5), NOW - 60 * MINUTE))
  await desk.poll()
  desk.setClock(NOW + 30 * MINUTE)
  desk.publish(FEED, items([...named('new', 60), ...named('old', 5)], NOW + 20 * MINUTE))
  expect(await desk.poll()).toBe(60)
  expect([await stored(), (await fresh()).length]).toEqual([65, 65])
})

describe('the backlog of a feed', () => {
  test('is stored by its first poll, but only its newest twenty are new', async () => {
    desk.publish(FEED, items(named('old', 50), NOW - MINUTE))
    expect(await desk.poll()).toBe(50)
    expect([await stored(), (await fresh()).length]).toEqual([50, 20])
    expect(await desk.store.windowTotals(NOW - MINUTE, NOW + MINUTE)).toMatchObject({ entries: 20, articles: 20 })
  })

  test('is new when another feed brings it as news', async () => {
    desk.publish(FEED, items(named('old', 30), NOW - MINUTE))
    await desk.poll()
    const other = 'https://other.example/rss'
    desk.publish(other, [{ title: 'Something else entirely', url: 'https://other.example/1', at: NOW }])
    await desk.poll()
    const copied = items(named('old', 30), NOW - MINUTE)[25]!
    desk.publish(other, [copied])
    await desk.poll()
    expect(await fresh()).toContain(copied.title)
  })

  test('is what an older program left out: it floods no digest after an upgrade', async () => {
    const [first, second] = [named('old', 50), [...named('new', 2), ...named('old', 50)]]
    desk.publish(FEED, items(first.slice(0, 20), NOW - MINUTE))
    await desk.poll()
    // The history of a feed as a program wrote it that stored only the newest entries.
    await connected(database.address, async (db) => {
      const [row] = await db.selectFrom('feed').select(['id', 'history']).execute()
      const { storesAll: _, ...history } = JSON.parse(row!.history)
      await db
        .updateTable('feed')
        .set({ history: JSON.stringify(history), document_hash: null })
        .execute()
      await db.destroy()
    })
    desk.publish(FEED, items(second, NOW + MINUTE))
    desk.setClock(NOW + 5 * MINUTE)
    expect(await desk.poll()).toBe(32)
    expect([await stored(), (await fresh()).length]).toEqual([52, 22])
  })
})
