import { closeSync, openSync, writeSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyDatabase, type DatabaseKind, databaseKinds, newDatabase } from '../../../tests/support/databases.ts'
import { restoredFixture } from '../../../tests/support/restored-fixture.ts'
import { contentsOf, OLD_STORE, richStore } from '../../../tests/support/rich-store.ts'
import { sampled } from '../../../tests/support/sampled.ts'
import { onDatabase } from '../../../tests/support/stored-references.ts'
import { writeBackup } from './backup.ts'
import { BACKED_UP } from './backup-tables.ts'
import { incarnationOf } from './incarnation.ts'
import { type MoveRequest, moveStore } from './move.ts'
import { inspectStore, migrateStore, openStore } from './open-store.ts'

/* A whole store is moved from one database to another: every pair of kinds, and whatever may come in between. */

type Database = Awaited<ReturnType<typeof newDatabase>>

let databases: Database[]
beforeEach(() => {
  databases = []
})
afterEach(async () => {
  for (const { drop } of databases) await drop()
})

async function kept(making: Promise<Database>): Promise<string> {
  const database = await making
  databases.push(database)
  return database.address
}

const move = (from: string, to: string, more: Partial<MoveRequest> = {}) =>
  moveStore({ from, to, force: false, ...more })

const PAIRS = databaseKinds.flatMap((from) => databaseKinds.map((to) => [from, to] as const))

describe.each(PAIRS)('from %s to %s', (fromKind, toKind) => {
  test('every table arrives equal, the source stays, ids go on and the store is another one', async () => {
    const [from, to] = [await kept(richStore(fromKind)), await kept(newDatabase(toKind))]
    const before = await contentsOf(from)
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
    const moved = await move(from, to)
    expect(await contentsOf(to)).toEqual(before)
    expect(await contentsOf(from)).toEqual(before)
    const counts = Object.fromEntries(moved.tables.map(({ table, rows }) => [table, rows]))
    expect(counts).toEqual(Object.fromEntries(Object.entries(before).map(([table, rows]) => [table, rows.length])))
    expect(moved).toMatchObject({ feeds: 37, articles: 136 })
    expect(new Set(moved.tables.map(({ hash }) => hash)).size).toBe(BACKED_UP.length)
    const names = [await onDatabase(from, incarnationOf), await onDatabase(to, incarnationOf)]
    expect(new Set([...names, '']).size).toBe(3)
    await expectUsable(to)
  })

  test('a store of an older program is migrated on the way, the source is not', async () => {
    const [from, to] = [await kept(restoredFixture(OLD_STORE, fromKind)), await kept(newDatabase(toKind))]
    const migrated = await kept(restoredFixture(OLD_STORE, fromKind))
    await migrateStore(migrated)
    const before = await contentsOf(from)
    await move(from, to)
    expect(await contentsOf(to)).toEqual(await contentsOf(migrated))
    expect(await contentsOf(from)).toEqual(before)
    expect((await inspectStore(to, 0, 0)).pending).toEqual([])
    expect((await inspectStore(from, 0, 0)).pending).not.toEqual([])
  })
})

/** A reader who is added gets an id that nobody had, leases are over, and search finds what was moved. */
async function expectUsable(address: string): Promise<void> {
  const store = await openStore(address)
  const ids = (await store.readers()).map(({ id }) => id)
  await store.addReader({ name: 'new', role: 'reader', email: null }, 0)
  const added = (await store.readers()).find(({ name }) => name === 'new')!
  // One id beyond the highest was given before, and its row is gone.
  expect(added.id).toBe(Math.max(...ids) + 2)
  while ((await store.updateSearch(1_000)) > 0);
  await store.close()
  const leases = (await onDatabase(address, (db) => db.selectFrom('host').select('lease_owner').execute())).map(
    ({ lease_owner }) => lease_owner,
  )
  expect(new Set(leases)).toEqual(new Set([null]))
}

test('there and back again is what it was', async () => {
  const [first, there, back] = [
    await kept(richStore('sqlite')),
    await kept(newDatabase('postgres')),
    await kept(newDatabase('sqlite')),
  ]
  const hashes = (moved: Awaited<ReturnType<typeof move>>) => moved.tables.map(({ table, hash }) => [table, hash])
  const forth = await move(first, there)
  const home = await move(there, back)
  expect(await contentsOf(back)).toEqual(await contentsOf(first))
  // Leases end with a move, so this table alone has another hash.
  const but = (list: (string | undefined)[][]) => list.filter(([table]) => table !== 'host')
  expect(but(hashes(home))).toEqual(but(hashes(forth)))
})

