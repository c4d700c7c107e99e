import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseKind, databaseKinds, migratedDatabase, newDatabase } from '../../../tests/support/databases.ts'
import { aRecord, aSource } from '../../../tests/support/poll-records.ts'
import { onDatabase } from '../../../tests/support/stored-references.ts'
import { transactionPooler } from '../../../tests/support/transaction-pooler.ts'
import { volume } from '../../../tests/support/volume.ts'
import { EVENT_PERIOD_MS, POLL_PERIOD_MS, periodStart } from '../../core/domain/periods.ts'
import { writeBackup } from './backup.ts'
import { type Db, underMigrationLock } from './dialect.ts'
import { stepsBeforeRows, takeSteps } from './migrate.ts'
import { moveStore } from './move.ts'
import { migrateStore, openStore, type Store } from './open-store.ts'
import { partitionsOf } from './partitions.ts'
import { restoreBackup } from './restore.ts'

const DAY = 86_400_000
/** The beginning of a period of polls and of one of events. */
const START = 20_010 * DAY
const POLL = POLL_PERIOD_MS
const EVENT = EVENT_PERIOD_MS
/** Enough to meet a writer in the middle. */
const ROUNDS = volume(12, 400)

let ends: (() => unknown)[]
beforeEach(() => {
  ends = []
})
afterEach(async () => {
  for (const end of ends.reverse()) await end()
})

/** A migrated database with one feed, without the partitions that the migration made by the clock of the server. */
async function bareDatabase(kind: DatabaseKind = 'postgres'): Promise<{ address: string; store: Store }> {
  const { address, drop } = await migratedDatabase(kind)
  ends.push(drop)
  if (kind === 'postgres') await onDatabase(address, dropAll)
  const store = await opened(address)
  await store.addSource(aSource('https://a.example/rss'), 0)
  return { address, store }
}

async function dropAll(db: Db): Promise<void> {
  for (const table of ['poll', 'event']) {
    for (const { name } of await partitionsOf(db, table)) await sql`drop table ${sql.table(name)}`.execute(db)
  }
}

async function opened(address: string): Promise<Store> {
  const store = await openStore(address)
  ends.push(store.close)
  return store
}

/** Stores polls of the first feed, each with an event. */
async function pollAt(store: Store, ...times: readonly number[]): Promise<void> {
  const feed = (await store.feedById(1))!
  const event = (at: number) => ({ at, kind: 'feed.polled', subject: 'feed:1', payload: { at } })
  await store.recordPolls(times.map((at) => aRecord(feed, at, null, { events: [event(at)] })))
}

const polledAt = async (store: Store) => (await store.polls(1, 100_000)).map(({ at }) => at)

/** How many rows each partition has, by the first day of its period after the start; those of the rest by `default`. */
const contents = (address: string, table: 'poll' | 'event') =>
  onDatabase(address, async (db) => {
    const found: [string | number, number][] = []
    const rowsIn = async (name: string) =>
      (await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db)).rows[0]!.n
    for (const { name, from } of await partitionsOf(db, table)) found.push([(from - START) / DAY, await rowsIn(name)])
    return [...found, ['default', await rowsIn(`${table}_default`)]]
  })

