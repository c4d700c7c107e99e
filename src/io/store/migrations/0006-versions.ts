import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/*
 * Indexes on the versions of what is derived from articles, so that what an older program derived is found without
 * reading all of it.
 */

const statements = [
  'create index print_by_version on print (version, change)',
  'create index article_body_by_version on article_body (sanitizer_version, article_id)',
  // A version that gave way keeps its HTML, and the number of the sanitiser that let it through.
  'alter table revision add column sanitizer_version integer not null default 1',
  'create index revision_by_version on revision (sanitizer_version, article_id, n)',
]

/** Versions of prints and of sanitised HTML, to be asked by. */
export async function versions(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}
