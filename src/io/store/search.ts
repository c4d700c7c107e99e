import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { SearchClause, SearchCondition, SearchQuery } from '../../core/text/search-query.ts'
import { titleCounter } from '../../core/text/title-counter.ts'
import { type ArticleScope, articlesOfFeeds, EVERY_ARTICLE } from './article-scope.ts'
import { articlesById, type StoredArticle } from './articles.ts'
import { type Db, isPostgres } from './dialect.ts'
import { type RankedArticle, rankOnServer } from './rank-on-server.ts'
import { type IdRange, indexOf } from './search-index.ts'
import { hasNoList, hitsAmong, latestHits, mostInTitleOf, sharesOf } from './search-postgres.ts'

/** An article that matches a query, and how many of the terms occur in its title. */
export interface SearchHit {
  readonly article: StoredArticle
  readonly inTitle: number
}

export interface FoundId {
  readonly id: number
  readonly inTitle: number
}

/** What may be found, and what else an article, called `a`, must satisfy. */
export interface SearchScope {
  readonly scope?: ArticleScope
  readonly also?: RawBuilder<unknown>
  /** Lists of feeds of which it must satisfy that one of each is among its own. */
  readonly feeds?: readonly (readonly number[])[]
  readonly range?: IdRange | undefined
}

/** How much a search looks at, however many articles match. */
export interface SearchBounds {
  /** On SQLite, so many articles are looked at in one statement: nothing else of this thread runs meanwhile. */
  readonly stretch: number
  /** Of the articles that match, so many that came in last are ranked, and those with all the words in the title. */
  readonly ranked: number
  /** On PostgreSQL, up to so many articles of the feeds that a reader names are all compared with the words. */
  readonly few: number
}

const BOUNDS: SearchBounds = { stretch: 1_000, ranked: 10_000, few: 25_000 }
/** So many of the latest articles show whether a clause is common, and from which share of them on it is. */
const SAMPLE = 300
const COMMON = 0.1
const EVERY_ID: IdRange = { after: 0, upTo: 2 ** 31 - 1 }

/** The ids of the articles that match, the best first: most terms in the title, then newest. */
export async function searchIds(
  db: Db,
  query: SearchQuery,
  limit: number,
  where: SearchScope = {},
  bounds: SearchBounds = BOUNDS,
): Promise<FoundId[]> {
  if (limit < 1) return []
  const ranked = await (isPostgres(db) ? rankedThere : rankedHere)(db, query, limit, where, bounds)
  return ranked
    .sort((a, b) => b.inTitle - a.inTitle || b.published - a.published || Buffer.compare(b.key, a.key))
    .slice(0, limit)
    .map(({ id, inTitle }) => ({ id, inTitle }))
}

/** Articles with what their rank depends on, in no order: among them the best `limit`. */
type Rank = (
  db: Db,
  query: SearchQuery,
  limit: number,
  where: SearchScope,
  bounds: SearchBounds,
) => Promise<RankedArticle[]>

const rankedHere: Rank = async (db, query, limit, where, { stretch, ranked: most }) => {
  const latest = await matching(db, query, { stretch, most: Math.max(limit, most) }, where)
  const titled = latest.length < most ? [] : await matching(db, inTitleOnly(query), { stretch, most: limit }, where)
  const found = new Map([...latest, ...titled].map((one) => [one.id, one]))
  const count = titleCounter(query.clauses)
  const ranked: RankedArticle[] = []
  for (const { id, title, published_at, key } of found.values()) {
    if (ranked.length > 0 && ranked.length % stretch === 0) await setImmediate()
    ranked.push({ id, inTitle: count(title), published: published_at, key })
  }
  return ranked
}

const rankedThere: Rank = async (db, query, limit, where, { ranked: bound, few }) => {
  const { range = EVERY_ID, scope, also, feeds = [] } = where
  const mostInTitle = mostInTitleOf(query.clauses)
  const isIndexed = scope === undefined && also === undefined
  const tab = scope === undefined ? query.tab : null
  const shared = { counted: query.clauses, range, fits: demandsOf(query, where), isIndexed }
  const fewest = await fewestArticles(db, feeds, few)
  const ranking = async (wanted: SearchQuery, most: number) => {
    const tested = fewest === null ? await commonClauses(db, wanted) : new Set<never>()
    const demands = { ...shared, query: { ...wanted, tab }, tested }
    const hits = fewest === null ? latestHits(demands, most) : hitsAmong(fewest, demands, most)
    return rankOnServer(db, hits, mostInTitle, limit)
  }
  const most = Math.max(limit, bound)
  const latest = await ranking(query, most)
  // Those with all the words in the title are ranked already when there are enough of them among the latest.
  const isDone = latest.ranked < bound || latest.titled >= limit
  const titled = isDone ? [] : (await ranking(inTitleOnly(query), limit)).best
  return [...new Map([...latest.best, ...titled].map((one) => [one.id, one])).values()]
}

/** The clauses that many articles satisfy, of those of which the index has no list: it is better to test one row after the other. */
async function commonClauses(db: Db, { clauses }: SearchQuery): Promise<ReadonlySet<SearchClause>> {
  const unlisted = clauses.filter(hasNoList)
  if (unlisted.length === 0) return new Set()
  const { rows } = await sharesOf(unlisted, SAMPLE).execute(db)
  const shares = JSON.parse(rows[0]!.shares) as readonly (number | null)[]
  return new Set(unlisted.filter((_, n) => (shares[n] ?? 0) > COMMON))
}

