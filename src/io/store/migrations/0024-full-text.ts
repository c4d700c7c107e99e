import { sql } from 'kysely'
import type { Tx } from '../dialect.ts'

/* The text of an article's own page, or why there is none; and for which sources it is fetched without being asked for. */

const STATEMENTS = [
  `create table full_text (
    article_id integer primary key references article (id), url text, html text, text text, word_count integer,
    fetched_at bigint, sanitizer_version integer not null, tried_at bigint not null, content_hash text not null,
    problem text, message text, retry_at bigint, failures integer not null default 0)`,
  'create index full_text_by_tried on full_text (tried_at)',
  'create index full_text_by_version on full_text (sanitizer_version, article_id)',
  'alter table source add column full_text integer not null default 0',
  'alter table subscription add column full_text integer',
  'create index source_with_full_text on source (id) where full_text = 1',
  'create index subscription_with_full_text on subscription (source_id) where full_text = 1',
]

/** The full text of articles. */
export async function fullText(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
