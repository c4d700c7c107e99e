import { sql } from 'kysely'
import { isPostgres, type Tx } from '../dialect.ts'

/* The links that join articles into stories, pair by pair, and the best ones that were not sufficient. Replaces a
   membership's gain and runner-up, which no person could check. */

const statements = (keyOnly: string) => [
  `create table link (
    article_key bytea not null, other_key bytea not null, holds integer not null, layer text not null,
    measure text not null, value double precision not null, threshold double precision not null, veto text,
    evidence text, primary key (article_key, other_key)) ${keyOnly}`,
  'create index link_by_other on link (other_key)',
  'alter table membership drop column gain',
  'alter table membership drop column runner_up',
  'alter table membership drop column runner_up_gain',
]

/** Links between articles. */
export async function links(tx: Tx): Promise<void> {
  for (const statement of statements(isPostgres(tx) ? '' : 'without rowid')) await sql.raw(statement).execute(tx)
  // A present id must not be an alias too.
  await sql`delete from story_alias where key in (select key from story)`.execute(tx)
  // All stories are refined again, by the rule that links them.
  await sql`update derived_cursor set position = 0 where name = 'stories'`.execute(tx)
}