describe('partitions on PostgreSQL', () => {
  test('a new store has those of this period and the next, by the clock of the server', async () => {
    const { address, drop } = await newDatabase('postgres')
    ends.push(drop)
    await migrateStore(address)
    for (const [table, length] of [
      ['poll', POLL],
      ['event', EVENT],
    ] as const) {
      const found = await onDatabase(address, (db) => partitionsOf(db, table))
      const current = periodStart(Date.now(), length)
      // A period may end while the test runs.
      expect([current, current - length]).toContain(found[0]!.from)
      expect(found.map(({ from, to }) => [from - found[0]!.from, to - from])).toEqual([
        [0, length],
        [length, length],
      ])
    }
  })

  test('are made for this period and the next, once', async () => {
    const { address, store } = await bareDatabase()
    await store.addPartitions(START + DAY)
    await store.addPartitions(START + 2 * DAY)
    expect(await contents(address, 'poll')).toEqual([
      [0, 0],
      [3, 0],
      ['default', 0],
    ])
    expect(await contents(address, 'event')).toEqual([
      [0, 0],
      [30, 0],
      ['default', 0],
    ])
    await store.addPartitions(START + 40 * DAY)
    expect((await contents(address, 'poll')).map(([day]) => day)).toEqual([0, 3, 39, 42, 'default'])
    expect((await contents(address, 'event')).map(([day]) => day)).toEqual([0, 30, 60, 'default'])
  })

  test('take the rows of their period that came before them', async () => {
    const { address, store } = await bareDatabase()
    const times = [START - 1, START, START + POLL - 1, START + POLL, START + 2 * POLL]
    await pollAt(store, ...times)
    await store.addPartitions(START)
    expect(await contents(address, 'poll')).toEqual([
      [0, 2],
      [3, 1],
      ['default', 2],
    ])
    expect(await contents(address, 'event')).toEqual([
      [0, 4],
      [30, 0],
      ['default', 1],
    ])
    expect(await polledAt(store)).toEqual(times.reverse())
  })

  test('are made for the next period only, where many rows of this one came before', async () => {
    const { address, store } = await bareDatabase()
    await pollAt(store, ...Array.from({ length: 2_001 }, (_, n) => START + n))
    await store.addPartitions(START + DAY)
    expect(await contents(address, 'poll')).toEqual([
      [3, 0],
      ['default', 2_001],
    ])
    await pollAt(store, START + POLL)
    expect(await contents(address, 'poll')).toEqual([
      [3, 1],
      ['default', 2_001],
    ])
  })

  test('are no concern of who writes: a row of any time is stored, and found', async () => {
    const { address, store } = await bareDatabase()
    const anyTime = fc.oneof(
      fc.integer({ min: -9, max: 9 }).map((days) => START + days * DAY),
      fc.constantFrom(0, -1, -(2 ** 40), 2 ** 52),
      fc.maxSafeInteger(),
    )
    for (const hasSome of [false, true]) {
      if (hasSome) await store.addPartitions(START)
      await fc.assert(
        fc.asyncProperty(anyTime, async (at) => {
          await pollAt(store, at)
          expect(await polledAt(store)).toContain(at)
          expect((await store.latestEvents(1))[0]).toMatchObject({ at, payload: { at } })
        }),
        { seed: 7, numRuns: volume(20, 500), examples: [[START], [START + POLL - 1]] },
      )
    }
    expect((await contents(address, 'poll'))[0]![1]).toBeGreaterThan(0)
  })

  test('are dropped with all their rows when the last is old; their neighbours stay', async () => {
    const { address, store } = await bareDatabase()
    await store.addPartitions(START)
    await store.addPartitions(START + 6 * DAY)
    await pollAt(store, START - 1, START, START + POLL - 1, START + POLL, START + 2 * POLL, START + 3 * POLL)
    const before = { poll: START + 2 * POLL - 1, event: 0 }
    expect(await store.dropPartitions(before)).toEqual({ poll: 2, event: 0 })
    expect(await contents(address, 'poll')).toEqual([
      [3, 1],
      [6, 1],
      [9, 1],
      ['default', 1],
    ])
    expect(await store.dropPartitions({ ...before, poll: START + 2 * POLL })).toEqual({ poll: 1, event: 0 })
    expect(await polledAt(store)).toEqual([START + 3 * POLL, START + 2 * POLL, START - 1])
    // One that was dropped is no obstacle: who polls in its time is stored, and who makes partitions makes it again.
    await pollAt(store, START)
    await store.addPartitions(START)
    expect((await contents(address, 'poll'))[0]).toEqual([0, 1])
  })

  test('are made and dropped by several processes at the same time', async () => {
    const { address, store } = await bareDatabase()
    const stores = [store, await opened(address), await opened(address)]
    await Promise.all(stores.map((one) => one.addPartitions(START)))
    // Whoever found the lock taken comes again within the hour.
    await store.addPartitions(START)
    expect((await contents(address, 'poll')).map(([day]) => day)).toEqual([0, 3, 'default'])
    const times = Array.from({ length: 100 }, (_, n) => START + n)
    await pollAt(store, ...times)
    const before = { poll: START + POLL, event: 0 }
    const dropped = await Promise.all([
      ...stores.map((one) => one.dropPartitions(before)),
      ...stores.map((one) => one.addPartitions(START + 10 * DAY)),
      ...times.map((n) => pollAt(stores[n % 3]!, START + 10 * DAY + n)),
    ])
    const counts = dropped.slice(0, 3).map((one) => (one as { poll: number }).poll)
    const rest = (await store.dropPartitions(before)).poll
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(100)
    expect((await polledAt(store)).length).toBe(100)
  })

  test('fail nobody who writes into their period while they are made', async () => {
    const { address, store } = await bareDatabase()
    const stores = [store, ...(await Promise.all([1, 2, 3].map(() => opened(address))))]
    const feed = (await store.feedById(1))!
    let [at, stored, isOver] = [START, 0, false]
    const write = async (own: Store) => {
      for (; !isOver; stored++) {
        const event = { at, kind: 'feed.polled', subject: 'feed:1', payload: {} }
        await own.recordPolls([aRecord(feed, at, null, { events: [event] })])
      }
    }
    const make = async () => {
      for (let round = 0; round < ROUNDS; round++, at += EVENT) {
        await store.addPartitions(at)
        await store.dropPartitions({ poll: at - 2 * EVENT, event: 0 })
      }
      isOver = true
    }
    await Promise.all([...stores.map(write), make()])
    expect((await store.events(0, 1_000_000)).length).toBe(stored)
  })

  test('stay while somebody reads them for long; their rows are deleted one by one then', async () => {
    const { address, store } = await bareDatabase()
    await store.addPartitions(START)
    await pollAt(store, START, START + POLL)
    const reader = new pg.Client({ connectionString: address })
    await reader.connect()
    ends.push(() => reader.end())
    await reader.query('begin')
    await reader.query('select * from poll')
    expect(await store.dropPartitions({ poll: START + POLL, event: 0 })).toEqual({ poll: 0, event: 0 })
    await store.addPartitions(START + 30 * DAY)
    expect(await contents(address, 'poll')).toEqual([
      [0, 1],
      [3, 1],
      ['default', 0],
    ])
    expect(await store.prunePolls(START + POLL, 10)).toBe(1)
    await pollAt(store, START + POLL + 1)
    await reader.query('rollback')
    expect(await store.dropPartitions({ poll: START + POLL, event: 0 })).toEqual({ poll: 0, event: 0 })
    expect(await contents(address, 'poll')).toEqual([
      [3, 2],
      ['default', 0],
    ])
  })

  test('are left to others by a program that may not change tables', async () => {
    const { address, store } = await bareDatabase()
    const role = `only_rows_${process.pid}`
    const as = (db: Db, statement: string) => sql.raw(statement).execute(db)
    await onDatabase(address, async (db) => {
      await as(db, `create role ${role}`)
      await as(db, `grant select, insert, update, delete on all tables in schema public to ${role}`)
      await as(db, `grant usage on all sequences in schema public to ${role}`)
    })
    ends.push(() =>
      onDatabase(address, async (db) => {
        await as(db, `drop owned by ${role}`)
        await as(db, `drop role ${role}`)
      }),
    )
    await store.addPartitions(START)
    const restricted = new URL(address)
    restricted.searchParams.set('options', `-c role=${role}`)
    const own = await openStore(restricted.href)
    await own.addPartitions(START + 10 * DAY)
    await pollAt(own, START, START + 10 * DAY)
    expect(await own.dropPartitions({ poll: START + POLL, event: 0 })).toEqual({ poll: 0, event: 0 })
    expect(await own.prunePolls(START + POLL, 10)).toBe(1)
    await own.close()
    expect(await contents(address, 'poll')).toEqual([
      [0, 0],
      [3, 0],
      ['default', 1],
    ])
  })

  test('are made and dropped by a pooler', async () => {
    const { address, store } = await bareDatabase()
    const pooler = await transactionPooler(address)
    ends.push(pooler.close)
    const pooled = await opened(`${pooler.address}?statements=unnamed`)
    await pooled.addPartitions(START)
    await pollAt(pooled, START, START + POLL)
    expect(await pooled.dropPartitions({ poll: START + POLL, event: 0 })).toEqual({ poll: 1, event: 0 })
    expect(await polledAt(store)).toEqual([START + POLL])
  })
})

