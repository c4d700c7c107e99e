import { type RawBuilder, sql } from 'kysely'
import {
  type SearchClause,
  type SearchCondition,
  type SearchField,
  type SearchQuery,
  type SearchTerm,
  termsAnywhere,
} from '../../core/text/search-query.ts'
import { insertRows } from './insert-rows.ts'
import { BLOCK_BITS, filterDemands, filterLexemes, quoted } from './search-filter.ts'
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
    return sql`select s.article_id as id from search s where s.article_id > ${after} and s.article_id <= ${upTo}
      and ${demandsOf([...wanted, ...unwanted])} order by s.article_id desc limit ${most}`
  },
  matchesAny: (clauses) =>
    sql`exists (select 1 from search s where s.article_id = a.id and (${sql.join(clauses.map(matches), sql` or `)}))`,
}

/** What is searched for. */
export interface Wanted {
  readonly query: SearchQuery
  /** Clauses of which the index has so many matches that each row is tested instead. */
  readonly tested: ReadonlySet<SearchClause>
  /** For whose terms titles are searched, where the clauses are those of titles already. */
  readonly counted: readonly SearchClause[]
  readonly range: IdRange
  /** What an article, called `a`, must satisfy besides the clauses; null when nothing. */
  readonly fits: RawBuilder<unknown> | null
  /** Whether the index tells it of all articles but those that changed since. */
  readonly isIndexed: boolean
}

/**
 * A select of `id` and `in_title` of the articles that match, the latest first. Each block of ids is a scan of its own, which the index
 * intersects with words and filters; none is begun when enough are found. All are one scan for the starts of words that few articles have: they would
 * be gathered for each.
 */
export function latestHits(wanted: Wanted, most: number): RawBuilder<unknown> {
  const { query, tested, counted, range, fits } = wanted
  const isWhole = query.clauses.some((clause) => isPrefix(clause) && !tested.has(clause))
  const found = sql`select s.article_id as id, s.title from search s where ${isWithin(range)}
    and ${isWhole ? sql`true` : IN_BLOCK} and ${sql.join([...filtersOf(query), demandsOf(query.clauses, tested)], sql` and `)}
    order by s.article_id desc offset 0`
  // A lateral join gives its rows in the order of what it is joined to, and its limit ends it.
  const all = isWhole ? sql`(${found})` : sql`${blocksOf(range)} cross join lateral (${found})`
  const indexed = sql`select s.id, ${titleCount(counted)} as in_title from ${all} s where ${isKept(wanted)} limit ${most}`
  if (query.clauses.some((clause) => clause.wanted)) return indexed
  const { after, upTo } = range
  const fresh = sql`select a.id, 0 as in_title from article a
    where a.id > (select greatest(position, ${after}) from derived_cursor where name = 'search') and a.id <= ${upTo}
      and ${fits ?? sql`true`} order by a.id desc limit ${most}`
  return sql`select * from ((${fresh}) union all (${indexed})) s order by id desc limit ${most}`
}

/** The same of articles that a select of `id` lists. Each is looked up in the index by its id. */
export function hitsAmong(listed: RawBuilder<unknown>, wanted: Wanted, most: number): RawBuilder<unknown> {
  const { query, counted, range } = wanted
  const isWanted = query.clauses.some((clause) => clause.wanted)
  const rows = sql`select s.article_id as id, s.title from search s where s.article_id = listed.id`
  // `offset 0` keeps the planner from reading the whole index instead.
  const found = isWanted
    ? sql`select s.id, s.title from (${listed}) listed cross join lateral (${rows} and ${demandsOf(query.clauses)} offset 0) s`
    : sql`select listed.id, ''::tsvector as title from (${listed}) listed where ${unlessAny(query.clauses, rows)}`
  return sql`select s.id, ${titleCount(counted)} as in_title from (${found} offset 0) s
    where s.id > ${range.after} and s.id <= ${range.upTo} and ${isKept(wanted)} order by s.id desc limit ${most}`
}

const BITS = sql.lit(BLOCK_BITS)

/** The blocks of a range that have articles, the latest first; between them may be many without. */
const blocksOf = ({ after, upTo }: IdRange): RawBuilder<unknown> =>
  sql`(with recursive block (n) as (${lastBlock(sql`article_id <= ${upTo}`, after)} union all
    select (${lastBlock(sql`article_id < block.n << ${BITS}`, after)}) from block where n is not null)
    select n from block where n is not null) block`

const lastBlock = (demand: RawBuilder<unknown>, after: number): RawBuilder<unknown> =>
  sql`select max(article_id) >> ${BITS} from search where ${demand} and article_id > ${after}`

const IN_BLOCK = sql`s.filter @@ ('b' || block.n)::tsquery`

const isWithin = ({ after, upTo }: IdRange): RawBuilder<unknown> =>
  sql`s.article_id > ${after} and s.article_id <= ${upTo}`

/** What a row must satisfy of the filters. */
function filtersOf({ clauses, ...filters }: SearchQuery): RawBuilder<unknown>[] {
  const { from, to } = filters
  const parts = filterDemands(filters).map(
    (lexemes) => sql`s.filter @@ ${lexemes.map(quoted).join(' | ') || NO_LEXEME}::tsquery`,
  )
  if (from !== null) parts.push(sql`s.published_at >= ${from}`)
  if (to !== null) parts.push(sql`s.published_at < ${to}`)
  return parts
}

/** Of times that end before they begin. */
const NO_LEXEME = 'none'

