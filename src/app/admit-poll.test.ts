import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { anApp, type Desk } from '../../tests/support/an-app.ts'
import { newDatabase } from '../../tests/support/databases.ts'
import { danglingReferences, makeDue, onDatabase } from '../../tests/support/stored-references.ts'

/* Prints in memory that are not those of the store: whoever put the store back, no entry may point to nothing. */

const NOW = Date.UTC(2026, 10, 14)
const FEED = 'https://a.example/rss'
const items = ['Harbour bridge closed after storm', 'Museum buys rare violin', 'Council votes on new tram line']
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function polledDesk(): Promise<Desk & { address: string }> {
  const { address, drop } = await newDatabase('sqlite')
  const desk = await anApp({ now: NOW, address })
  open.push(desk.close, drop)
  publish(desk, 3)
  await desk.app.feeds.add(FEED, { tab: null, category: null, name: null, tier: null, kind: 'major' })
  await desk.app.polls.runDue(() => {})
  return { ...desk, address }
}

const publish = (desk: Desk, count: number) =>
  desk.publish(
    FEED,
    items.slice(0, count).map((title, n) => ({ title, url: `https://a.example/${n}`, at: NOW - n * 60_000 })),
  )

/** As after a copy of the file was put back: the same incarnation, but articles are missing. */
const loseArticles = (address: string, andChanges: boolean) =>
  onDatabase(address, (db) =>
    db.transaction().execute(async (tx) => {
      for (const table of ['membership', 'print', 'article_body', 'entry', 'article'])
        await sql`delete from ${sql.table(table)}`.execute(tx)
      await sql`update feed set document_hash = null, last_entries = ${new Uint8Array()}`.execute(tx)
      if (andChanges) await sql`update derived_cursor set position = 0 where name = 'prints'`.execute(tx)
    }),
  )

test.each([
  ['are missing', false],
  ['and their change numbers are missing', true],
])('articles that %s in the store are stored again, whatever the prints in memory say', async (_, andChanges) => {
  const desk = await polledDesk()
  expect(await desk.store.articlePage({ limit: 10 })).toHaveLength(3)
  await loseArticles(desk.address, andChanges)
  await makeDue(desk.address)
  await desk.app.polls.runDue(() => {})
  expect((await desk.store.articlePage({ limit: 10 })).map(({ title }) => title).sort()).toEqual([...items].sort())
  expect(await danglingReferences(desk.address)).toEqual({})
})
