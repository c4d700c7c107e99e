import { type RawBuilder, sql } from 'kysely'
import {
  type SearchClause,
  type SearchCondition,
  type SearchField,
  type SearchTerm,
  termsAnywhere,
} from '../../core/text/search-query.ts'
import { insertRows } from './insert-rows.ts'
import type { IndexedDocument, SearchIndex } from './search.ts'

const COLUMNS: Readonly<Record<SearchField, string>> = {
  any: 'words',
  title: 'title',
  source: 'source',
  author: 'author',
  category: 'category',
}

/** A gap in positions, so that no phrase matches across title and text. */
const GAP = 10

/** A tsvector of our own tokens; the server's dictionaries are not used. */
export const postgresSearch: SearchIndex = {
  async insert(tx, documents) {
    await insertRows(tx, 'search', documents.map(toRow))
  },
  async remove(tx, articles) {
    if (articles.length > 0) await sql`delete from search where article_id in (${sql.join(articles)})`.execute(tx)
  },
  async clear(tx) {
    await sql`delete from search`.execute(tx)
  },
  async find(db, { clauses, where, seen, limit, among }) {
    const wanted = clauses.filter((clause) => clause.wanted)
    const unwanted = clauses.filter((clause) => !clause.wanted)
    const join = wanted.length === 0 ? sql`` : sql`join search s on s.article_id = a.id`
    const demands = wanted.map((clause) => sql`and ${matches('s', clause)}`)
    const without = unwanted.map((clause) =>
      wanted.length > 0
        ? sql`and not (${matches('s', clause)})`
        : sql`and a.id not in (select u.article_id from search u where ${matches('u', clause)})`,
    )
    const titled = wanted
      .map(termsAnywhere)
      .filter((terms) => terms.length > 0)
      .map((terms) => sql`(${sql.join(terms.map(inTitle), sql` or `)})::int`)
    const { rows } = await sql<{ id: number; in_title: number }>`
      select id, in_title from (select a.*, ${titled.length === 0 ? sql`0` : sql.join(titled, sql` + `)} as in_title
      from article a ${join}
      where ${where} ${sql.join([...demands, ...without], sql` `)}
      order by in_title desc, a.published_at desc, a.key desc ${among === null ? sql`offset 0` : sql`limit ${among}`}) a
      where ${seen} limit ${limit}`.execute(db)
    return rows.map((row) => ({ id: row.id, inTitle: row.in_title }))
  },
}

function toRow({ article, document }: IndexedDocument) {
  return {
    article_id: article,
    title: vector([[document.title, 1]]),
    words: vector([
      [document.title, 1],
      [document.text, document.title.length + GAP],
    ]),
    source: vector([[document.source, 1]]),
    author: vector([[document.author, 1]]),
    category: vector([[document.category, 1]]),
  }
}

/** The text form of a tsvector: each token once, with its positions. */
function vector(parts: readonly (readonly [tokens: readonly string[], from: number])[]): string {
  const positions = new Map<string, number[]>()
  for (const [tokens, from] of parts) {
    for (const [i, token] of tokens.entries()) {
      const list = positions.get(token)
      if (list) list.push(from + i)
      else positions.set(token, [from + i])
    }
  }
  return Array.from(positions, ([token, list]) => `'${token}':${list.join(',')}`).join(' ')
}

function matches(table: string, { or = [], ...first }: SearchClause): RawBuilder<unknown> {
  const each = [first, ...or].map((condition) => matchesOne(table, condition))
  return sql`(${sql.join(each, sql` or `)})`
}

function matchesOne(table: string, { field, term }: SearchCondition): RawBuilder<unknown> {
  return sql`${sql.ref(`${table}.${COLUMNS[field]}`)} @@ ${tsquery(term)}::tsquery`
}

const inTitle = (term: SearchTerm): RawBuilder<unknown> => sql`s.title @@ ${tsquery(term)}::tsquery`

/** Tokens contain letters and digits only, so nothing in them can end the quotes. */
function tsquery({ tokens, prefix }: SearchTerm): string {
  const last = tokens.length - 1
  return tokens.map((token, i) => `'${token}'${prefix && i === last ? ':*' : ''}`).join(' <-> ')
}