describe('events in partitions', () => {
  test('are read in the order of their ids, whatever their times', async () => {
    const { store } = await bareDatabase()
    await store.addPartitions(START)
    const times = [START + 5, START + EVENT, START - DAY, START + 3, START + EVENT + 1, START + 2]
    for (const at of times) await pollAt(store, at)
    const all = await store.events(0, 100)
    expect(all.map(({ at }) => at)).toEqual(times)
    expect((await store.events(all[1]!.id, 2)).map(({ at }) => at)).toEqual(times.slice(2, 4))
    expect((await store.latestEvents(2)).map(({ at }) => at)).toEqual(times.slice(-2))
    expect((await store.latestEvents(2, START + EVENT)).map(({ at }) => at)).toEqual([START + 3, START + 2])
    expect(await store.web.newestEvent()).toBe(all.at(-1)!.id)
  })

  test('go with their partition, and who has not seen the last for listeners has missed something', async () => {
    const { store } = await bareDatabase()
    await store.addPartitions(START)
    const feed = (await store.feedById(1))!
    const came = (at: number) => ({ at, kind: 'articles.came', subject: 'feed:1', payload: {} })
    for (const at of [START, START + 1, START + EVENT]) {
      await store.recordPolls([aRecord(feed, at, null, { events: [came(at)] })])
    }
    await pollAt(store, START + 2)
    const newest = await store.web.newestEvent()
    expect(await store.dropPartitions({ poll: 0, event: START + EVENT })).toEqual({ poll: 0, event: 3 })
    expect(await store.web.prunedTo()).toBe(newest - 2)
    expect(await store.web.newestEvent()).toBe(newest - 1)
    await pollAt(store, START + EVENT + 1)
    expect((await store.events(0, 10)).map(({ id }) => id)).toEqual([newest + 1])
  })
})

