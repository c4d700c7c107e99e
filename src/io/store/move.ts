import { realpathSync } from 'node:fs'
import { sql } from 'kysely'
import type { MovedTable, MoveProgress, StoreMove } from '../../core/domain/store-move.ts'
import { Trouble } from '../../core/domain/trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { shownAddress, storeAddress } from './address.ts'
import { BACKED_UP, type BackedUpTable } from './backup-tables.ts'
import { type Db, tableNames } from './dialect.ts'
import { incarnationOf } from './incarnation.ts'
import { insertRows } from './insert-rows.ts'
import { isWhole } from './integrity.ts'
import { lastIdOf } from './last-id.ts'
import { knownMigrations } from './migrate.ts'
import { claimTarget, confirmRun, emptyTables, finishTarget, inRun, lookAtTarget, type MoveRun } from './move-target.ts'
import { connected, isMissingFile } from './open-store.ts'
import { inSnapshot } from './snapshot.ts'
import { damagedStore, noStore, storeTrouble } from './store-trouble.ts'
import { createTableHash, isSameSum, type TableSum } from './table-hash.ts'
import { type TableRow, tablePages } from './table-pages.ts'

export interface MoveRequest {
  readonly from: string
  readonly to: string
  /** Delete what the target holds. */
  readonly force: boolean
  readonly onProgress?: (progress: MoveProgress) => void | Promise<void>
  /** Is told, in words for a person, that another process holds the write lock for long. */
  readonly onWait?: (words: string) => void
}

/**
 * Copies a whole store into another database, of either kind, and checks every table by count and hash. The source is read
 * in one snapshot and stays as it is. Each table is one transaction: a run after an interrupted one keeps the tables that are
 * equal and goes on with the first that is not.
 */
export async function moveStore(request: MoveRequest): Promise<StoreMove> {
  const { from, to } = request
  refuseAddresses(from, to)
  const incarnation = await targetIncarnation(request)
  const copy = await connected(from, async (source) => {
    const copied = await inSnapshot(source, (snapshot) => copyAll(snapshot, request, incarnation))
    await source.destroy()
    return copied
  })
  await connected(to, (target) => finish(target, copy, request))
  const rowsOf = (name: string) => copy.tables.find(({ table }) => table === name)?.rows ?? 0
  const rows = copy.tables.reduce((sum, table) => sum + table.rows, 0)
  const shown = { from: shownAddress(from), to: shownAddress(to) }
  return { ...shown, feeds: rowsOf('feed'), articles: rowsOf('article'), rows, tables: copy.tables }
}

function refuseAddresses(from: string, to: string): void {
  const [source, target] = [storeAddress(from), storeAddress(to)]
  if (target.kind === 'sqlite' && target.path === ':memory:')
    throw new UserError('a store cannot be moved into sqlite::memory:, which ends with the command; name a file')
  if (isMissingFile(from)) throw noStore(from)
  const isSame =
    source.kind === 'sqlite' && target.kind === 'sqlite' && !isMissingFile(to)
      ? source.path !== ':memory:' && realpathSync(source.path) === realpathSync(target.path)
      : from === to
  if (isSame) throw sameStore(from)
}

const sameStore = (address: string) =>
  new UserError(
    `${shownAddress(address)} is the store to be moved, or a copy of it; name another database to move it into`,
  )

/** Before anything is read, so that a database which is full or cannot be reached is named at once. */
function targetIncarnation(request: MoveRequest): Promise<string | null> {
  if (isMissingFile(request.to)) return Promise.resolve(null)
  return connected(request.to, async (db) => {
    const incarnation = await lookAtTarget(db, request)
    await db.destroy()
    return incarnation
  })
}

/** What was copied, and what is needed to check and finish it without the source. */
interface Copy {
  readonly run: MoveRun
  readonly tables: readonly MovedTable[]
  readonly lastIds: ReadonlyMap<string, number>
}