describe.each(databaseKinds)('a move into %s', (kind) => {
  const UNFINISHED = /a move into the database is not finished: run `copytaster migrate --from … --to …` again/

  test.each(sampled(`interrupted move into ${kind}`, ['source', 'article', 'match', 'delivery']))(
    'that was interrupted in the table %s goes on, and the target cannot be used before',
    async (table) => {
      const [from, to] = [await kept(richStore('sqlite')), await kept(newDatabase(kind))]
      const interrupted = move(from, to, { onProgress: (at) => void (at.table === table && stop()) })
      await expect(interrupted).rejects.toThrow('interrupted')
      const uses = [
        () => openStore(to),
        () => migrateStore(to),
        () => inspectStore(to, 0, 0),
        () => move(to, from, { force: true }),
        () => writeBackup({ address: to, file: `${from.replace('sqlite:', '')}.gz`, force: false, now: 0 }),
      ]
      for (const use of uses) await expect(use()).rejects.toThrow(UNFINISHED)
      const moved = await move(from, to)
      const done = BACKED_UP.findIndex((one) => one.table === table)
      expect(moved.tables.map((one) => one.kept)).toEqual(BACKED_UP.map((_, n) => n < done))
      expect(await contentsOf(to)).toEqual(await contentsOf(from))
      await expectUsable(to)
    },
  )

  test('that was interrupted while it was checked has nothing to copy', async () => {
    const [from, to] = [await kept(richStore('sqlite')), await kept(newDatabase(kind))]
    await expect(move(from, to, { onProgress: ({ phase }) => void (phase === 'checking' && stop()) })).rejects.toThrow()
    expect((await move(from, to)).tables.every((one) => one.kept)).toBe(true)
    expect(await contentsOf(to)).toEqual(await contentsOf(from))
  })

  test('takes up what the source became after an interruption', async () => {
    const [from, to] = [await kept(richStore('sqlite')), await kept(newDatabase(kind))]
    await expect(move(from, to, { onProgress: ({ table }) => void (table === 'digest' && stop()) })).rejects.toThrow()
    await onDatabase(from, (db) => db.updateTable('feed').set({ title: 'Renamed' }).execute())
    const moved = await move(from, to)
    expect(moved.tables.filter((one) => one.kept).map(({ table }) => table)).toEqual(['source'])
    expect(await contentsOf(to)).toEqual(await contentsOf(from))
  })

  const differences = [
    [
      'changed',
      "update article set title = 'Another' where id = (select min(id) from article)",
      '136 rows were, 136 are',
    ],
    ['lost', 'delete from revision where n = (select min(n) from revision)', 'rows were'],
    ['added', "insert into story_alias (key, story_key) values ('x', 'y')", 'rows were'],
  ] as const
  test.each(sampled(`differences of a move into ${kind}`, differences))(
    'finds a row that was %s between copy and check, and mends it when run again',
    async (_, statement, words) => {
      const [from, to] = [await kept(richStore('sqlite')), await kept(newDatabase(kind))]
      let isDone = false
      const onProgress: MoveRequest['onProgress'] = async ({ phase }) => {
        if (phase !== 'checking' || isDone) return
        isDone = true
        await onDatabase(to, (db) => sql.raw(statement).execute(db))
      }
      await expect(move(from, to, { onProgress })).rejects.toThrow(words)
      await expect(openStore(to)).rejects.toThrow(UNFINISHED)
      await move(from, to)
      expect(await contentsOf(to)).toEqual(await contentsOf(from))
    },
  )

  test('that another run overtakes ends with a word, and the target is whole', async () => {
    const [from, to] = [await kept(richStore('sqlite')), await kept(newDatabase(kind))]
    let isOvertaken = false
    const onProgress: MoveRequest['onProgress'] = async ({ phase }) => {
      if (phase !== 'checking' || isOvertaken) return
      isOvertaken = true
      await move(from, to)
    }
    await expect(move(from, to, { onProgress })).rejects.toThrow('another process has begun to move a store into')
    expect(await contentsOf(to)).toEqual(await contentsOf(from))
    await expectUsable(to)
  })

  test('refuses a target that holds a store, which --force replaces', async () => {
    const [from, to] = [await kept(richStore('sqlite')), await kept(restoredFixture(OLD_STORE, kind))]
    const before = await contentsOf(to)
    await expect(move(from, to)).rejects.toThrow(
      / holds a store already; name an empty database, or --force deletes what it holds first$/,
    )
    expect(await contentsOf(to)).toEqual(before)
    await move(from, to, { force: true })
    expect(await contentsOf(to)).toEqual(await contentsOf(from))
  })

  test('refuses the store itself and a copy of it, with --force too', async () => {
    const from = await kept(richStore(kind))
    const copy = await kept(copyDatabase(from))
    for (const to of [from, copy])
      await expect(move(from, to, { force: true })).rejects.toThrow(/ is the store to be moved, or a copy of it/)
  })

  test('refuses a source of a newer program, and one without a store', async () => {
    const [newer, empty, to] = [
      await kept(richStore(kind)),
      await kept(newDatabase(kind)),
      await kept(newDatabase(kind)),
    ]
    await onDatabase(newer, (db) => sql`insert into migration (name) values ('9999-later')`.execute(db))
    await expect(move(newer, to)).rejects.toThrow('made by a newer Copytaster')
    await expect(move(empty, to)).rejects.toThrow(/there is no database .* here yet/)
  })
})

function stop(): never {
  throw new Error('interrupted')
}

test('a damaged source is named, and nothing is begun', async () => {
  const [from, to] = [await kept(richStore('sqlite')), await kept(newDatabase('postgres'))]
  const pages = await onDatabase(from, async (db) => {
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    return (await sql<{ pageno: number }>`select pageno from dbstat where name = 'article'`.execute(db)).rows
  })
  const file = openSync(from.replace('sqlite:', ''), 'r+')
  for (const { pageno } of pages) writeSync(file, Buffer.alloc(3_000, 0xa7), 0, 3_000, (pageno - 1) * 4_096 + 50)
  closeSync(file)
  await expect(move(from, to)).rejects.toThrow(`the database file ${from}: it is damaged; restore a backup`)
  await (await openStore(to)).close()
})

test.each<[string, DatabaseKind]>([
  ['postgres://nobody@127.0.0.1:1/news', 'sqlite'],
  ['sqlite:/no/such/folder/news.db', 'postgres'],
])('a target that cannot be opened, %s, is named', async (to, kind) => {
  const from = await kept(richStore(kind))
  await expect(move(from, to)).rejects.toThrow(
    /127\.0\.0\.1:1\/news: nothing answers|\/no\/such\/folder does not exist/,
  )
})
