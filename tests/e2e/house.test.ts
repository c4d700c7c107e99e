import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeAddress } from '../../src/io/store/address.ts'
import { BACKED_UP, DERIVED } from '../../src/io/store/backup-tables.ts'
import { type Db, openDb, tableNames } from '../../src/io/store/dialect.ts'
import { GOES_WITH_ARTICLE } from '../../src/io/store/retention.ts'
import { databaseKinds, newDatabase, sampledKinds } from '../support/databases.ts'
import { type Desk, newDesk } from '../support/poll-world.ts'
import { rss, someItems } from '../support/publisher/documents.ts'
import { serve, status } from '../support/publisher/steps.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { expectWhole, twoFeeds, WRITER } from '../support/store-faults.ts'

const DAY = 86_400_000

async function withDb<T>(address: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(storeAddress(address))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Everything a backup must hold, table by table. */
function contents(address: string): Promise<Record<string, unknown[]>> {
  return withDb(address, async (db) => {
    const rows = BACKED_UP.map(async ({ table, key }) => {
      const order = sql.join(key.map((column) => sql.ref(column)))
      const result = await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by ${order}`.execute(db)
      return [table, result.rows.map(plain)] as const
    })
    return Object.fromEntries(await Promise.all(rows))
  })
}

/** Bytes come as one class from one database and as another from the other; leases end with the process. */
function plain(row: Record<string, unknown>): Record<string, unknown> {
  const leases = 'lease_until' in row ? { lease_owner: null, lease_until: 0 } : {}
  const values = Object.entries<unknown>({ ...row, ...leases }).map(([column, value]) => [
    column,
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  ])
  return Object.fromEntries(values)
}

describe.each(sampledKinds(import.meta.url))('keeping house on %s', (kind) => {
  let publisher: Publisher
  let desk: Desk
  // Publishers go on: without news of today pruning does not take the rest for old.
  const today = { guid: 'today', title: 'The latest', at: Date.now() - 7_200_000 }
  const items = [today, ...someItems(5, Date.now() - DAY)]
  beforeEach(async () => {
    publisher = await startPublisher()
    desk = await newDesk(kind, [`${publisher.address}:${publisher.port}`])
    desk.write(`tabs:\n  en_news:\n    sources:\n      - url: ${publisher.url('/a')}\n`)
  })
  afterEach(async () => {
    await publisher.close()
    await desk.remove()
  })
  const grow = (days: number) =>
    withDb(desk.address, async (db) => {
      const by = days * DAY
      await sql`update article set first_seen_at = first_seen_at - ${by}, published_at = published_at - ${by}
        where guid <> 'today'`.execute(db)
      await sql`update poll set at = at - ${by}`.execute(db)
      for (const daysAgo of [0, 1, 2])
        await sql`insert into poll (feed_id, at, duration_ms, outcome, succeeded, bytes, entries, new_articles)
          values (1, ${Date.now() - daysAgo * DAY}, 1, 'notModified', 1, 0, 0, 0)`.execute(db)
    })

  test('what retention removed does not come back while the publisher lists it, changed or not', async () => {
    const changed = items.map((item, i) => (i === 1 ? { ...item, title: 'Told anew' } : item))
    const more = [{ guid: 'fresh', title: 'A new one', at: Date.now() - 3_600_000 }, ...changed]
    publisher.on('/a', serve(rss(items)), serve(rss(changed)), serve(rss(more)))
    const titles = async () =>
      (await withDb(desk.address, (db) => db.selectFrom('article').select('title').orderBy('title').execute())).map(
        ({ title }) => title,
      )
    expect(await desk.json('poll')).toMatchObject([{ added: 6 }])
    expect(await desk.json('search', 'report')).toHaveLength(5)
    await grow(29)
    expect(await desk.json('prune')).toMatchObject({ articles: 0, polls: 1 })
    await grow(2)
    expect(await desk.json('prune')).toMatchObject({ articles: 5 })
    expect(await titles()).toEqual(['The latest'])
    expect(await desk.json('search', 'report')).toEqual([])
    expect(await desk.json('poll', '--all')).toMatchObject([{ added: 0, revised: 0 }])
    expect(await desk.json('poll', '--all')).toMatchObject([{ added: 1, revised: 0 }])
    expect(await titles()).toEqual(['A new one', 'The latest'])
  })

  test('however short the retention, two weeks stay for comparison', async () => {
    publisher.on('/a', serve(rss(items)))
    await desk.json('poll')
    await grow(12)
    expect(await desk.json('prune', '--set', 'dedup.retention_days=1')).toMatchObject({ articles: 0 })
    await grow(3)
    expect((await desk.run('prune', '--set', 'dedup.retention_days=1')).stdout).toMatch(
      /^Removed 5 articles from before /,
    )
  })

  test('events are listed with the names of their feeds, from where one left off', async () => {
    publisher.on('/a', serve(rss(items)), status(410))
    await desk.json('poll')
    await desk.json('poll', '--all')
    const events = await desk.json('events')
    expect(events).toMatchObject([{ kind: 'feed.stateChanged', about: 'Made for a test', payload: { to: 'dead' } }])
    expect(await desk.json('events', '--after', String(events[0].id))).toEqual([])
    expect((await desk.run('events')).stdout).toContain('Made for a test')
    expect(await desk.run('events', '--after', 'x')).toMatchObject({ code: 2 })
  })

  test('a backup goes into either database, whole, and ids go on from there; one that broke off restores nothing', async () => {
    publisher.on('/a', serve(rss(items)), serve(rss(someItems(9, Date.now()))))
    await desk.json('poll')
    await grow(40)
    await desk.json('prune')
    await desk.json('poll', '--all')
    expect(await desk.json('backup', 'b.gz')).toMatchObject({ feeds: 1, articles: 5 })
    writeFileSync(join(desk.folder, 'cut.gz'), readFileSync(join(desk.folder, 'b.gz')).subarray(0, -30))
    publisher.on('/a', serve(rss([{ guid: 'next', title: 'The next', at: Date.now() }])))
    for (const target of databaseKinds) {
      const fresh = await newDatabase(target)
      const into = { COPYTASTER_DATABASE: fresh.address }
      const restore = (...args: string[]) => desk.runWith(into, 'restore', 'b.gz', ...args)
      expect(await desk.runWith(into, 'restore', 'cut.gz')).toMatchObject({
        code: 2,
        stderr: 'cut.gz: breaks off or is damaged; nothing was restored, use another backup\n',
      })
      expect(await restore()).toMatchObject({ code: 0, stdout: 'Restored 1 feed, 5 articles.\n' })
      expect(await contents(fresh.address)).toEqual(await contents(desk.address))
      const again = await restore()
      expect(again.code).toBe(2)
      expect(again.stderr).toMatch(/ is not empty; --force replaces what it holds with the backup\n$/)
      expect(await restore('--force')).toMatchObject({ code: 0 })

      await desk.runWith(into, 'poll', '--all')
      const next = await withDb(fresh.address, (db) =>
        db.selectFrom('article').select('id').where('guid', '=', 'next').execute(),
      )
      expect([target, next.map(({ id }) => Number(id))]).toEqual([target, [11]])
      await fresh.drop()
    }
  })

  test('a backup made while others write is whole, and holds all that was stored when it began', async () => {
    const { address, store, drop } = await twoFeeds(kind)
    await store.close()
    const writer = spawn(process.execPath, [WRITER, address, '1', '100000'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let said = ''
    const stored = () => said.split('\n').slice(0, -1).map(Number)
    writer.stdout.setEncoding('utf8').on('data', (data) => (said += data))
    while (stored().length < 30) await new Promise((resolve) => setTimeout(resolve, 20))
    const before = stored()
    const ran = await desk.runWith({ COPYTASTER_DATABASE: address }, 'backup', 'busy.gz')
    const after = stored()
    const ended = new Promise((resolve) => writer.once('exit', resolve))
    writer.kill('SIGKILL')
    await ended
    expect(ran).toMatchObject({ code: 0 })
    expect(after.length).toBeGreaterThan(before.length)
    for (const target of databaseKinds) {
      const fresh = await newDatabase(target)
      expect(await desk.runWith({ COPYTASTER_DATABASE: fresh.address }, 'restore', 'busy.gz')).toMatchObject({
        code: 0,
      })
      await expectWhole(fresh.address, before)
      await fresh.drop()
    }
    await drop()
  })

  test('every table is backed up, or is made again from those that are', async () => {
    const known = [...BACKED_UP.map(({ table }) => table as string), ...DERIVED, 'migration']
    const tables = await withDb(desk.address, tableNames)
    const others = tables.filter((name) => !known.includes(name) && !/^(sqlite_|search_)/.test(name))
    expect(others, 'add them to src/io/store/backup-tables.ts').toEqual([])
  })
})

// Told before the database is asked: one kind of it is enough.
test('a backup that is none, or cannot be written, is told in one line', async () => {
  const desk = await newDesk('sqlite', [])
  expect(await desk.run('backup', 'b.gz')).toMatchObject({ code: 0 })
  writeFileSync(join(desk.folder, 'none.gz'), 'something else')
  expect(await desk.run('restore', 'none.gz')).toMatchObject({
    code: 2,
    stderr: 'none.gz: is not a backup made by `copytaster backup`\n',
  })
  expect(await desk.run('restore', 'nowhere.gz')).toMatchObject({
    code: 2,
    stderr: 'nowhere.gz: there is no such file\n',
  })
  expect(await desk.run('backup', 'b.gz')).toMatchObject({
    code: 2,
    stderr: 'b.gz: is there already; --force writes over it\n',
  })
  expect((await desk.run('backup', 'no/b.gz')).stderr).toBe(
    'no/b.gz: cannot be written: the folder is not there; make it first\n',
  )
  await desk.remove()
})

test('retention knows every table that refers to articles', async () => {
  const { address, drop, store } = await twoFeeds('sqlite')
  await store.close()
  const { rows } = await withDb(address, (db) =>
    sql<{ name: string }>`select distinct m.name from sqlite_master m, pragma_foreign_key_list(m.name) f
      where m.type = 'table' and f."table" = 'article' and f.on_delete <> 'CASCADE'`.execute(db),
  )
  const referring = rows.map((row) => row.name).sort()
  expect(referring, 'see src/io/store/retention.ts').toEqual([...GOES_WITH_ARTICLE, 'entry'].sort())
  await drop()
})
