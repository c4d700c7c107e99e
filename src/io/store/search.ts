import { type RawBuilder, sql } from 'kysely'
import { type SearchDocument, searchDocument } from '../../core/text/search-document.ts'
import type { SearchClause, SearchQuery } from '../../core/text/search-query.ts'
import { type ArticleScope, EVERY_ARTICLE } from './article-scope.ts'
import { articlesById, type StoredArticle } from './articles.ts'
import { type Db, inTransaction, isPostgres, type Tx } from './dialect.ts'
import { fullTextsByKey } from './full-texts.ts'
import { postgresSearch } from './search-postgres.ts'
import { sqliteSearch } from './search-sqlite.ts'

/** An article that matches a query, and how many of the terms occur in its title. */
export interface SearchHit {
  readonly article: StoredArticle
  readonly inTitle: number
}

export interface IndexedDocument {
  readonly article: number
  readonly document: SearchDocument
}

/** The parts that differ between the databases. */
export interface SearchIndex {
  insert(tx: Tx, documents: readonly IndexedDocument[]): Promise<void>
  remove(tx: Tx, articles: readonly number[]): Promise<void>
  clear(tx: Tx): Promise<void>
  /** Most terms in the title first, then newest. */
  find(db: Db, wanted: WantedArticles): Promise<FoundId[]>
}

/** What the index is searched for. */
export interface WantedArticles {
  readonly clauses: readonly SearchClause[]
  /** About the article, called `a`. */
  readonly where: RawBuilder<unknown>
  /** Besides, but looked at in the order of the result, until there are enough: it costs more than all the rest. */
  readonly seen: RawBuilder<unknown>
  readonly limit: number
  /** How many of the best are looked at; null for all. */
  readonly among: number | null
  /** Only among these articles: the index is then read there alone. */
  readonly range?: IdRange | undefined
}

/** The ids after one, up to another. */
export interface IdRange {
  readonly after: number
  readonly upTo: number
}

export interface FoundId {
  readonly id: number
  readonly inTitle: number
}

const indexOf = (db: Db): SearchIndex => (isPostgres(db) ? postgresSearch : sqliteSearch)

/** Articles that are indexed at a time, and how long a step may go on with more of them. */
const ARTICLES_AT_A_TIME = 4
const STEP_MS = 8

/**
 * Advances the index: up to `limit` changed articles, and as many new ones, as far as a short step gets. Returns how many, 0 when it
 * has caught up. The cursor's row is the lock.
 */
export async function updateSearch(db: Db, limit: number): Promise<number> {
  // Called every few seconds: without work it must not take the write lock.
  if (!(await isBehind(db))) return 0
  return inTransaction(db, async (tx) => {
    const over = performance.now() + STEP_MS
    let done = 0
    for (let left = limit; left > 0; left -= ARTICLES_AT_A_TIME) {
      const some = await indexSome(tx, Math.min(left, ARTICLES_AT_A_TIME))
      done += some
      if (some === 0 || performance.now() >= over) break
    }
    return done
  })
}

async function indexSome(tx: Tx, limit: number): Promise<number> {
  const cursor = await lockCursor(tx)
  const stale = await takeStale(tx, cursor, limit)
  const fresh = await tx
    .selectFrom('article')
    .select('id')
    .where('id', '>', cursor)
    .orderBy('id')
    .limit(limit)
    .execute()
  const last = fresh.at(-1)?.id ?? cursor
  // The marks are deleted before the articles are read: a later change adds a new mark.
  await tx.deleteFrom('search_stale').where('article_id', '>', cursor).where('article_id', '<=', last).execute()
  await indexOf(tx).remove(tx, stale)
  const articles = await articlesById(tx, [...stale, ...fresh.map((row) => row.id)])
  const full = await fullTextsByKey(
    tx,
    articles.map(({ key }) => key),
  )
  const documents = articles.map((article) => {
    const { text } = full.get(article.key) ?? article
    return { article: article.id, document: searchDocument({ ...article, text }) }
  })
  await indexOf(tx).insert(tx, documents)
  await tx.updateTable('derived_cursor').set({ position: last }).where('name', '=', 'search').execute()
  return stale.length + fresh.length
}

async function isBehind(db: Db): Promise<boolean> {
  const cursor = db.selectFrom('derived_cursor').select('position').where('name', '=', 'search')
  const { fresh, stale } = await db
    .selectNoFrom((eb) => [
      eb.exists(db.selectFrom('article').select('id').where('id', '>', cursor)).as('fresh'),
      eb.exists(db.selectFrom('search_stale').select('article_id')).as('stale'),
    ])
    .executeTakeFirstOrThrow()
  return Boolean(fresh) || Boolean(stale)
}

async function takeStale(tx: Tx, cursor: number, limit: number): Promise<number[]> {
  const rows = await tx
    .deleteFrom('search_stale')
    .where('article_id', 'in', (eb) =>
      eb
        .selectFrom('search_stale')
        .select('article_id')
        .where('article_id', '<=', cursor)
        .orderBy('article_id')
        .limit(limit),
    )
    .returning('article_id')
    .execute()
  return rows.map((row) => row.article_id)
}

/** Locks the cursor; the holder may change the index, or delete articles that the index is about to read. */
export async function lockCursor(tx: Tx): Promise<number> {
  const row = await tx
    .updateTable('derived_cursor')
    .set({ position: sql`position` })
    .where('name', '=', 'search')
    .returning('position')
    .executeTakeFirstOrThrow()
  return row.position
}

/** Empties the index; `updateSearch` fills it again. */
export async function clearSearch(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockCursor(tx)
    await indexOf(tx).clear(tx)
    await tx.deleteFrom('search_stale').execute()
    await tx.updateTable('derived_cursor').set({ position: 0 }).where('name', '=', 'search').execute()
  })
}

/** What may be found, and what else an article, called `a`, must satisfy. */
export interface SearchScope {
  readonly scope?: ArticleScope
  readonly also?: RawBuilder<unknown>
  readonly range?: IdRange | undefined
}

/** The ids of the articles that match, the best first. */
export async function searchIds(
  db: Db,
  query: SearchQuery,
  limit: number,
  { scope = EVERY_ARTICLE, also = sql`1 = 1`, range }: SearchScope = {},
): Promise<FoundId[]> {
  const where = sql`${whereOf(query)} ${inRange(range)}`
  const seen = sql`${scope('a', { tab: query.tab ?? undefined })} and ${also}`
  const wanted = { clauses: query.clauses, where, seen, limit, range }
  const found = await indexOf(db).find(db, { ...wanted, among: AMONG * limit })
  return found.length >= limit ? found : indexOf(db).find(db, { ...wanted, among: null })
}

/** Of so many times as many of the best, somebody who sees most of the store sees enough. */
const AMONG = 3

const inRange = (range: IdRange | undefined): RawBuilder<unknown> =>
  range === undefined ? sql`` : sql`and a.id > ${range.after} and a.id <= ${range.upTo}`

/** Up to which article the index has come. */
export async function indexedTo(db: Db): Promise<number> {
  const query = db.selectFrom('derived_cursor').select('position').where('name', '=', 'search')
  return (await query.executeTakeFirst())?.position ?? 0
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

function whereOf({ language, from, to }: SearchQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`1 = 1`]
  if (language !== null) parts.push(sql`(lower(a.language) = ${language} or lower(a.language) like ${`${language}-%`})`)
  if (from !== null) parts.push(sql`a.published_at >= ${from}`)
  if (to !== null) parts.push(sql`a.published_at < ${to}`)
  return sql.join(parts, sql` and `)
}