async function copyAll(source: Db, request: MoveRequest, targetIncarnation: string | null): Promise<Copy> {
  const { from, to, onWait } = request
  const migrations = await knownMigrations(source)
  if (migrations.length === 0) throw noStore(from)
  const incarnation = await incarnationOf(source)
  if (incarnation && incarnation === targetIncarnation) throw sameStore(to)
  if (!(await isWhole(source))) throw damagedStore(from)
  const present = await tableNames(source)
  const list = BACKED_UP.filter(({ table }) => present.includes(table))
  const lastIds = new Map<string, number>()
  for (const { table, numbered } of list) if (numbered) lastIds.set(table, await lastIdOf(source, table))
  const total = await countRows(source, list)
  const copy = async (target: Db) => {
    const run = await claimTarget(target, request, migrations)
    const tables = await copyTables({ source, target, run, list, total, request })
    await target.destroy()
    return { run, tables, lastIds }
  }
  return connected(to, copy, onWait ? { onWait } : {})
}

async function countRows(db: Db, list: readonly BackedUpTable[]): Promise<number> {
  let total = 0
  for (const { table } of list) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
    total += rows[0]!.n
  }
  return total
}

/** Two open databases, and the tables to copy, parents before children. */
interface Copying {
  readonly source: Db
  readonly target: Db
  readonly run: MoveRun
  readonly list: readonly BackedUpTable[]
  readonly total: number
  readonly request: MoveRequest
}

async function copyTables(copying: Copying): Promise<MovedTable[]> {
  const { target, run, list } = copying
  const tables = run.isResumed ? await equalTables(copying) : []
  const rest = list.slice(tables.length)
  if (run.isResumed) await emptyTables(target, run, rest)
  for (const table of rest) tables.push({ table: table.table, ...(await copyTable(copying, table)), kept: false })
  return tables
}

/** The tables before the first that differs: what comes after it may refer to rows that are not there. */
async function equalTables({ source, target, list, total, request }: Copying): Promise<MovedTable[]> {
  const equal: MovedTable[] = []
  for (const table of list) {
    const sum = await sumOf(sourcePages(source, table, request), async (rows) =>
      request.onProgress?.({ phase: 'comparing', table: table.table, rows, total }),
    )
    if (!isSameSum(sum, await sumOf(tablePages(target, table)))) break
    equal.push({ table: table.table, ...sum, kept: true })
  }
  return equal
}

/** The sum is that of the rows as the source gave them. */
function copyTable({ source, target, run, total, request }: Copying, table: BackedUpTable): Promise<TableSum> {
  return inRun(target, run, async (tx) => {
    const hash = createTableHash()
    for await (const page of sourcePages(source, table, request)) {
      hash.add(page)
      await insertRows(tx, table.table, page)
      await request.onProgress?.({ phase: 'copying', table: table.table, rows: page.length, total })
    }
    return hash.sum()
  })
}

/** Two databases are in use here: an error says which of them it is about. */
async function* sourcePages(source: Db, table: BackedUpTable, { from }: MoveRequest) {
  try {
    yield* tablePages(source, table)
  } catch (error) {
    throw storeTrouble(error, from)
  }
}

async function sumOf(
  pages: AsyncIterable<readonly TableRow[]>,
  onRows: (rows: number) => Promise<void> = async () => {},
): Promise<TableSum> {
  const hash = createTableHash()
  for await (const page of pages) {
    hash.add(page)
    await onRows(page.length)
  }
  return hash.sum()
}

/** Reads everything again from the target, and only then makes it a store. */
async function finish(target: Db, { run, tables, lastIds }: Copy, { to, onProgress }: MoveRequest): Promise<void> {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  for (const copied of tables) {
    const table = BACKED_UP.find((one) => one.table === copied.table)!
    await onProgress?.({ phase: 'checking', table: table.table, rows: 0, total })
    const found = await sumOf(tablePages(target, table), async (rows) =>
      onProgress?.({ phase: 'checking', table: table.table, rows, total }),
    )
    if (isSameSum(found, copied)) continue
    await confirmRun(target, run)
    throw differs(copied, found, to)
  }
  await finishTarget(target, run, lastIds)
  await target.destroy()
}

const differs = (copied: MovedTable, found: TableSum, to: string) =>
  new Trouble(
    `${shownAddress(to)}: the table ${copied.table} is not as it was copied (${copied.rows} rows were, ${found.rows} are there); run the command again, it is copied anew`,
  )
