import { sql } from 'kysely'
import { isPostgres, type Tx } from '../dialect.ts'

/** What an article, called `a`, has of what filters test. `../search-filter.ts` makes the same of articles to be indexed. */
const LEXEMES = `array_to_tsvector(array['b' || (a.id >> 13)]
  || coalesce((select array_agg('l' || array_to_string(tags[1:n], '-')) from (select string_to_array(left(lower(a.language), 500), '-') as tags)
    language, generate_subscripts(tags, 1) n), '{}')
  || case when a.tab is null then '{}' else array['t' || left(a.tab, 500)] end
  || array(select 'd' || level || '.' || least(greatest(a.published_at / 86400000, 0), 32767) / (1 << 3 * level) from generate_series(0, 4) level))`

const COLUMNS = ['article_id', 'title', 'words', 'source', 'author', 'category']

/**
 * Filters become part of the search index of PostgreSQL. The table is written anew from what it holds, in the order of the articles, so that search
 * finds all it found before. The indexes of 0031, which searches began with, go.
 */
const STATEMENTS = [
  'drop index article_by_language',
  'drop index article_by_tab',
  'drop index article_by_id',
  'drop index article_by_published',
  'create index article_by_published on article (published_at, key)',
  'alter table search rename to search_before',
  `create table search (article_id integer not null, title tsvector not null, words tsvector not null, source tsvector not null,
    author tsvector not null, category tsvector not null, published_at bigint not null, filter tsvector not null)
    with (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05)`,
  `insert into search (${COLUMNS}, published_at, filter) select ${COLUMNS.map((name) => `s.${name}`)}, a.published_at, ${LEXEMES}
    from search_before s join article a on a.id = s.article_id order by s.article_id`,
  'drop table search_before',
  'alter table search add primary key (article_id)',
  'alter table search add foreign key (article_id) references article (id) on delete cascade',
  // Each block of ids is a scan of its own, which begins with the first column and reads the list of pending entries: it has to be short.
  `create index search_by_words on search using gin (filter, words, title, source, author, category)
    with (gin_pending_list_limit = 64)`,
  // The planner knows nothing of a new table.
  'analyze search',
]

export async function searchLexemes(tx: Tx): Promise<void> {
  if (!isPostgres(tx)) return
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}