/** An article whose row is not that of the index any more, or of which the index does not tell, is looked up. */
function isKept({ fits, isIndexed }: Wanted): RawBuilder<unknown> {
  if (fits === null) return sql`true`
  const isFit = sql`exists (select 1 from article a where a.id = s.id and ${fits} offset 0)`
  return isIndexed ? sql`(not exists (select 1 from search_stale where article_id = s.id) or ${isFit})` : isFit
}

const NONE: ReadonlySet<SearchClause> = new Set()

/**
 * What a row of the index, called `s`, must satisfy: a condition for each wanted clause, between whose lists the index skips to and fro, where it would
 * read one of a single condition from end to end. What must not occur joins one of them, since the index has no list of where a word is not.
 */
function demandsOf(clauses: readonly SearchClause[], tested = NONE): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  const unwanted = new Set(clauses.filter((clause) => !clause.wanted))
  for (const clause of clauses.filter(({ wanted }) => wanted)) {
    const field = fieldOf(clause)
    const head = headOf(clause)
    if (head !== null) parts.push(columnMatches(clause.field, tsquery(head)))
    if (head !== null || tested.has(clause)) parts.push(sql`(${matches(clause)}) is true`)
    else if (field === null) parts.push(matches(clause))
    else {
      const without = [...unwanted].filter((one) => one.field === field && !one.term.prefix)
      for (const one of without) unwanted.delete(one)
      const terms = [tsqueryOf(clause), ...without.map((one) => `!${tsqueryOf(one)}`)]
      parts.push(columnMatches(field, terms.join(' & ')))
    }
  }
  for (const clause of unwanted) parts.push(sql`not ${matches(clause)}`)
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

const conditionsOf = ({ or = [], ...first }: SearchClause): SearchCondition[] => [first, ...or]

/** The field that all of its conditions are about. */
const fieldOf = (clause: SearchClause): SearchField | null =>
  conditionsOf(clause).every(({ field }) => field === clause.field) ? clause.field : null

const tsqueryOf = (clause: SearchClause): string => anyOf(conditionsOf(clause).map(({ term }) => term))

const anyOf = (terms: readonly SearchTerm[]): string => `(${terms.map(tsquery).join(' | ')})`

const columnMatches = (field: SearchField, query: string): RawBuilder<unknown> =>
  sql`${sql.ref(`s.${COLUMNS[field]}`)} @@ ${query}::tsquery`

const unlessAny = (clauses: readonly SearchClause[], rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  clauses.length === 0
    ? sql`true`
    : sql`not exists (${rows} and (${sql.join(clauses.map(matches), sql` or `)}) offset 0)`

/** The words before the start of one, where a clause is just them: the index has lists of these, and the rest is tested. */
const headOf = ({ term: { tokens, prefix }, or }: SearchClause): SearchTerm | null =>
  prefix && tokens.length > 1 && or === undefined ? { tokens: tokens.slice(0, -1), prefix: false } : null

const isPrefix = (clause: SearchClause): boolean =>
  clause.wanted && headOf(clause) === null && conditionsOf(clause).some(({ term }) => term.prefix)

/** Whether the index has no list of a clause: the starts of words are gathered, and adjacent words compared in each row that has them. */
export const hasNoList = (clause: SearchClause): boolean =>
  clause.wanted &&
  headOf(clause) === null &&
  conditionsOf(clause).some(({ term }) => term.prefix || term.tokens.length > 1)

/** A select of the share that each of some clauses has of the articles that were indexed last. */
export const sharesOf = (clauses: readonly SearchClause[], rows: number): RawBuilder<{ readonly shares: string }> =>
  sql`select array_to_json(array[${sql.join(clauses.map((clause) => sql`avg(case when ${matches(clause)} then 1.0 else 0 end)`))}])::text
    as shares from (select * from search order by article_id desc limit ${rows}) s`

/** The terms that are counted in a title, those of each clause once. */
const countedTerms = (clauses: readonly SearchClause[]): SearchTerm[][] =>
  clauses
    .filter((clause) => clause.wanted)
    .map(termsAnywhere)
    .filter((terms) => terms.length > 0)

/** What `in_title` is where all that may stand anywhere is in the title. */
export const mostInTitleOf = (clauses: readonly SearchClause[]): number => countedTerms(clauses).length

function titleCount(clauses: readonly SearchClause[]): RawBuilder<unknown> {
  const ones = countedTerms(clauses).map(
    (terms) => sql`case when ${columnMatches('title', anyOf(terms))} then 1 else 0 end`,
  )
  return ones.length === 0 ? sql`0` : sql.join(ones, sql` + `)
}

function toRow({ article, document }: IndexedDocument) {
  return {
    article_id: article.id,
    title: vector([[document.title, 1]]),
    words: vector([
      [document.title, 1],
      [document.text, document.title.length + GAP],
    ]),
    source: vector([[document.source, 1]]),
    author: vector([[document.author, 1]]),
    category: vector([[document.category, 1]]),
    published_at: article.published,
    filter: filterLexemes(article).map(quoted).join(' '),
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
function matches(clause: SearchClause): RawBuilder<unknown> {
  const field = fieldOf(clause)
  if (field !== null) return columnMatches(field, tsqueryOf(clause))
  return sql`(${sql.join(
    conditionsOf(clause).map((one) => columnMatches(one.field, tsquery(one.term))),
    sql` or `,
  )})`
}

/** Tokens contain letters and digits only, so nothing in them can end the quotes. */
function tsquery({ tokens, prefix }: SearchTerm): string {
  const last = tokens.length - 1
  return tokens.map((token, i) => `'${token}'${prefix && i === last ? ':*' : ''}`).join(' <-> ')
}
