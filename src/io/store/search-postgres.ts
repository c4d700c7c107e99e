import { type RawBuilder, sql } from 'kysely'
import {
  type SearchClause,
  type SearchCondition,
  type SearchField,
  type SearchTerm,
  termsAnywhere,
} from '../../core/text/search-query.ts'
import { insertRows } from './insert-rows.ts'
import type { IdRange, IndexedDocument, SearchIndex } from './search-index.ts'

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
  // The server merges its pending entries by itself.
  async mergeSome() {},
  latest(wanted, unwanted, { after, upTo }, most) {
    const demands = [...wanted.map(matches), ...unwanted.map((clause) => sql`not ${matches(clause)}`)]
    return sql`select s.article_id as id from search s where s.article_id > ${after} and s.article_id <= ${upTo}
      and ${sql.join(demands, sql` and `)} order by s.article_id desc limit ${most}`
  },
  matchesAny: (clauses) =>
    sql`exists (select 1 from search s where s.article_id = a.id and (${sql.join(clauses.map(matches), sql` or `)}))`,
}

/**
 * A select of `id` and `in_title` of the articles that satisfy all clauses, the latest first. The words in a title are those of
 * `titleCounter`, counted for other clauses where the title alone is searched. Where nothing is wanted, articles that are not indexed yet count too.
 */
export function hitsOf(
  clauses: readonly SearchClause[],
  counted: readonly SearchClause[],
  { after, upTo }: IdRange,
  most: number,
): RawBuilder<unknown> {
  if (clauses.length === 0) return sql`select id, 0 as in_title from ${articlesAfter(sql`${after}`, upTo, most)} s`
  const demands = clauses.map((clause) => (clause.wanted ? matches(clause) : sql`not ${matches(clause)}`))
  const found = sql`select s.article_id as id, s.title from search s where s.article_id > ${after} and s.article_id <= ${upTo}
    and ${sql.join(demands, sql` and `)} order by s.article_id desc limit ${most}`
  if (clauses.some(({ wanted }) => wanted))
    return sql`select s.id, ${titleCount(counted)} as in_title from (${found}) s`
  const indexed = sql`(select greatest(position, ${after}) from derived_cursor where name = 'search')`
  return sql`select id, 0 as in_title from (select id from (${found}) s union all
    select id from ${articlesAfter(indexed, upTo, most)} s) s order by id desc limit ${most}`
}

/** The same of the articles whose ids a table called `listed` has, in no order. Each is looked up in the index by its id. */
export function hitsAmongListed(
  clauses: readonly SearchClause[],
  counted: readonly SearchClause[],
): RawBuilder<unknown> {
  if (clauses.length === 0) return sql`select id, 0 as in_title from listed`
  const demands = clauses.map((clause) => (clause.wanted ? matches(clause) : sql`not ${matches(clause)}`))
  // `offset 0` keeps the planner from reading the whole index instead.
  if (clauses.some(({ wanted }) => wanted))
    return sql`select s.id, ${titleCount(counted)} as in_title from listed cross join lateral (select s.article_id as id, s.title
      from search s where s.article_id = listed.id and ${sql.join(demands, sql` and `)} offset 0) s`
  return sql`select listed.id, 0 as in_title from listed left join lateral (select s.article_id
    from search s where s.article_id = listed.id and (${sql.join(clauses.map(matches), sql` or `)}) offset 0) s on true
    where s.article_id is null`
}

const articlesAfter = (after: RawBuilder<unknown>, upTo: number, most: number): RawBuilder<unknown> =>
  sql`(select id from article where id > ${after} and id <= ${upTo} order by id desc limit ${most})`

/** The terms that are counted in a title, those of each clause once. */
const countedTerms = (clauses: readonly SearchClause[]): SearchTerm[][] =>
  clauses
    .filter((clause) => clause.wanted)
    .map(termsAnywhere)
    .filter((terms) => terms.length > 0)

/** What `in_title` is where all that may stand anywhere is in the title. */
export const mostInTitleOf = (clauses: readonly SearchClause[]): number => countedTerms(clauses).length

function titleCount(clauses: readonly SearchClause[]): RawBuilder<unknown> {
  const ones = countedTerms(clauses)
    .map((terms) => terms.map((term) => matchesOne({ field: 'title', term })))
    .map((terms) => sql`case when ${sql.join(terms, sql` or `)} then 1 else 0 end`)
  return ones.length === 0 ? sql`0` : sql.join(ones, sql` + `)
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

/** About a row of the index, called `s`. */
function matches({ or = [], ...first }: SearchClause): RawBuilder<unknown> {
  return sql`(${sql.join([first, ...or].map(matchesOne), sql` or `)})`
}

const matchesOne = ({ field, term }: SearchCondition): RawBuilder<unknown> =>
  sql`${sql.ref(`s.${COLUMNS[field]}`)} @@ ${tsquery(term)}::tsquery`

/** Tokens contain letters and digits only, so nothing in them can end the quotes. */
function tsquery({ tokens, prefix }: SearchTerm): string {
  const last = tokens.length - 1
  return tokens.map((token, i) => `'${token}'${prefix && i === last ? ':*' : ''}`).join(' <-> ')
}
