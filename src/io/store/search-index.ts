import { type RawBuilder, sql } from 'kysely'
import { type SearchDocument, searchDocument } from '../../core/text/search-document.ts'
import type { SearchClause } from '../../core/text/search-query.ts'
import { articlesById, type StoredArticle } from './articles.ts'
import { type Db, inTransaction, isPostgres, type Tx } from './dialect.ts'
import { fullTextsByKey } from './full-texts.ts'
import { postgresSearch } from './search-postgres.ts'
import { sqliteSearch } from './search-sqlite.ts'

export interface IndexedDocument {
  readonly article: StoredArticle
  readonly document: SearchDocument
}

/** The parts that differ between the databases. */
export interface SearchIndex {
  insert(tx: Tx, documents: readonly IndexedDocument[]): Promise<void>
  remove(tx: Tx, articles: readonly number[]): Promise<void>
  clear(tx: Tx): Promise<void>
  /** Merges a few pages of the parts that inserting left, in a transaction of its own. */
  mergeSome(db: Db): Promise<void>
  /** A select of the ids of articles in which everything wanted and nothing unwanted occurs, the latest first. */
  latest(
    wanted: readonly SearchClause[],
    unwanted: readonly SearchClause[],
    range: IdRange,
    most: number,
  ): RawBuilder<unknown>
  /** Whether one of some clauses matches the article called `a`, which is one of those that a select of ids gives. */
  matchesAny(clauses: readonly SearchClause[], among: RawBuilder<unknown>): RawBuilder<unknown>
}

/** The ids after one, up to another. */
export interface IdRange {
  readonly after: number
  readonly upTo: number
}

export const indexOf = (db: Db): SearchIndex => (isPostgres(db) ? postgresSearch : sqliteSearch)

/** Articles that are indexed at a time, and how long a step may go on with more of them. */
const ARTICLES_AT_A_TIME = 4
const STEP_MS = 4

/**
 * Advances the index: up to `limit` changed articles, and as many new ones, as far as a short step gets. Returns how many, 0 when it
 * has caught up. The cursor's row is the lock.
 */
export async function updateSearch(db: Db, limit: number): Promise<number> {
  // Called every few seconds: without work it must not take the write lock.
  if (!(await isBehind(db))) return 0
  const indexed = await inTransaction(db, async (tx) => {
    const over = performance.now() + STEP_MS
    let done = 0
    for (let left = limit; left > 0; left -= ARTICLES_AT_A_TIME) {
      const some = await indexSome(tx, Math.min(left, ARTICLES_AT_A_TIME))
      done += some
      if (some === 0 || performance.now() >= over) break
    }
    return done
  })
  await indexOf(db).mergeSome(db)
  return indexed
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
    return { article, document: searchDocument({ ...article, text }) }
  })
  await indexOf(tx).insert(tx, documents)
  await tx.updateTable('derived_cursor').set({ position: last }).where('name', '=', 'search').execute()
  return stale.length + fresh.length
}

async function isBehind(db: Db): Promise<boolean> {
  const cursor = db.selectFrom('derived_cursor').select('position').where('name', '=', 'search')
  // By the last id: PostgreSQL takes a third of all articles to come after an unknown one, and would read them all to find none.
  const last = db.selectFrom('article').select(({ fn }) => fn.max('id').as('id'))
  const { fresh, stale } = await db
    .selectNoFrom((eb) => [
      eb(last, '>', cursor).as('fresh'),
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

/** Up to which article the index has come. */
export async function indexedTo(db: Db): Promise<number> {
  const query = db.selectFrom('derived_cursor').select('position').where('name', '=', 'search')
  return (await query.executeTakeFirst())?.position ?? 0
}
