import { type RawBuilder, sql } from 'kysely'
import type { SearchDocument } from '../../core/text/search-document.ts'
import {
  type SearchClause,
  type SearchCondition,
  type SearchField,
  type SearchTerm,
  termsAnywhere,
} from '../../core/text/search-query.ts'
import type { Db, Tx } from './dialect.ts'
import { insertRows } from './insert-rows.ts'
import type { IdRange, IndexedDocument, SearchIndex } from './search.ts'

const COLUMNS: Readonly<Record<SearchField, string>> = {
  any: 'title text',
  title: 'title',
  source: 'source',
  author: 'author',
  category: 'category',
}

/** A contentless FTS5 table: https://www.sqlite.org/fts5.html#contentless_delete_tables */
export const sqliteSearch: SearchIndex = {
  async insert(tx, documents) {
    await insertRows(tx, 'search', documents.map(toRow))
  },
  async remove(tx, articles) {
    if (articles.length > 0) await sql`delete from search where rowid in (${sql.join(articles)})`.execute(tx)
  },
  async clear(tx: Tx) {
    await sql`insert into search (search) values ('delete-all')`.execute(tx)
  },
  async find(db: Db, { clauses, where, seen, limit, among, range }) {
    const matches = matchesIn(range)
    const wanted = clauses.filter((clause) => clause.wanted)
    const unwanted = clauses.filter((clause) => !clause.wanted)
    const not = unwanted.map(expression).join(' OR ')
    const match = `(${wanted.map(expression).join(' AND ')})${not === '' ? '' : ` NOT (${not})`}`
    const from =
      wanted.length === 0 ? sql`article a` : sql`(${matches(match)}) hit cross join article a on a.id = hit.id`
    const without = wanted.length > 0 || not === '' ? sql`` : sql`and a.id not in (${matches(not)})`
    const titles = wanted.map(termsAnywhere).filter((terms) => terms.length > 0)
    const { rows } = await sql<{ id: number; in_title: number }>`
      with titled as (${titleCounts(titles, matches)})
      select id, in_title from (
        select a.*, coalesce(titled.n, 0) as in_title from ${from} left join titled on titled.id = a.id
        where ${where} ${without}
        order by in_title desc, a.published_at desc, a.key desc limit ${among ?? -1}) a
      where ${seen} limit ${limit}`.execute(db)
    return rows.map((row) => ({ id: row.id, inTitle: row.in_title }))
  },
}

function toRow({ article, document }: IndexedDocument) {
  const text = (field: keyof SearchDocument) => document[field].join(' ')
  return {
    rowid: article,
    title: text('title'),
    text: text('text'),
    source: text('source'),
    author: text('author'),
    category: text('category'),
  }
}

/** The articles that an expression matches; in a range of ids FTS5 reads nothing else. */
const matchesIn =
  (range: IdRange | undefined) =>
  (match: string): RawBuilder<unknown> =>
    range === undefined
      ? sql`select rowid as id from search where search match ${match}`
      : sql`select rowid as id from search where search match ${match} and rowid > ${range.after} and rowid <= ${range.upTo}`

/** Of how many clauses a term occurs in the title. */
function titleCounts(
  clauses: readonly (readonly SearchTerm[])[],
  matches: ReturnType<typeof matchesIn>,
): RawBuilder<unknown> {
  if (clauses.length === 0) return sql`select 0 as id, 0 as n where false`
  const each = clauses.map((terms) => matches(terms.map((term) => condition({ field: 'title', term })).join(' OR ')))
  return sql`select id, count(*) as n from (${sql.join(each, sql` union all `)}) group by id`
}

const expression = ({ or = [], ...first }: SearchClause): string => `(${[first, ...or].map(condition).join(' OR ')})`

/** Tokens contain letters and digits only, so nothing in them can end the quotes. */
function condition({ field, term }: SearchCondition): string {
  return `({${COLUMNS[field]}} : "${term.tokens.join(' ')}"${term.prefix ? ' *' : ''})`
}
