import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/** How much a feed brought in a day, and how much was left out because it was too much. */
export async function dailyQuota(tx: Tx): Promise<void> {
  await sql`alter table feed_day add column stored_bytes bigint not null default 0`.execute(tx)
  await sql`alter table feed_day add column left_out integer not null default 0`.execute(tx)
}
