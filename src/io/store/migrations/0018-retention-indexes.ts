import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/** Daily sums and events are deleted by their age. */
export async function retentionIndexes(tx: Tx): Promise<void> {
  await sql`create index feed_day_by_day on feed_day (day)`.execute(tx)
  await sql`create index event_by_time on event (at)`.execute(tx)
}
