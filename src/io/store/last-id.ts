import { sql } from 'kysely'
import { type Db, isPostgres, type Tx } from './dialect.ts'

/** The last id that a table has given, whether its row is still there or not; 0 when it has given none. */
export async function lastIdOf(db: Db, table: string): Promise<number> {
  const last = isPostgres(db)
    ? sql<{ id: number | null }>`select pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) as id`
    : sql<{ id: number | null }>`select seq as id from sqlite_sequence where name = ${table}`
  return (await last.execute(db)).rows[0]?.id ?? 0
}

/** Makes a table go on with the id after this one. */
export async function setLastId(tx: Tx, table: string, lastId: number): Promise<void> {
  if (lastId === 0) return
  if (isPostgres(tx)) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${lastId}::bigint)`.execute(tx)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(tx)
}