/** What is stored of an old store: odd times, holes between ids, and a last id whose row is gone. */
const OLD_TIMES = [-5, 1_000, START - POLL, START, START + DAY, START + POLL, 2 ** 52]

async function oldStore(times: readonly number[]): Promise<string> {
  const { address, drop } = await newDatabase('postgres')
  ends.push(drop)
  await migrateStore(address)
  const steps = await onDatabase(address, (db) => sql<{ name: string }>`select name from migration`.execute(db))
  await onDatabase(address, async (db) => {
    await sql.raw('drop schema public cascade').execute(db)
    await sql.raw('create schema public').execute(db)
    await underMigrationLock(db, (tx) => takeSteps(tx, stepsBeforeRows(steps.rows.map(({ name }) => name))))
    const source = `insert into source (url_key, url, kind, max_items, position, origin, created_at)
      values ('k', 'https://a.example/rss', 'major', 20, 1, 'config', 0)`
    const feed = `insert into feed (source_id, url, host, previous_urls, state, next_at, next_reason, last_entries, history)
      values (1, 'https://a.example/rss', 'a.example', '[]', 'healthy', 0, 'kind', '', '{}')`
    for (const statement of [source, feed]) await sql.raw(statement).execute(db)
    for (const at of [...times, START]) {
      await sql`insert into poll (feed_id, at, duration_ms, outcome, succeeded, bytes, entries, new_articles)
        values (1, ${at}, 1, 'fetched', 1, 1, 1, 1)`.execute(db)
      await sql`insert into event (at, kind, subject, payload) values (${at}, 'test', 'feed:1', '{}')`.execute(db)
    }
    for (const table of ['poll', 'event']) {
      await sql`delete from ${sql.table(table)} where id in (2, ${times.length + 1})`.execute(db)
    }
  })
  return address
}

const rowsOf = (address: string, table: string) =>
  onDatabase(address, (db) => sql`select * from ${sql.table(table)} order by id`.execute(db).then(({ rows }) => rows))

