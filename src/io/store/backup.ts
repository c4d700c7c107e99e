import { once } from 'node:events'
import { createWriteStream, rmSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { BackupCount } from '../../core/domain/backup-count.ts'
import { Trouble } from '../../core/domain/trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { unwritable } from '../system/file-words.ts'
import { alreadyThere, takePlace } from '../system/take-place.ts'
import { temporaryName } from '../system/temporary-name.ts'
import { BACKED_UP, type BackedUpTable, type BackupHeader } from './backup-tables.ts'
import { type Db, inTransaction, isPostgres, tableNames } from './dialect.ts'
import { hasStoreToLock, keepTables } from './incarnation.ts'
import { doneMigrations, pendingMigrations } from './migrate.ts'
import { connected, isMissingFile } from './open-store.ts'
import { verifyBackup } from './read-backup.ts'
import { noStore } from './store-trouble.ts'

export interface BackupRequest {
  readonly address: string
  readonly file: string
  /** Overwrite an existing file. */
  readonly force: boolean
  readonly now: number
}

const ROWS_A_PAGE = 500

type Write = (line: unknown) => Promise<void>

/**
 * Writes a consistent snapshot to a file of gzipped JSON Lines, while others go on writing; the same format for both
 * databases. The file appears only when it is complete and was read again, under a name of its own until then.
 */
export async function writeBackup({ address, file, force, now }: BackupRequest): Promise<BackupCount> {
  const there = statSync(file, { throwIfNoEntry: false })
  if (there && !force) throw alreadyThere(file)
  if (there && !there.isFile()) throw new UserError(`${file}: is not a file; name one`)
  refuseNothing(address)
  const unfinished = temporaryName(file)
  try {
    const count = await connected(address, async (db) => {
      const counted = await toFile(unfinished, (write) => atOneMoment(db, (snapshot) => dump(snapshot, write, now)))
      await db.destroy()
      return counted
    })
    await verifyBackup(unfinished)
    takePlace(unfinished, file, force)
    await recordBackup(address, now)
    return count
  } catch (error) {
    rmSync(unfinished, { force: true })
    const { syscall } = error as NodeJS.ErrnoException
    if (syscall === 'open' || syscall === 'write' || syscall === 'rename') {
      throw new Trouble(unwritable(file, error), error)
    }
    throw error
  }
}

/** The backup is whole whether this succeeds or not; a store of an older program has no place for it. */
async function recordBackup(address: string, now: number): Promise<void> {
  const record = async (db: Db) => {
    const isCurrent = (await pendingMigrations(db)).length === 0
    if (isCurrent) await inTransaction(db, (tx) => tx.updateTable('store').set({ backed_up_at: now }).execute())
    await db.destroy()
  }
  await connected(address, record).catch(() => {})
}

/** Opening a missing file would create it. */
function refuseNothing(address: string): void {
  if (isMissingFile(address)) throw noStore(address)
}

async function toFile(file: string, work: (write: Write) => Promise<BackupCount>): Promise<BackupCount> {
  const gzip = createGzip()
  // Readable by the owner only: it shows what somebody reads.
  const written = pipeline(gzip, createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }))
  written.catch(() => {})
  try {
    const count = await work(async (line) => {
      if (!gzip.write(`${JSON.stringify(line)}\n`)) await Promise.race([once(gzip, 'drain'), written])
    })
    gzip.end()
    await written
    return count
  } catch (error) {
    gzip.destroy()
    await written.catch(() => {})
    throw error
  }
}

/** Runs reads in one snapshot, without blocking writers. */
function atOneMoment<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    const begin = isPostgres(db) ? 'begin isolation level repeatable read read only' : 'begin'
    const canKeep = await hasStoreToLock(connection)
    await sql.raw(begin).execute(connection)
    try {
      // Before the first query, which takes the snapshot: tables that a restore makes anew are empty in an older one.
      if (canKeep) await keepTables(connection)
      return await work(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

async function dump(db: Db, write: Write, now: number): Promise<BackupCount> {
  const migrations = await doneMigrations(db)
  const madeAt = new Date(now).toISOString()
  await write({ copytaster: 'backup', version: 1, madeAt, migrations } satisfies BackupHeader)
  const present = await tableNames(db)
  const counts = new Map<string, number>()
  for (const table of BACKED_UP)
    if (present.includes(table.table)) counts.set(table.table, await dumpTable(db, table, write))
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
  await write({ rows })
  return { feeds: counts.get('feed') ?? 0, articles: counts.get('article') ?? 0, rows }
}

async function dumpTable(db: Db, table: BackedUpTable, write: Write): Promise<number> {
  const lastId = table.numbered ? await lastIdOf(db, table.table) : null
  let count = 0
  let columns: string[] | null = null
  let page = await readPage(db, table, null)
  while (page.length > 0) {
    columns ??= Object.keys(page[0]!)
    if (count === 0) await write({ table: table.table, columns, lastId })
    for (const row of page) await write(columns.map((column) => toJson(row[column])))
    count += page.length
    page = page.length < ROWS_A_PAGE ? [] : await readPage(db, table, page.at(-1)!)
  }
  if (count === 0) await write({ table: table.table, columns: [], lastId })
  return count
}

type Row = Readonly<Record<string, unknown>>

async function readPage(db: Db, { table, key }: BackedUpTable, after: Row | null): Promise<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const last = after && sql.join(key.map((column) => sql`${after[column]}`))
  const where = last === null ? sql`` : sql`where (${columns}) > (${last})`
  const page = sql<Row>`select * from ${sql.table(table)} ${where} order by ${columns} limit ${ROWS_A_PAGE}`
  return (await page.execute(db)).rows
}

async function lastIdOf(db: Db, table: string): Promise<number> {
  const last = isPostgres(db)
    ? sql<{ id: number | null }>`select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as id`
    : sql<{ id: number | null }>`select seq as id from sqlite_sequence where name = ${table}`
  return (await last.execute(db)).rows[0]?.id ?? 0
}

/** JSON has no byte arrays: they are written as base64. */
function toJson(value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
}
