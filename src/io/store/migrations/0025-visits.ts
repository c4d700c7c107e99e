import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

const statements = [
  'alter table reader add column active_at bigint',
  'alter table reader add column last_visit_at bigint',
  // The newest articles of one feed: how often it writes, and what it wrote last.
  'create index article_by_feed on article (feed_id, published_at)',
]

/** When readers came, and how often feeds write. */
export async function visits(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}
