import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/*
 * Indexes on the versions of what is derived from articles, so that what an older program derived is found without
 * reading all of it.
 */

const statements = ['create index print_by_version on print (version, change)']

/** Indexes on versions. */
export async function versions(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}