describe('the migration of an older store', () => {
  test('keeps every row and every id, and goes on with the next', async () => {
    const address = await oldStore(OLD_TIMES)
    const before = [await rowsOf(address, 'poll'), await rowsOf(address, 'event')]
    expect(await migrateStore(address)).toEqual(['0033-partitions'])
    expect([await rowsOf(address, 'poll'), await rowsOf(address, 'event')]).toEqual(before)
    const store = await opened(address)
    await pollAt(store, START + 2 * DAY)
    for (const table of ['poll', 'event']) {
      const ids = (await rowsOf(address, table)).map((row) => (row as { id: number }).id)
      expect(ids.at(-1)).toBe(OLD_TIMES.length + 2)
    }
  })

  test('puts into partitions what lies in the last periods that have rows, and nothing else into the default one than odd times', async () => {
    const address = await oldStore(OLD_TIMES)
    await migrateStore(address)
    const polls = await contents(address, 'poll')
    expect(polls.filter(([day]) => [-3, 0, 3].includes(Number(day)))).toEqual([
      [-3, 1],
      [0, 2],
      [3, 1],
    ])
    expect(polls.at(-1)).toEqual(['default', 2])
  })

  test('keeps the rules of the tables', async () => {
    const address = await oldStore(OLD_TIMES)
    await migrateStore(address)
    const stray = sql`insert into poll (feed_id, at, duration_ms, outcome, succeeded, bytes, entries, new_articles)
      values (99, ${START}, 1, 'fetched', 1, 1, 1, 1)`
    await expect(onDatabase(address, (db) => stray.execute(db))).rejects.toThrow('poll_feed_id_fkey')
    const left = sql<{ name: string }>`select relname as name from pg_class where relname like '%\\_old%'`
    expect((await onDatabase(address, (db) => left.execute(db))).rows).toEqual([])
  })

  test('that fails leaves everything as it was', async () => {
    const address = await oldStore(OLD_TIMES)
    const before = await rowsOf(address, 'poll')
    await onDatabase(address, (db) => sql.raw('create table event_default ()').execute(db))
    await expect(migrateStore(address)).rejects.toThrow('event_default')
    expect(await rowsOf(address, 'poll')).toEqual(before)
    await onDatabase(address, (db) => sql.raw('drop table event_default').execute(db))
    expect(await migrateStore(address)).toEqual(['0033-partitions'])
    expect(await rowsOf(address, 'poll')).toEqual(before)
  })
})

describe('a store that is filled anew', () => {
  /** With polls in three periods long ago. */
  async function polledStore(kind: DatabaseKind): Promise<string> {
    const { address, store } = await bareDatabase(kind)
    await pollAt(store, START, START + DAY, START + POLL, START + 2 * POLL)
    return address
  }
  const isInPartitions = async (address: string) => {
    const polls = await contents(address, 'poll')
    expect(polls.slice(0, 3)).toEqual([
      [0, 2],
      [3, 1],
      [6, 1],
    ])
    expect(polls.at(-1)).toEqual(['default', 0])
    const store = await opened(address)
    await pollAt(store, START + 3)
    const ids = (await rowsOf(address, 'poll')).map((row) => (row as { id: number }).id)
    expect(ids).toEqual([1, 2, 3, 4, 5])
  }

  test.each(databaseKinds)('from a backup of %s has its polls in partitions', async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'copytaster-partitions-'))
    ends.push(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'b.gz')
    await writeBackup({ address: await polledStore(kind), file, force: false, now: 0 })
    const { address, drop } = await newDatabase('postgres')
    ends.push(drop)
    for (const force of [false, true]) await restoreBackup({ address, file, force })
    await isInPartitions(address)
  })

  test.each(databaseKinds)('by a move from %s has its polls in partitions', async (kind) => {
    const from = await polledStore(kind)
    const { address, drop } = await newDatabase('postgres')
    ends.push(drop)
    for (const force of [false, true]) await moveStore({ from, to: address, force })
    await isInPartitions(address)
  })
})

test.each(databaseKinds)('what is pruned by partitions and by rows is what a plain list loses, on %s', async (kind) => {
  const { store } = await bareDatabase(kind)
  const feed = (await store.feedById(1))!
  const day = fc.integer({ min: -20, max: 40 }).map((days) => START + days * DAY)
  const step = fc.oneof(
    fc.record({ kind: fc.constant('poll' as const), at: day, more: fc.nat(DAY) }),
    fc.record({ kind: fc.constant('add' as const), at: day }),
    fc.record({ kind: fc.constant('prune' as const), at: day }),
  )
  let times: number[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      for (const one of steps) {
        if (one.kind === 'poll') {
          times.push(one.at + one.more)
          await store.recordPolls([aRecord(feed, one.at + one.more, null)])
        }
        if (one.kind === 'add') await store.addPartitions(one.at)
        if (one.kind === 'prune') {
          let removed = (await store.dropPartitions({ poll: one.at, event: one.at })).poll
          for (let n = 1; n > 0; removed += n) n = await store.prunePolls(one.at, 2)
          expect(removed).toBe(times.filter((at) => at < one.at).length)
          times = times.filter((at) => at >= one.at)
        }
        expect(await polledAt(store)).toEqual([...times].sort((a, b) => b - a))
        expect(await store.lastPollAt()).toBe(times.length === 0 ? null : Math.max(...times))
      }
    }),
    { seed: 11, numRuns: volume(8, 200) },
  )
})
