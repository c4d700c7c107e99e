import { sql } from 'kysely'
import type { SearchDocument } from '../../core/text/search-document.ts'
import type { SearchClause, SearchCondition, SearchField } from '../../core/text/search-query.ts'
import { inTransaction, type Tx } from './dialect.ts'
import { insertRows } from './insert-rows.ts'
import type { IndexedDocument, SearchIndex } from './search-index.ts'

const COLUMNS: Readonly<Record<SearchField, string>> = {
  any: 'title text',
  title: 'title',
  source: 'source',
  author: 'author',
  category: 'category',
}

/** Each page is merged some five times before it is in the largest part; a step of indexing writes about six. */
const PAGES_A_MERGE = 32

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
  async mergeSome(db) {
    await inTransaction(db, (tx) =>
      sql`insert into search (search, rank) values ('merge', ${sql.lit(PAGES_A_MERGE)})`.execute(tx),
    )
  },
  latest(wanted, unwanted, { after, upTo }, most) {
    const not = unwanted.map(expression).join(' OR ')
    const match = `(${wanted.map(expression).join(' AND ')})${not === '' ? '' : ` NOT (${not})`}`
    return sql`select rowid as id from search where search match ${match} and rowid > ${after} and rowid <= ${upTo}
      order by rowid desc limit ${most}`
  },
  matchesAny(clauses, among) {
    const match = clauses.map(expression).join(' OR ')
    return sql`(a.id in (select rowid from search where search match ${match}
      and rowid >= (select min(id) from (${among})) and rowid <= (select max(id) from (${among}))))`
  },
}

function toRow({ article, document }: IndexedDocument) {
  const text = (field: keyof SearchDocument) => document[field].join(' ')
  return {
    rowid: article.id,
    title: text('title'),
    text: text('text'),
    source: text('source'),
    author: text('author'),
    category: text('category'),
  }
}

const expression = ({ or = [], ...first }: SearchClause): string => `(${[first, ...or].map(condition).join(' OR ')})`

/** Tokens contain letters and digits only, so nothing in them can end the quotes. */
function condition({ field, term }: SearchCondition): string {
  return `({${COLUMNS[field]}} : "${term.tokens.join(' ')}"${term.prefix ? ' *' : ''})`
}
