import { sql } from 'kysely'
import { isPostgres, type Tx } from '../dialect.ts'

/* The search index and its cursor. Database triggers mark a changed article as stale and remove a deleted one, so no
   writer needs to know of the index. */

const shared = [
  'create table derived_cursor (name text primary key, position bigint not null)',
  "insert into derived_cursor (name, position) values ('search', 0)",
  'create table search_stale (article_id integer primary key references article (id) on delete cascade)',
]

/** The text is already tokenized: `ascii` splits at blanks and leaves every other character. */
const sqlite = [
  `create virtual table search using fts5 (title, text, source, author, category,
    content = '', contentless_delete = 1, tokenize = 'ascii')`,
  `create trigger article_changed after update on article begin
    insert or ignore into search_stale (article_id) values (new.id); end`,
  'create trigger article_removed after delete on article begin delete from search where rowid = old.id; end',
]

/** `words` holds title and text together, since most queries are for either; `title` alone decides the rank. */
const postgres = [
  `create table search (article_id integer primary key references article (id) on delete cascade,
    title tsvector not null, words tsvector not null, source tsvector not null, author tsvector not null,
    category tsvector not null)`,
  // Every query reads the pending list of the GIN index: a short list costs an eighth more to index and makes queries
  // three times as fast.
  `create index search_by_words on search using gin (words, title, source, author, category)
    with (gin_pending_list_limit = 512)`,
  `create or replace function copytaster_article_changed() returns trigger language plpgsql as $$ begin
    insert into search_stale (article_id) values (new.id) on conflict do nothing; return null; end $$`,
  `create trigger article_changed after update on article for each row
    execute function copytaster_article_changed()`,
]

/** The search index, its cursor, and the stale articles. */
export async function search(tx: Tx): Promise<void> {
  for (const statement of [...shared, ...(isPostgres(tx) ? postgres : sqlite)]) await sql.raw(statement).execute(tx)
}
