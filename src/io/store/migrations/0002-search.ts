import { sql } from 'kysely'
import { isPostgres, type Tx } from '../dialect.ts'

/*
 * The search index and how far it has come. An article that changes, in whatever way, is marked stale by the database
 * itself, and one that goes leaves the index with it: no writer has to remember that there is an index.
 */

const shared = [
  'create table derived_cursor (name text primary key, position bigint not null)',
  "insert into derived_cursor (name, position) values ('search', 0)",
  'create table search_stale (article_id integer primary key references article (id) on delete cascade)',
]

/** The tokens are ours already: `ascii` cuts them at blanks and leaves every other letter alone. */
const sqlite = [
  `create virtual table search using fts5 (title, text, source, author, category,
    content = '', contentless_delete = 1, tokenize = 'ascii')`,
  `create trigger article_changed after update on article begin
    insert or ignore into search_stale (article_id) values (new.id); end`,
  'create trigger article_removed after delete on article begin delete from search where rowid = old.id; end',
]

/** `words` holds title and text together, since most questions are for either; `title` alone decides the rank. */
const postgres = [
  `create table search (article_id integer primary key references article (id) on delete cascade,
    title tsvector not null, words tsvector not null, source tsvector not null, author tsvector not null,
    category tsvector not null)`,
  // Every question reads the list of rows not yet sorted in: a short one costs an eighth more to index and asks thrice as fast.
  `create index search_by_words on search using gin (words, title, source, author, category)
    with (gin_pending_list_limit = 512)`,
  `create or replace function copytaster_article_changed() returns trigger language plpgsql as $$ begin
    insert into search_stale (article_id) values (new.id) on conflict do nothing; return null; end $$`,
  `create trigger article_changed after update on article for each row
    execute function copytaster_article_changed()`,
]

/** The search index, its cursor, and what became stale in it. */
export async function search(tx: Tx): Promise<void> {
  for (const statement of [...shared, ...(isPostgres(tx) ? postgres : sqlite)]) await sql.raw(statement).execute(tx)
}
