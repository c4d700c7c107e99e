import { existsSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import type { SalvageCount } from '../../core/domain/backup-count.ts'
import { Trouble } from '../../core/domain/trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { temporaryName } from '../system/temporary-name.ts'
import { storeAddress } from './address.ts'
import { writeBackup } from './backup.ts'
import { BACKED_UP, type BackedUpTable } from './backup-tables.ts'
import { type Db, inTransaction, type Tx, tableNames } from './dialect.ts'
import { mendReferences } from './mend-references.ts'
import { becomeCurrent, doneMigrations, takeSteps } from './migrate.ts'
import { connected, isMissingFile } from './open-store.ts'
import { readableRows } from './readable-rows.ts'
import { noStore } from './store-trouble.ts'

export interface SalvageRequest {
  readonly address: string
  /** The backup to be written. */
  readonly file: string
  readonly now: number
}

/**
 * Writes all that can still be read of a damaged SQLite file to a backup that can be restored. What is left is made whole: rows
 * that lean on lost ones go, and feeds are read from the start, so that what publishers still list comes back.
 */
export async function salvageStore({ address, file, now }: SalvageRequest): Promise<SalvageCount> {
  const parsed = storeAddress(address)
  if (parsed.kind === 'postgres') throw new UserError('--salvage is for SQLite files; PostgreSQL has tools of its own')
  if (existsSync(file)) throw new UserError(`${file}: is there already; name another`)
  if (isMissingFile(address)) throw noStore(address)
  const path = temporaryName(file)
  const copy = async (fresh: Db) => {
    // The new file is opened before the old one, so that a folder which is missing is not the old one's fault.
    await tableNames(fresh)
    const lost = await connected(address, (old) => copyReadable(old, fresh, now))
    await fresh.destroy()
    return lost
  }
  try {
    const unread = await connected(`sqlite:${path}`, copy)
    const count = await writeBackup({ address: `sqlite:${path}`, file, force: false, now })
    return { ...count, unread }
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  }
}

/** Gives how many stretches of tables could not be read. */
async function copyReadable(old: Db, fresh: Db, now: number): Promise<number> {
  const migrations = await readableMigrations(old)
  const unread = await inTransaction(fresh, async (tx) => {
    await sql`pragma defer_foreign_keys = on`.execute(tx)
    await takeSteps(tx, migrations)
    for (const { table } of [...BACKED_UP].reverse())
      await sql`delete from ${sql.table(table)}`.execute(tx).catch(() => {})
    let lost = 0
    for (const table of BACKED_UP) lost += await copyTable(old, tx, table)
    await mendReferences(tx, now)
    await becomeCurrent(tx)
    return lost
  })
  await old.destroy()
  return unread
}

/** The schema of the file; that of this program when only the list of tables can be read. */
async function readableMigrations(old: Db): Promise<readonly string[] | null> {
  try {
    await tableNames(old)
  } catch (error) {
    throw new Trouble('nothing can be read of the database file, not even its list of tables: restore a backup', error)
  }
  return doneMigrations(old).catch(() => null)
}

async function copyTable(old: Db, tx: Tx, table: BackedUpTable): Promise<number> {
  let lost = 0
  const rows = readableRows(old, table, () => lost++)
  for await (const row of rows) {
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
    const values = sql.join(Object.values(row))
    await sql`insert or ignore into ${sql.table(table.table)} (${columns}) values (${values})`.execute(tx)
  }
  return lost
}
