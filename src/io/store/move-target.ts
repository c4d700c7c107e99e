import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Trouble } from '../../core/domain/trouble.ts'
import { UserError } from '../../core/domain/user-error.ts'
import { shownAddress } from './address.ts'
import type { BackedUpTable } from './backup-tables.ts'
import { type Db, type Tx, underMigrationLock } from './dialect.ts'
import { incarnationOf } from './incarnation.ts'
import { setLastId } from './last-id.ts'
import { doneMigrations, isUnfinishedMove, pendingMigrations, stepsBeforeRows, UNFINISHED_MOVE } from './migrate.ts'
import { finishRefill, holdsSomething, makeEmptyTables } from './refill.ts'

/* The database that a store is moved into. Until the move is finished, a line among its migrations names the run that fills
   it: programs of any version take that for a migration of a newer one and refuse to open the store. */

/** A run of `migrate --from … --to …` that fills a database. */
export interface MoveRun {
  readonly name: string
  /** Whether an earlier run began, with a source of the same schema. */
  readonly isResumed: boolean
}

interface Wanted {
  readonly to: string
  /** Delete what the database holds. */
  readonly force: boolean
}

/** Refuses a database that holds a store; otherwise gives its incarnation, if it has one. */
export async function lookAtTarget(db: Db, { to, force }: Wanted): Promise<string | null> {
  const done = await doneMigrations(db)
  if (done.some(isUnfinishedMove)) return null
  await pendingMigrations(db)
  if (!force && (await holdsSomething(db))) {
    throw new UserError(
      `${shownAddress(to)} holds a store already; name an empty database, or --force deletes what it holds first`,
    )
  }
  return incarnationOf(db)
}

/** Makes this run the only one that fills the database, and makes its tables unless an interrupted run did. */
export function claimTarget(db: Db, wanted: Wanted, migrations: readonly string[]): Promise<MoveRun> {
  return underMigrationLock(db, async (tx) => {
    await lookAtTarget(tx, wanted)
    const done = await doneMigrations(tx)
    const made = done.filter((name) => !isUnfinishedMove(name))
    const wantedSteps = stepsBeforeRows(migrations)
    const isResumed = made.length < done.length && String([...made].sort()) === String([...wantedSteps].sort())
    if (made.length < done.length) await dropMark(tx)
    if (!isResumed) await makeEmptyTables(tx, migrations)
    const name = `${UNFINISHED_MOVE}${randomBytes(8).toString('hex')}`
    await sql`insert into migration (name) values (${name})`.execute(tx)
    return { name, isResumed }
  })
}

/** A transaction of a run; refused once another run has taken the database over. */
export function inRun<T>(db: Db, run: MoveRun, work: (tx: Tx) => Promise<T>): Promise<T> {
  return underMigrationLock(db, async (tx) => {
    await confirmRun(tx, run)
    return work(tx)
  })
}

/** Throws when another run has taken the database over. */
export async function confirmRun(db: Db, run: MoveRun): Promise<void> {
  if ((await doneMigrations(db)).includes(run.name)) return
  throw new Trouble('another process has begun to move a store into the same database; let it finish')
}

/** Empties tables, children before parents. */
export function emptyTables(db: Db, run: MoveRun, tables: readonly BackedUpTable[]): Promise<void> {
  return inRun(db, run, async (tx) => {
    for (const { table } of [...tables].reverse()) await sql`delete from ${sql.table(table)}`.execute(tx)
  })
}

/** Makes the filled tables a store: ids go on where the source's did, and programs may open it. */
export function finishTarget(db: Db, run: MoveRun, lastIds: ReadonlyMap<string, number>): Promise<void> {
  return inRun(db, run, async (tx) => {
    for (const [table, lastId] of lastIds) await setLastId(tx, table, lastId)
    await dropMark(tx)
    await finishRefill(tx)
  })
}

const dropMark = (tx: Tx) => sql`delete from migration where name like ${`${UNFINISHED_MOVE}%`}`.execute(tx)
