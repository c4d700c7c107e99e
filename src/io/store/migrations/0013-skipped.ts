import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/** When a reader skipped an article: it teaches the profile, as reading and saving do. */
export async function skipped(tx: Tx): Promise<void> {
  await sql`alter table reader_article add column skipped_at bigint`.execute(tx)
}
