import { rmSync, statSync } from 'node:fs'
import { sql } from 'kysely'
import type { BackupCount } from '../../core/domain/backup-count.ts'
import { Trouble } from '../../core/domain/trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { takePlace } from '../system/take-place.ts'
import { temporaryName } from '../system/temporary-name.ts'
import { shownAddress, storeAddress } from './address.ts'
import { BACKED_UP, DERIVED } from './backup-tables.ts'
import { isPostgres, type Tx, tableNames, underMigrationLock } from './dialect.ts'
import { lockOthersOut } from './incarnation.ts'
import { insertRows } from './insert-rows.ts'
import { becomeCurrent, doneMigrations, takeSteps } from './migrate.ts'
import { connected, isMissingFile } from './open-store.ts'
import { backupLines, broken, headerOf, isEnd } from './read-backup.ts'

export interface RestoreRequest {
  readonly file: string
  readonly address: string
  /** Replace what is in the database. */
  readonly force: boolean
}

const ROWS_A_BATCH = 500

/** Restores a backup into an empty database of either kind, all or nothing, and migrates it. */
export async function restoreBackup(request: RestoreRequest): Promise<BackupCount> {
  const parsed = storeAddress(request.address)
  if (parsed.kind === 'postgres' || !isMissingFile(request.address)) return restoreInto(request)
  // A new file appears under its name only when it is complete.
  const unfinished = temporaryName(parsed.path)
  try {
    const count = await restoreInto({ ...request, address: `sqlite:${unfinished}` })
    refuseLog(unfinished)
    takePlace(unfinished, parsed.path, false)
    return count
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${unfinished}${ending}`, { force: true })
  }
}

/** The file alone takes the place, so nothing may be left in its log, which closing has emptied. */
function refuseLog(file: string): void {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (log !== undefined && log.size > 0)
    throw new Trouble('the restored database could not be written whole; make room on the disk')
}

async function restoreInto({ file, address, force }: RestoreRequest): Promise<BackupCount> {
  return connected(address, async (db) => {
    const count = await underMigrationLock(db, async (tx) => {
      const lines = backupLines(file)
      const header = headerOf((await lines.next()).value, file)
      if (!force && (await holdsSomething(tx))) {
        throw new UserError(`${shownAddress(address)} is not empty; --force replaces what it holds with the backup`)
      }
      await lockOthersOut(tx)
      await takeSteps(tx, [])
      for (const table of [...DERIVED, ...BACKED_UP.map(({ table }) => table).reverse(), 'migration']) {
        await sql`drop table if exists ${sql.table(table)}`.execute(tx)
      }
      await takeSteps(tx, header.migrations)
      // A new database has a reader already, and so has the backup.
      const made = await tableNames(tx)
      for (const { table } of [...BACKED_UP].reverse()) {
        if (made.includes(table)) await sql`delete from ${sql.table(table)}`.execute(tx)
      }
      const loaded = await load(tx, lines, file)
      await goOnCounting(tx)
      // Leases of the backup are not valid here.
      await tx.updateTable('host').set({ lease_owner: null, lease_until: 0 }).execute()
      await becomeCurrent(tx)
      return loaded
    })
    await db.destroy()
    return count
  })
}

/** Continues the numbers of changes after the last one. Who listened to the store before has to load everything anew. */
async function goOnCounting(tx: Tx): Promise<void> {
  await sql`update derived_cursor set position = (select coalesce(max(change), 0) from print) where name = 'prints'`.execute(
    tx,
  )
  await sql`insert into derived_cursor (name, position) select 'events', coalesce(max(id), 0) from event where true
    on conflict (name) do update set position = excluded.position`.execute(tx)
}

async function holdsSomething(tx: Tx): Promise<boolean> {
  if ((await doneMigrations(tx)).length === 0 || !(await tableNames(tx)).includes('source')) return false
  return (await tx.selectFrom('source').select('id').limit(1).execute()).length > 0
}

interface TableLine {
  readonly table: string
  readonly columns: readonly string[]
  readonly lastId: number | null
}

async function load(tx: Tx, lines: AsyncGenerator<unknown>, file: string): Promise<BackupCount> {
  const counts = new Map<string, number>()
  let here: TableLine | null = null
  let batch: object[] = []
  let rows = 0
  const flush = async () => {
    if (here !== null) await insertRows(tx, here.table as 'source', batch)
    batch = []
  }
  for await (const line of lines) {
    if (Array.isArray(line)) {
      if (here === null) throw broken(file)
      batch.push(Object.fromEntries(here.columns.map((column, i) => [column, fromJson(line[i])])))
      rows++
      counts.set(here.table, (counts.get(here.table) ?? 0) + 1)
      if (batch.length === ROWS_A_BATCH) await flush()
      continue
    }
    await flush()
    if (here !== null && here.lastId !== null) await setLastId(tx, here.table, here.lastId)
    if (isEnd(line)) {
      if (line.rows !== rows) throw broken(file)
      return { feeds: counts.get('feed') ?? 0, articles: counts.get('article') ?? 0, rows }
    }
    here = tableOf(line, file)
  }
  throw broken(file)
}

/** Only known tables: the names go into statements. */
function tableOf(line: unknown, file: string): TableLine {
  const { table, columns, lastId } = (line ?? {}) as Partial<TableLine>
  const known = BACKED_UP.some((one) => one.table === table)
  const named = Array.isArray(columns) && columns.every((column) => /^[a-z_]+$/.test(String(column)))
  if (!known || !named) throw broken(file)
  return { table: table!, columns: columns!, lastId: typeof lastId === 'number' ? lastId : null }
}

async function setLastId(tx: Tx, table: string, lastId: number): Promise<void> {
  if (lastId === 0) return
  if (isPostgres(tx)) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${lastId}::bigint)`.execute(tx)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(tx)
}

function fromJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Buffer.from((value as { base64: string }).base64, 'base64')
}
