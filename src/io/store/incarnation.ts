import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, isPostgres, type Tx, tableNames } from './dialect.ts'

/** The incarnation of the store; null in a database that has none yet. */
export async function incarnationOf(db: Db): Promise<string | null> {
  if (!(await tableNames(db)).includes('store')) return null
  return (await db.selectFrom('store').select('incarnation').executeTakeFirst())?.incarnation ?? null
}

/** Gives the store a new incarnation: processes that opened it before write no more. */
export async function renewIncarnation(tx: Tx): Promise<void> {
  await tx
    .updateTable('store')
    .set({ incarnation: randomBytes(8).toString('hex') })
    .execute()
}

/**
 * Waits for the transactions of other processes and keeps them out until this one ends; each begins by reading this table.
 * SQLite has a single writer anyway.
 */
export async function lockOthersOut(tx: Tx): Promise<void> {
  if (await hasStoreToLock(tx)) await sql`lock table store in access exclusive mode`.execute(tx)
}

/** Keeps the tables from being replaced until the transaction ends. */
export async function keepTables(db: Db): Promise<void> {
  await sql`lock table store in access share mode`.execute(db)
}

/** Whether the table that `lockOthersOut` and `keepTables` lock is there. */
export async function hasStoreToLock(db: Db): Promise<boolean> {
  return isPostgres(db) && (await tableNames(db)).includes('store')
}
