import { once } from 'node:events'
import { createWriteStream, rmSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { BackupCount } from '../../core/domain/backup-count.ts'
import { Trouble } from '../../core/domain/trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { unwritable } from '../system/file-words.ts'
import { alreadyThere, takePlace } from '../system/take-place.ts'
import { temporaryName } from '../system/temporary-name.ts'
import { BACKED_UP, type BackedUpTable, type BackupHeader } from './backup-tables.ts'
import { type Db, inTransaction, tableNames } from './dialect.ts'
import { lastIdOf } from './last-id.ts'
import { knownMigrations, pendingMigrations } from './migrate.ts'
import { connected, isMissingFile } from './open-store.ts'
import { verifyBackup } from './read-backup.ts'
import { inSnapshot } from './snapshot.ts'
import { noStore } from './store-trouble.ts'
import { jsonValue, tablePages } from './table-pages.ts'

export interface BackupRequest {
  readonly address: string
  readonly file: string
  /** Overwrite an existing file. */
  readonly force: boolean
  readonly now: number
}

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
      const counted = await toFile(unfinished, (write) => inSnapshot(db, (snapshot) => dump(snapshot, write, now)))
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

/** How long a backup that is done waits for the write lock to record itself. */
const RECORD_PATIENCE_MS = 2_000

/** The backup is whole whether this succeeds or not; a store of an older program has no place for it. */
async function recordBackup(address: string, now: number): Promise<void> {
  const record = async (db: Db) => {
    const isCurrent = (await pendingMigrations(db)).length === 0
    if (isCurrent) await inTransaction(db, (tx) => tx.updateTable('store').set({ backed_up_at: now }).execute())
    await db.destroy()
  }
  await connected(address, record, { patienceMs: RECORD_PATIENCE_MS }).catch(() => {})
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

async function dump(db: Db, write: Write, now: number): Promise<BackupCount> {
  const migrations = await knownMigrations(db)
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
  let columns: string[] = []
  for await (const page of tablePages(db, table)) {
    if (count === 0) {
      columns = Object.keys(page[0]!)
      await write({ table: table.table, columns, lastId })
    }
    for (const row of page) await write(columns.map((column) => jsonValue(row[column])))
    count += page.length
  }
  if (count === 0) await write({ table: table.table, columns, lastId })
  return count
}
