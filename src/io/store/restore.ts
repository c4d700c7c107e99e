import { rmSync, statSync } from 'node:fs'
import type { BackupCount } from '../../core/domain/backup-count.ts'
import { Trouble } from '../../core/domain/trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { takePlace } from '../system/take-place.ts'
import { temporaryName } from '../system/temporary-name.ts'
import { shownAddress, storeAddress } from './address.ts'
import { BACKED_UP } from './backup-tables.ts'
import { type Db, type Tx, underMigrationLock } from './dialect.ts'
import { insertRows } from './insert-rows.ts'
import { setLastId } from './last-id.ts'
import { connected, isMissingFile } from './open-store.ts'
import { backupLines, broken, headerOf, isEnd } from './read-backup.ts'
import { finishRefill, holdsSomething, makeEmptyTables } from './refill.ts'

export interface RestoreRequest {
  readonly file: string
  readonly address: string
  /** Replace what is in the database. */
  readonly force: boolean
  /** Is told, in words for a person, that another process holds the write lock for long. */
  readonly onWait?: (words: string) => void
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

async function restoreInto({ file, address, force, onWait }: RestoreRequest): Promise<BackupCount> {
  const restore = async (db: Db) => {
    const count = await underMigrationLock(db, async (tx) => {
      const lines = backupLines(file)
      const header = headerOf((await lines.next()).value, file)
      if (!force && (await holdsSomething(tx))) {
        throw new UserError(`${shownAddress(address)} is not empty; --force replaces what it holds with the backup`)
      }
      await makeEmptyTables(tx, header.migrations)
      const loaded = await load(tx, lines, file)
      await finishRefill(tx)
      return loaded
    })
    await db.destroy()
    return count
  }
  return connected(address, restore, onWait ? { onWait } : {})
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

function fromJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Buffer.from((value as { base64: string }).base64, 'base64')
}
