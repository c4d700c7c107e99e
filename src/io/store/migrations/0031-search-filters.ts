import { sql } from 'kysely'
import { isPostgres, type Tx } from '../dialect.ts'

/**
 * What a search on PostgreSQL lists articles by, the latest first. Each index has all columns that a filter is about, so that no article
 * is read for them.
 */
const INDEXES = [
  `create index article_by_language on article (split_part(lower(language), '-', 1), id) include (language, tab, published_at)`,
  'create index article_by_tab on article (tab, id) include (language, published_at)',
  'create index article_by_id on article (id) include (language, tab, published_at)',
  'drop index article_by_published',
  'create index article_by_published on article (published_at, key) include (id)',
  // The planner needs statistics of the expression.
  'analyze article',
]

export async function searchFilters(tx: Tx): Promise<void> {
  if (!isPostgres(tx)) return
  for (const statement of INDEXES) await sql.raw(statement).execute(tx)
}
