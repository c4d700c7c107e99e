import { sql } from 'kysely'
import { BACKED_UP, DERIVED } from './backup-tables.ts'
import { type Db, type Tx, tableNames } from './dialect.ts'
import { lockOthersOut } from './incarnation.ts'
import { becomeCurrent, doneMigrations, stepsBeforeRows, takeSteps } from './migrate.ts'

/* What is common to filling a database from a backup and from another database. */

/** Whether the database holds a store with feeds. */
export async function holdsSomething(db: Db): Promise<boolean> {
  if ((await doneMigrations(db)).length === 0 || !(await tableNames(db)).includes('source')) return false
  return (await db.selectFrom('source').select('id').limit(1).execute()).length > 0
}

/** Makes all tables anew and empty, in the schema that these migrations give; they are partitioned when they are filled. */
export async function makeEmptyTables(tx: Tx, migrations: readonly string[]): Promise<void> {
  await lockOthersOut(tx)
  await takeSteps(tx, [])
  for (const table of [...DERIVED, ...BACKED_UP.map(({ table }) => table).reverse(), 'migration']) {
    await sql`drop table if exists ${sql.table(table)}`.execute(tx)
  }
  await takeSteps(tx, stepsBeforeRows(migrations))
  // A new database has a reader already, and so has what is filled in.
  const made = await tableNames(tx)
  for (const { table } of [...BACKED_UP].reverse()) {
    if (made.includes(table)) await sql`delete from ${sql.table(table)}`.execute(tx)
  }
}

/** Makes a store of filled tables: counts on, ends the leases of processes that used the other one, and migrates. */
export async function finishRefill(tx: Tx): Promise<void> {
  await continueCounting(tx)
  await tx.updateTable('host').set({ lease_owner: null, lease_until: 0 }).execute()
  await becomeCurrent(tx)
}

/** Continues the numbers of changes after the last one. Who listened to the store before has to load everything anew. */
async function continueCounting(tx: Tx): Promise<void> {
  await sql`update derived_cursor set position = (select coalesce(max(change), 0) from print) where name = 'prints'`.execute(
    tx,
  )
  await sql`insert into derived_cursor (name, position) select 'events', coalesce(max(id), 0) from event where true
    on conflict (name) do update set position = excluded.position`.execute(tx)
}
