import { sql } from 'kysely'
import { UserError } from '../../core/domain/user-error.ts'
import { type Db, inTransaction, isPostgres } from './dialect.ts'

/** A process that shares the store with others. */
export interface WorkerProcess {
  readonly name: string
  readonly kind: 'serve' | 'worker'
  /** The version of the program. */
  readonly version: string
  /** The names under which it holds jobs of the queue. */
  readonly pools: readonly string[]
  /** Whether it is the one that admits. */
  readonly leads: boolean
}

/** The same as it is listed. */
export interface ListedWorker extends WorkerProcess {
  readonly startedAt: number
  readonly beatAt: number
}

/** What the clock of the database shows, in milliseconds. */
export async function databaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ at: number }>`select ${databaseNow(db)} as at`.execute(db)
  return rows[0]!.at
}

/** The clock of the database: those of the machines may differ. */
const databaseNow = (db: Db) =>
  isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`

/**
 * Says that a process is alive. Refused while another version of the program runs on the store: it would read prepared polls
 * differently.
 */
export async function beatWorker(db: Db, worker: WorkerProcess, silentMs: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = databaseNow(tx)
    const other = await tx
      .selectFrom('worker')
      .select(['name', 'version'])
      .where('version', '!=', worker.version)
      .where(sql<boolean>`beat_at > ${now} - ${silentMs}`)
      .orderBy('name')
      .executeTakeFirst()
    if (other !== undefined) {
      throw new UserError(
        `this is Copytaster ${worker.version}, and ${other.name} on the same database is ${other.version}: stop it, or install the same version here`,
      )
    }
    const { name, kind, version } = worker
    const changing = { pools: JSON.stringify(worker.pools), leads: Number(worker.leads), beat_at: now }
    await tx
      .insertInto('worker')
      .values({ name, kind, version, started_at: now, ...changing })
      .onConflict((one) => one.column('name').doUpdateSet(changing))
      .execute()
  })
}

/** Removes processes that were silent for so long. */
export async function removeSilentWorkers(db: Db, silentMs: number): Promise<void> {
  await inTransaction(db, (tx) =>
    tx
      .deleteFrom('worker')
      .where(sql<boolean>`beat_at <= ${databaseNow(tx)} - ${silentMs}`)
      .execute(),
  )
}

/** Removes a process that ends. */
export async function removeWorker(db: Db, name: string): Promise<void> {
  await inTransaction(db, (tx) => tx.deleteFrom('worker').where('name', '=', name).execute())
}

/** The processes that were heard of within so long a time. */
export async function listWorkers(db: Db, silentMs: number): Promise<ListedWorker[]> {
  const rows = await db
    .selectFrom('worker')
    .selectAll()
    .where(sql<boolean>`beat_at > ${databaseNow(db)} - ${silentMs}`)
    .orderBy('started_at')
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    name: row.name,
    kind: row.kind as ListedWorker['kind'],
    version: row.version,
    pools: JSON.parse(row.pools) as string[],
    leads: row.leads === 1,
    startedAt: row.started_at,
    beatAt: row.beat_at,
  }))
}
