import { sql } from 'kysely'
import { isPostgres, type Tx } from '../dialect.ts'

/* Several readers on one store. What was stored before belongs to everybody; a feed with a login is a scope of its own from now on. */

const statements = (keyOnly: string) => [
  'alter table source add column shared integer not null default 1',
  'alter table source add column private integer not null default 0',
  'update source set private = 1 where login is not null',
  `create table subscription (
    reader_id integer not null references reader (id), source_id integer not null references source (id), tab text,
    category text, name text, tier text, max_items integer, position integer, hidden integer not null default 0,
    since bigint not null, ended_at bigint, primary key (reader_id, source_id)) ${keyOnly}`,
  'create index subscription_by_source on subscription (source_id)',
  'alter table print add column scope integer not null default 0',
  'alter table reader add column password_hash text',
  "alter table reader add column role text not null default 'reader'",
  'alter table reader add column email text',
  'alter table reader add column seen_at bigint',
  "update reader set role = 'administrator' where id = 1",
]

/** Readers with subscriptions of their own, and private feeds. */
export async function subscriptions(tx: Tx): Promise<void> {
  for (const statement of statements(isPostgres(tx) ? '' : 'without rowid')) await sql.raw(statement).execute(tx)
}
