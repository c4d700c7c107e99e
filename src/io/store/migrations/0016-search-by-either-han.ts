import { sql } from 'kysely'
import { isPostgres, type Tx } from '../dialect.ts'

/** Empties the search index: its tokens are those of simplified Chinese from now on. It fills again by its cursor. */
export async function searchByEitherHan(tx: Tx): Promise<void> {
  const clear = isPostgres(tx) ? 'delete from search' : "insert into search (search) values ('delete-all')"
  const statements = [clear, 'delete from search_stale', "update derived_cursor set position = 0 where name = 'search'"]
  for (const statement of statements) await sql.raw(statement).execute(tx)
}