/** A select of the articles of those feeds that have the fewest; null when none have few. */
async function fewestArticles(
  db: Db,
  feeds: readonly (readonly number[])[],
  few: number,
): Promise<RawBuilder<unknown> | null> {
  if (feeds.length === 0) return null
  const counts = feeds.map((some) => sql`(select count(*) from (${articlesOfFeeds(some, few + 1)}) one)`)
  const { rows } = await sql<{
    counts: string
  }>`select array_to_json(array[${sql.join(counts)}])::text as counts`.execute(db)
  const all = JSON.parse(rows[0]!.counts) as readonly number[]
  const least = Math.min(...all)
  // There may be more of them by now.
  return least > few ? null : articlesOfFeeds(feeds[all.indexOf(least)]!, 2 * few)
}

/** The ids of the articles that match, the latest first. */
export async function matchingIds(db: Db, query: SearchQuery, limit: number, where: SearchScope): Promise<number[]> {
  return (await matching(db, query, { stretch: BOUNDS.stretch, most: limit }, where)).map(({ id }) => id)
}

interface Matching {
  readonly id: number
  readonly title: string
  readonly published_at: number
  readonly key: Uint8Array
}

/** Up to `most` articles that match, the latest first, found in one stretch of the index after the other. */
async function matching(
  db: Db,
  query: SearchQuery,
  { stretch, most }: { readonly stretch: number; readonly most: number },
  where: SearchScope,
): Promise<Matching[]> {
  const { range = EVERY_ID } = where
  const found: Matching[] = []
  const fits = demandsOf(query, where) ?? sql`1 = 1`
  const length = Math.min(stretch, most)
  for (let upTo = range.upTo; ; ) {
    const ids = latestIds(db, query, { after: range.after, upTo }, length)
    const { rows } = await sql<Matching & { readonly fits: number | boolean | null }>`
      select hit.id, a.title, a.published_at, a.key, (${fits} and ${unlessUnwanted(db, query, ids)}) as fits
      from (${ids}) hit
      ${isPostgres(db) ? sql`` : sql`cross`} join article a on a.id = hit.id order by hit.id desc`.execute(db)
    for (const row of rows) if (row.fits && found.length < most) found.push(row)
    upTo = (rows.at(-1)?.id ?? 0) - 1
    if (rows.length < length || found.length === most || upTo <= range.after) return found
    await setImmediate()
  }
}

function latestIds(db: Db, { clauses }: SearchQuery, range: IdRange, most: number): RawBuilder<unknown> {
  const wanted = clauses.filter((clause) => clause.wanted)
  const unwanted = clauses.filter((clause) => !clause.wanted)
  if (wanted.length > 0) return indexOf(db).latest(wanted, unwanted, range, most)
  return sql`select id from article where id > ${range.after} and id <= ${range.upTo} order by id desc limit ${most}`
}

/** What must not occur, where nothing else is searched for: the index alone cannot tell. */
function unlessUnwanted(db: Db, { clauses }: SearchQuery, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  if (clauses.length === 0 || clauses.some(({ wanted }) => wanted)) return sql`1 = 1`
  return sql`not ${indexOf(db).matchesAny(clauses, ids)}`
}

/** The same query, with the words that may stand anywhere in the title. */
function inTitleOnly(query: SearchQuery): SearchQuery {
  const titled = <T extends SearchCondition>(one: T): T => (one.field === 'any' ? { ...one, field: 'title' } : one)
  const clauses = query.clauses.map((clause) =>
    clause.wanted ? { ...titled(clause), ...(clause.or && { or: clause.or.map(titled) }) } : clause,
  )
  return { ...query, clauses }
}

/** Searches the index; call `updateSearch` first to include the latest articles. */
export async function searchArticles(
  db: Db,
  query: SearchQuery,
  limit: number,
  where: SearchScope = {},
): Promise<SearchHit[]> {
  const found = await searchIds(db, query, limit, where)
  const articles = new Map(
    (
      await articlesById(
        db,
        found.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  )
  return found.flatMap(({ id, inTitle }) => {
    const article = articles.get(id)
    return article ? [{ article, inTitle }] : []
  })
}

/** What an article, called `a`, must satisfy besides the clauses; null when nothing. */
function demandsOf(query: SearchQuery, where: SearchScope): RawBuilder<unknown> | null {
  const parts = demandsIn(query, where)
  return parts.length === 0 ? null : sql.join(parts, sql` and `)
}

function demandsIn({ language, from, to, tab }: SearchQuery, { scope, also }: SearchScope): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = []
  if (language !== null) parts.push(sql`(lower(a.language) = ${language} or lower(a.language) like ${`${language}-%`})`)
  if (from !== null) parts.push(sql`a.published_at >= ${from}`)
  if (to !== null) parts.push(sql`a.published_at < ${to}`)
  if (scope !== undefined || tab !== null) parts.push((scope ?? EVERY_ARTICLE)('a', { tab: tab ?? undefined }))
  if (also !== undefined) parts.push(also)
  return parts
}
