import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/** Articles that were in a feed before it was followed are stored, but never new. */
export async function backlog(tx: Tx): Promise<void> {
  await sql`alter table article add column backlog integer not null default 0`.execute(tx)
}
