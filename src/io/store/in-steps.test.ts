import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeAddress } from './address.ts'
import { type Db, openDb } from './dialect.ts'
import { inSteps, type Unit } from './in-steps.ts'

/* Long work in short transactions. */

let db: Db
beforeEach(async () => {
  db = openDb(storeAddress('sqlite::memory:'))
  await sql`create table done (n integer)`.execute(db)
})
afterEach(() => db.destroy())

const busy = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** Notes in which transaction it ran. */
function units(count: number, ms: number, begun: object[]): Unit[] {
  return Array.from({ length: count }, (_, n) => async (tx) => {
    if (!begun.includes(tx)) begun.push(tx)
    await sql`insert into done (n) values (${n})`.execute(tx)
    busy(ms)
  })
}

const done = async () =>
  (await sql<{ n: number }>`select n from done order by rowid`.execute(db)).rows.map(({ n }) => n)

test('units that are quick share a transaction', async () => {
  const begun: object[] = []
  await inSteps(db, units(5, 0, begun))
  expect([begun.length, await done()]).toEqual([1, [0, 1, 2, 3, 4]])
})

test('units that take long have one each, in their order', async () => {
  const begun: object[] = []
  await inSteps(db, units(3, 15, begun))
  expect([begun.length, await done()]).toEqual([3, [0, 1, 2]])
})

test('what ends in between has done the first units, and nothing of the step that failed', async () => {
  const begun: object[] = []
  const failing: Unit[] = [
    ...units(2, 15, begun),
    async (tx) => {
      await sql`insert into done (n) values (9)`.execute(tx)
      throw new Error('killed')
    },
  ]
  await expect(inSteps(db, failing)).rejects.toThrow('killed')
  expect(await done()).toEqual([0, 1])
})
