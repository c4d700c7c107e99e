import { type RawBuilder, sql } from 'kysely'
import type { SearchClause, SearchCondition, SearchField, SearchTerm } from '../../core/text/search-query.ts'
import { insertRows } from './insert-rows.ts'
import type { IndexedDocument, SearchIndex } from './search-index.ts'

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
