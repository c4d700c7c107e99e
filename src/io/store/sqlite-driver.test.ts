import { copyFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newDatabase } from '../../../tests/support/databases.ts'
import { aSource } from '../../../tests/support/poll-records.ts'
import { storeAddress } from './address.ts'
import { openDb } from './dialect.ts'
import type { HoldStage } from './lock-holds.ts'
import { openStore, type Store } from './open-store.ts'

/* A store on a file whose write lock another connection holds. */

let database: Awaited<ReturnType<typeof newDatabase>>
let store: Store
let other: InstanceType<typeof DatabaseSync>
beforeEach(async () => {
  database = await newDatabase('sqlite')
  store = await openStore(database.address)
  await store.syncSources([aSource('https://a.example/rss')], 0)
  other = new DatabaseSync(database.address.replace('sqlite:', ''))
  other.exec('begin immediate')
})
afterEach(async () => {
  other.close()
  await store.close()
  await database.drop()
})

test('queries do not wait behind a writer that waits for the lock', async () => {
  let isWritten = false
  const written = store.syncSources([], 1).then(() => (isWritten = true))
  expect(await store.sources()).toHaveLength(1)
  expect(await store.nextDueAt(0)).toBe(0)
  expect(isWritten).toBe(false)
  other.exec('rollback')
  await written
  expect((await store.sources()).map(({ retiredAt }) => retiredAt)).toEqual([1])
})

test.each([
  ['pruning polls', (own: Store) => own.prunePolls(1, 10)],
  ['a reader who votes', (own: Store) => own.recordEngagement(1, '00'.repeat(16), 'more', 1)],
  ['a delivery', (own: Store) => own.claimDelivery({ subject: 's', channel: 'file', recipient: 'r' }, 1)],
])('%s waits for the lock as everybody does', async (_, write) => {
  const written = write(store)
  await new Promise((resolve) => setTimeout(resolve, 100))
  other.exec('rollback')
  await expect(written).resolves.not.toThrow()
})

test('a store that was closed is whole without its log', async () => {
  other.exec('rollback')
  other.close()
  await store.syncSources([aSource('https://a.example/rss'), aSource('https://b.example/rss', { position: 1 })], 1)
  await store.close()
  const path = database.address.replace('sqlite:', '')
  copyFileSync(path, `${path}.copy`)
  store = await openStore(`sqlite:${path}.copy`)
  expect(await store.sources()).toHaveLength(2)
  other = new DatabaseSync(path)
})

test('a query outside of a transaction of this thread waits until the transaction has ended', async () => {
  other.exec('rollback')
  const db = openDb(storeAddress(database.address))
  const order: string[] = []
  let outside: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    outside = sql`select 1`.execute(db).then(() => order.push('outside'))
    for (let n = 0; n < 50; n++) await sql`select 2`.execute(tx)
    order.push('inside')
  })
  await outside
  await db.destroy()
  expect(order).toEqual(['inside', 'outside'])
})

test('a query that a transaction of this thread waits for is answered', async () => {
  other.exec('rollback')
  const db = openDb(storeAddress(database.address))
  const answer = await db.transaction().execute(async () => sql<{ one: number }>`select 1 as one`.execute(db))
  await db.destroy()
  expect(answer.rows).toEqual([{ one: 1 }])
})

test('a hold of the write lock is told, once more when it lasts, and at its end', async () => {
  other.exec('rollback')
  const told: HoldStage[] = []
  const options = {
    expected: { incarnation: null },
    onWait: () => {},
    onHold: (stage: HoldStage) => told.push(stage),
  }
  const db = openDb(storeAddress(database.address), options)
  await db.transaction().execute(async (tx) => {
    const until = performance.now() + 40
    while (performance.now() < until);
    for (let n = 0; n < 3; n++) await sql`select ${n}`.execute(tx)
  })
  await db.destroy()
  expect(told).toEqual(['short', 'long', 'none'])
})
