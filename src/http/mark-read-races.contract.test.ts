import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aClient, aServer, aWebApp, type Client } from '../../tests/support/a-web-app.ts'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { chanceOf } from '../../tests/support/chaos/chance.ts'
import { databaseKinds, migratedDatabase } from '../../tests/support/databases.ts'
import { volume } from '../../tests/support/volume.ts'
import { openStore, type Store } from '../io/store/open-store.ts'

/*
 * Two clients of one reader and the engine at once: one client marks a list as read up to the moment it was shown, the other marks
 * and unmarks single articles, and the engine admits new ones. Each side may take its marking back.
 */

const NOW = Date.UTC(2026, 10, 14, 12)
const READER = 1
const NEW_A_ROUND = 3
const ROUNDS = volume(15, 1_000)

interface ListPage {
  readonly items: readonly { readonly id: number }[]
  readonly upTo: string
}

/** A word of its own for each number: texts that differ in a number alone are versions of one. */
const wordOf = (n: number): string =>
  [...n.toString(20)].map((digit) => 'bcdfghjklmnpqrstvwxz'[Number.parseInt(digit, 20)] + 'aeiou'[n % 5]!).join('')

describe.each(databaseKinds)('on %s', (kind) => {
  let desk: Desk
  let drop: () => Promise<void>
  /** The web half has a connection of its own. */
  let store: Store
  let clients: readonly [Client, Client]
  let published = 0

  beforeEach(async () => {
    const database = await migratedDatabase(kind)
    drop = database.drop
    desk = await anApp({ now: NOW, address: database.address })
    store = await openStore(database.address)
    const server = await aServer(aWebApp({ ...desk, store }))
    clients = [aClient(server), aClient(server)]
    published = 0
    for (let n = 0; n < 3; n++) await admit()
  })
  afterEach(async () => {
    await store.close()
    await desk.close()
    await drop()
  })

  /** The engine polls a feed that has something new. */
  async function admit(): Promise<void> {
    const items = Array.from({ length: NEW_A_ROUND }, () => {
      const n = ++published
      const [one, other] = [wordOf(n * 7_919), wordOf(n * 104_729)]
      const text = `Of ${one} in the ${other}.`
      return { title: `${one} meets ${other}`, url: `https://news.example/${n}`, text, at: NOW - n * 1_000 }
    })
    // Another feed now and then: one may bring 2,000 articles a day, and this day does not end.
    desk.publish(`https://news${Math.floor(published / 1_500)}.example/rss`, items)
    expect(await desk.poll()).toBe(NEW_A_ROUND)
  }
  /** Every article, and whether it is read. */
  async function states(): Promise<Map<number, boolean>> {
    const found = new Map<number, boolean>()
    for (const unread of [true, false]) {
      const { fitting } = await store.web.scanByTime(READER, { unread }, null, 100_000)
      for (const { id } of fitting) found.set(id, !unread)
    }
    return found
  }
  async function marked(client: Client, body: object): Promise<string> {
    const answer = await client.send('POST', '/articles/mark-read', body)
    expect(answer.statusCode).toBe(200)
    return answer.json().undo
  }
  const takeBack = (client: Client, undo: string) => client.send('POST', '/articles/undo-mark', { undo })

  /** Marks everything unread that is shown, and takes it back where wanted; gives what was shown. */
  async function markList(client: Client, isUndone: boolean): Promise<number[]> {
    const shown: number[] = []
    let page = await client.get<ListPage & { next: string | null }>('/articles?unread=true&limit=7')
    const { upTo } = page
    for (;;) {
      shown.push(...page.items.map(({ id }) => id))
      if (page.next === null) break
      page = await client.get(`/articles?unread=true&limit=7&cursor=${page.next}`)
    }
    const undo = await marked(client, { list: { unread: true }, upTo })
    if (isUndone) await takeBack(client, undo)
    return shown
  }

  test(
    'nothing is lost, and nothing is marked that was not on the list',
    async () => {
      const chance = chanceOf(7)
      for (let round = 0; round < ROUNDS; round++) {
        const before = await states()
        const all = [...before.keys()]
        const single = chance.oneOf(all)
        const wanted = chance.isTrue(0.7)
        const some = [chance.oneOf(all), chance.oneOf(all), chance.oneOf(all)].filter((id) => id !== single)
        const [isListUndone, areSomeUndone] = [chance.isTrue(0.4), chance.isTrue(0.5)]
        const markSome = async () => {
          if (some.length === 0) return
          const undo = await marked(clients[1], { ids: some })
          if (areSomeUndone) await takeBack(clients[1], undo)
        }
        const [shown] = await Promise.all([
          markList(clients[0], isListUndone),
          clients[1].send('PATCH', `/articles/${single}/state`, { read: wanted }),
          markSome(),
          admit(),
        ])
        const after = await states()
        const isListed = new Set(shown)
        for (const [id, isRead] of after) {
          const was = before.get(id) ?? false
          const place = `round ${round}, article ${id}, ${JSON.stringify({ was, isListUndone, areSomeUndone, single, wanted, some, listed: isListed.has(id) })}`
          if (id === single) {
            if (wanted || isListUndone) expect(isRead, place).toBe(wanted)
          } else if (some.includes(id)) {
            // Who marks what the list has just marked changes nothing: taking back the list takes that back.
            if (!areSomeUndone && !isListUndone) expect(isRead, place).toBe(true)
            if (areSomeUndone && isListUndone) expect(isRead, place).toBe(was)
          } else if (isListed.has(id)) expect(isRead, place).toBe(!isListUndone)
          else expect(isRead, place).toBe(was)
        }
      }
    },
    volume(120_000, 3_600_000),
  )
})
