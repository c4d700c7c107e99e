import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/** A reader's own filing of a source: who changed none sees every article as it was stored. */
export async function ownFiling(tx: Tx): Promise<void> {
  await sql`alter table subscription add column changed integer not null default 0`.execute(tx)
  await sql`create index subscription_that_differs on subscription (reader_id) where hidden = 1 or changed = 1`.execute(
    tx,
  )
}
