import { sql } from 'kysely'
import { type Db, isPostgres } from './dialect.ts'
import { hasStoreToLock, keepTables } from './incarnation.ts'

/** Runs reads in one snapshot, without blocking writers. */
export function inSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
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
