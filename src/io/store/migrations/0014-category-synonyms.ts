import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/** Categories are searched by all their names, so articles that have any are indexed again. */
export async function categorySynonyms(tx: Tx): Promise<void> {
  await sql`insert into search_stale (article_id) select id from article
    where (categories <> '[]' or rss_category is not null)
      and id not in (select article_id from search_stale)`.execute(tx)
}
