import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../../../tests/support/databases.ts'
import { onDatabase } from '../../../tests/support/stored-references.ts'
import {
  askUnderAdmissionLock,
  type Db,
  inTransaction,
  type Tx,
  underAdmissionLock,
  underMigrationLock,
} from './dialect.ts'

/* On PostgreSQL a process that is frozen inside a transaction keeps its locks, unless the server ends the transaction. */

type Transact = (db: Db, work: (tx: Tx) => Promise<string>) => Promise<string>

const limitIn = async (tx: Db): Promise<string> => {
  const show = sql<{ idle_in_transaction_session_timeout: string }>`show idle_in_transaction_session_timeout`
  return (await show.execute(tx)).rows[0]!.idle_in_transaction_session_timeout
}

test.each<[string, Transact, string]>([
  ['any transaction', inTransaction, '30s'],
  ['one that holds the admission lock', underAdmissionLock, '5s'],
  ['admission itself', askUnderAdmissionLock, '5s'],
  ['a migration, whose steps may compute for long', underMigrationLock, '0'],
])('the server waits for the process in %s', async (_, transact, limit) => {
  const { address, drop } = await migratedDatabase('postgres')
  await onDatabase(address, async (db) => {
    expect(await transact(db, limitIn)).toBe(limit)
    expect(await limitIn(db)).toBe('0')
  })
  await drop()
})

test('one that it ended is a lost connection, and the next one works', async () => {
  const { address, drop } = await migratedDatabase('postgres')
  await onDatabase(address, async (db) => {
    let tries = 0
    const done = await inTransaction(db, async (tx) => {
      if (++tries === 1) {
        await sql`set local idle_in_transaction_session_timeout = 20`.execute(tx)
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      return limitIn(tx)
    })
    expect({ done, tries }).toEqual({ done: '30s', tries: 2 })
  })
  await drop()
})
