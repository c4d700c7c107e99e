import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/** Entries with neither title nor text, counted by feed and day. */
export async function malformedEntries(tx: Tx): Promise<void> {
  await sql`alter table feed_day add column malformed integer not null default 0`.execute(tx)
}
