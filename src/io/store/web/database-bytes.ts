import { sql } from 'kysely'
import { type Db, isPostgres } from '../dialect.ts'

/** How much room the database takes. */
export async function databaseBytes(db: Db): Promise<number> {
  const query = isPostgres(db)
    ? sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
  return Number((await query.execute(db)).rows[0]!.bytes)
}
