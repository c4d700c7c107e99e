import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/* The final category of Chinese articles is derived when they are stored, by rules with a version. */

const statements = [
  'alter table article add column final_category_version integer not null default 0',
  // Articles in other languages have none, and need no look at them when the rules change.
  `create index article_by_category_version on article (final_category_version, id) where language = 'zh'`,
]

/** The version of the rules that gave an article its final category. */
export async function finalCategory(tx: Tx): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}
