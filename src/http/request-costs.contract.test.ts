import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../tests/support/databases.ts'
import { aSource } from '../../tests/support/poll-records.ts'
import { plansOf } from '../../tests/support/query-plans.ts'
import { NOW, SHARED, type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import { keyHash } from '../core/text/key-hash.ts'
import { storeAddress } from '../io/store/address.ts'
import { openDb } from '../io/store/dialect.ts'

/* What requests cost the database, for a reader who does not see everything: as many statements and rows as they show, not as are
   stored. Counts, because times depend on the machine. */

const PRIVATE = 'https://private.example/rss'

/** Sixteen words that no other item has. */
const wordsOf = (n: number): string =>
  Array.from({ length: 16 }, (_, i) => keyHash(`${n} ${i}`).replace(/\d/g, 'x').slice(0, 7)).join(' ')

const items = (host: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({
    title: `Harbour ${wordsOf(from + i).slice(0, 31)}`,
    url: `https://${host}/${from + i}`,
    text: wordsOf(from + i),
    at: NOW - (from >= 10_000 ? 5_000 : 500 - from - i) * 60_000,
  }))

const REQUESTS = [
  ['latest', 18, 'GET', '/articles?limit=20'],
  ['unread', 18, 'GET', '/articles?limit=20&unread=true'],
  ['saved', 18, 'GET', '/articles?limit=20&saved=true'],
  ['leads', 23, 'GET', '/articles?limit=20&leads=true'],
  ['stories', 28, 'GET', '/stories?limit=20&leastArticles=1'],
  ['search', 21, 'GET', '/search?q=harbour&limit=20'],
] as const

describe.each(databaseKinds)('on %s', (kind) => {
  let world: TwoReaders
  let texts: string[] = []
  let rows = 0

  beforeEach(async () => {
    const onStatement = (text: string, count: number) => {
      texts.push(text)
      rows += count
    }
    world = await twoReaders(kind, { onStatement })
    // Before all others, so that no list has to look past what is not on it.
    await world.desk.store.viewOf(world.readers.bob.id).addSources([aSource(PRIVATE)], NOW)
    world.desk.publish(PRIVATE, items('private.example', 10_000, 10_010))
    await world.desk.poll()
    world.desk.publish(PRIVATE, [])
  })
  afterEach(() => world.close())

  async function storeUpTo(from: number, to: number): Promise<void> {
    world.desk.publish(SHARED, items('shared.example', from, to))
    world.desk.setClock(world.desk.now() + 60_000)
    expect(await world.desk.poll()).toBe(to - from)
    await world.desk.app.stories.refine()
    while ((await world.desk.store.updateSearch(1_000)) > 0);
  }
  /** The least of three: the server does things beside requests, which are then counted with one of them. */
  async function costOf(method: 'GET' | 'POST', path: string, body?: unknown) {
    await world.ann.send(method, path, body)
    const costs = []
    for (let n = 0; n < 3; n++) {
      texts = []
      rows = 0
      expect((await world.ann.send(method, path, body)).statusCode).toBe(200)
      costs.push({ statements: texts.length, rows })
    }
    return costs.toSorted((a, b) => a.statements - b.statements || a.rows - b.rows)[0]!
  }

  test('a list costs what it shows', async () => {
    // What a first poll brings arrives read.
    await storeUpTo(0, 1)
    await storeUpTo(1, 40)
    const before = []
    for (const [, , method, path] of REQUESTS) before.push(await costOf(method, path))
    await storeUpTo(40, 140)
    for (const [n, [name, most, method, path]] of REQUESTS.entries()) {
      const cost = await costOf(method, path)
      // What a search finds is held whole, so that it can be paged; and a story may have a member more.
      if (name !== 'search') expect(cost.rows, name).toBeLessThan(before[n]!.rows + 10)
      expect(cost.statements, name).toBe(before[n]!.statements)
      expect(cost.statements, name).toBeLessThanOrEqual(most)
    }
  })

  test('marking as read asks once for all articles', async () => {
    await storeUpTo(0, 40)
    const { items: listed } = await world.ann.get<{ items: { id: number }[] }>('/articles?limit=30')
    const ids = listed.map(({ id }) => id)
    const few = await costOf('POST', '/articles/mark-read', { ids: ids.slice(0, 4) })
    const many = await costOf('POST', '/articles/mark-read', { ids: ids.slice(0, 16) })
    expect(many.statements).toBe(few.statements)
  })

  test('no list reads a table from end to end', async () => {
    await storeUpTo(0, 40)
    const seen = new Set<string>()
    for (const [, , method, path] of REQUESTS) {
      await costOf(method, path)
      for (const text of texts) if (/^\s*(select|with)/i.test(text)) seen.add(text)
    }
    const db = openDb(storeAddress(world.address))
    const plans = await plansOf(db, [...seen])
    await db.destroy()
    expect(plans.length).toBeGreaterThan(10)
    expect(plans.filter(({ plan }) => WHOLE_TABLE[kind].test(plan))).toEqual([])
  })
})

/** Tables that grow with what is stored. */
const GROWING = '(article|article_body|entry|membership|story|link|score|reader_article|rule_hit)'
const WHOLE_TABLE = {
  // Everything that a reader has of a table is as much as all of it.
  sqlite: new RegExp(`SCAN ${GROWING}\\b(?! USING)|SEARCH ${GROWING} USING (COVERING )?INDEX \\w+ \\(reader_id=\\?\\)`),
  postgres: new RegExp(`Seq Scan on ${GROWING}\\b`),
}
