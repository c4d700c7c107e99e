import { type Selectable, sql } from 'kysely'
import type { Article } from '../../core/domain/article.ts'
import type { Disposition } from '../../core/domain/disposition.ts'
import { FINAL_CATEGORY_VERSION } from '../../core/text/final-category.ts'
import { readingMinutes } from '../../core/text/reading-minutes.ts'
import { SANITIZER_VERSION } from '../../core/text/sanitize-html.ts'
import { type ArticleFilter, type ArticleScope, EVERY_ARTICLE } from './article-scope.ts'
import { toBytes, toHex } from './bytes.ts'
import type { Db } from './dialect.ts'
import type { TableRows } from './insert-rows.ts'
import type { ArticleBodyRow, ArticleRow } from './schema.ts'

/** An article with the fields that only the store has. */
export interface StoredArticle extends Article {
  readonly id: number
  /** How many other versions are stored. */
  readonly revision: number
  /** When its content last changed; null when it never did. */
  readonly updatedAt: number | null
}

/** An older, or a shorter, version of an article. */
export interface Revision {
  readonly n: number
  readonly at: number
  readonly title: string
  readonly body: string | null
  readonly text: string | null
  readonly contentHash: string
}

/** Selects articles, newest first. `before` is the last one of the page before. */
export interface ArticleQuery extends ArticleFilter {
  readonly limit: number
  readonly before?: { readonly published: number; readonly key: string }
  readonly from?: number
  readonly to?: number
}

/** Newest first. The key breaks ties: ids depend on the order of arrival, keys do not. */
export async function articlePage(
  db: Db,
  query: ArticleQuery,
  scope: ArticleScope = EVERY_ARTICLE,
): Promise<StoredArticle[]> {
  let select = db
    .selectFrom('article')
    .where(scope('article', query))
    .innerJoin('article_body', 'article_body.article_id', 'article.id')
    .selectAll()
    .orderBy('published_at', 'desc')
    .orderBy('key', 'desc')
    .limit(query.limit)
  const { before } = query
  if (before) {
    select = select
      .where('published_at', '<=', before.published)
      .where((eb) => eb.or([eb('published_at', '<', before.published), eb('key', '<', toBytes(before.key))]))
  }
  if (query.from !== undefined) select = select.where('published_at', '>=', query.from)
  if (query.to !== undefined) select = select.where('published_at', '<', query.to)
  return (await select.execute()).map(toArticle)
}

export async function articleById(
  db: Db,
  id: number,
  scope: ArticleScope = EVERY_ARTICLE,
): Promise<StoredArticle | null> {
  const row = await db
    .selectFrom('article')
    .innerJoin('article_body', 'article_body.article_id', 'article.id')
    .selectAll()
    .where('id', '=', id)
    .where(scope('article', {}))
    .executeTakeFirst()
  return row ? toArticle(row) : null
}

/** In the order of their ids. */
export async function articlesById(db: Db, ids: readonly number[]): Promise<StoredArticle[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('article')
    .innerJoin('article_body', 'article_body.article_id', 'article.id')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(toArticle)
}

/** The most keys in one query. */
const AT_ONCE = 10_000

/** Unordered; articles that no longer exist are left out. */
export async function articlesByKey(
  db: Db,
  keys: readonly string[],
  scope: ArticleScope = EVERY_ARTICLE,
): Promise<StoredArticle[]> {
  const found: StoredArticle[] = []
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const rows = await db
      .selectFrom('article')
      .innerJoin('article_body', 'article_body.article_id', 'article.id')
      .selectAll()
      .where('key', 'in', keys.slice(from, from + AT_ONCE).map(toBytes))
      .where(scope('article', {}))
      .execute()
    found.push(...rows.map(toArticle))
  }
  return found
}

/** An article without its texts, which are larger than all the rest. */
export type ArticleHead = Omit<StoredArticle, 'body' | 'text'>

/** For lists; unordered, and articles that no longer exist are left out. */
export async function articleHeads(
  db: Db,
  keys: readonly string[],
  scope: ArticleScope = EVERY_ARTICLE,
): Promise<ArticleHead[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('article')
    .selectAll()
    .where('key', 'in', keys.map(toBytes))
    .where(scope('article', {}))
    .execute()
  return rows.map(toHead)
}

/** Those of some articles that may be seen, by key. */
export async function visibleKeys(db: Db, keys: readonly string[], scope: ArticleScope): Promise<Set<string>> {
  const found = new Set<string>()
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = db
      .selectFrom('article')
      .select('key')
      .where('key', 'in', keys.slice(from, from + AT_ONCE).map(toBytes))
    for (const { key } of await some.where(scope('article', {})).execute()) found.add(toHex(key))
  }
  return found
}

/** Those of some articles whose content has changed since an instant, in the order of their keys. */
export async function revisedSince(db: Db, keys: readonly string[], since: number): Promise<StoredArticle[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('article')
    .innerJoin('article_body', 'article_body.article_id', 'article.id')
    .selectAll()
    .where('key', 'in', keys.slice(0, AT_ONCE).map(toBytes))
    .where('updated_at', '>', since)
    .orderBy('key')
    .execute()
  return rows.map(toArticle)
}

/** The totals of a span. */
export interface WindowTotals {
  readonly polls: number
  readonly successes: number
  /**
   * Entries first seen in it that led to an article, and articles first seen in it: the difference are duplicates. Backlog is
   * counted in neither.
   */
  readonly entries: number
  readonly articles: number
}

/** Counts polls, entries and articles of a span. */
export async function windowTotals(db: Db, from: number, to: number): Promise<WindowTotals> {
  const { rows } = await sql<Record<keyof WindowTotals | 'backlog', number | string | null>>`select
    (select count(*) from poll where at >= ${from} and at < ${to}) as polls,
    (select coalesce(sum(succeeded), 0) from poll where at >= ${from} and at < ${to}) as successes,
    (select count(*) from entry where first_seen_at >= ${from} and first_seen_at < ${to} and article_id is not null)
      as entries,
    (select count(*) from article where first_seen_at >= ${from} and first_seen_at < ${to}) as articles,
    (select count(*) from article where first_seen_at >= ${from} and first_seen_at < ${to} and backlog = 1) as backlog
    `.execute(db)
  const { polls, successes, entries, articles, backlog } = rows[0]!
  return {
    polls: Number(polls),
    successes: Number(successes),
    entries: Number(entries) - Number(backlog),
    articles: Number(articles) - Number(backlog),
  }
}

/** The feeds that listed an article, with the disposition of each entry. */
export interface ArticleOrigin {
  readonly feed: number
  readonly disposition: Disposition
  readonly firstSeen: number
}

/** The origins of an article, first one first. */
export async function originsOf(db: Db, article: number): Promise<ArticleOrigin[]> {
  const rows = await db
    .selectFrom('entry')
    .select(['feed_id', 'disposition', 'first_seen_at'])
    .where('article_id', '=', article)
    .orderBy('first_seen_at')
    .orderBy('feed_id')
    .execute()
  return rows.map((row) => ({
    feed: row.feed_id,
    disposition: row.disposition as Disposition,
    firstSeen: row.first_seen_at,
  }))
}

/** When the oldest stored article was first seen; null without articles. */
export async function firstSeenAt(db: Db): Promise<number | null> {
  const query = db.selectFrom('article').select('first_seen_at').orderBy('first_seen_at').limit(1)
  return (await query.executeTakeFirst())?.first_seen_at ?? null
}

/** How many entries have no article, or no longer have one. */
export async function hiddenEntries(db: Db): Promise<number> {
  const query = db.selectFrom('entry').select((eb) => eb.fn.countAll<number>().as('count'))
  return Number((await query.where('article_id', 'is', null).executeTakeFirstOrThrow()).count)
}

/** The article at an address, by the hash of its comparison key; null when there is none. */
export async function articleAtAddress(db: Db, urlKey: string): Promise<number | null> {
  const row = await db
    .selectFrom('entry')
    .select('article_id')
    .where('url_key', '=', toBytes(urlKey))
    .where('article_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.article_id ?? null
}

/** The other versions of an article, oldest first. */
export async function revisions(db: Db, article: number): Promise<Revision[]> {
  const rows = await db.selectFrom('revision').selectAll().where('article_id', '=', article).orderBy('n').execute()
  return rows.map((row) => ({
    n: row.n,
    at: row.at,
    title: row.title,
    body: row.html,
    text: row.text,
    contentHash: row.content_hash,
  }))
}

/** New articles under their ids, without their bodies. */
export function articlesOf(articles: readonly { readonly id: number; readonly article: Article }[]): TableRows {
  return { table: 'article', rows: articles.map(({ id, article }) => ({ id, ...toArticleRow(article) })) }
}

export function bodiesOf(articles: readonly { readonly id: number; readonly article: Article }[]): TableRows {
  const rows = articles.map(({ id, article }) => ({ article_id: id, ...bodyRow(article) }))
  return { table: 'article_body', rows }
}

/** The columns a revision may change: all but the identity and the first sighting. */
export function toArticleColumns(article: Article) {
  const { key, feed_id, first_seen_at, backlog, revision, updated_at, ...columns } = toArticleRow(article)
  return columns
}

function toArticleRow(article: Article): Omit<Selectable<ArticleRow>, 'id'> {
  return {
    key: toBytes(article.key),
    feed_id: article.feed,
    first_seen_at: article.firstSeen,
    backlog: Number(article.backlog),
    revision: 0,
    updated_at: null,
    tab: article.tab,
    rss_category: article.rssCategory,
    final_category: article.finalCategory,
    final_category_version: FINAL_CATEGORY_VERSION,
    source_name: article.sourceName,
    publisher: article.publisher,
    language: article.language,
    title: article.title,
    url: article.url,
    url_key: article.urlKey === null ? null : toBytes(article.urlKey),
    guid: article.guid,
    author: article.author,
    published_at: article.published,
    date_uncertain: Number(article.dateUncertain),
    date_zone_assumed: Number(article.dateZoneAssumed),
    description: article.description,
    categories: JSON.stringify(article.categories),
    media: JSON.stringify(article.media),
    word_count: article.wordCount,
    partial_content: Number(article.partialContent),
    content_hash: article.contentHash,
    provenance: article.provenance && JSON.stringify(article.provenance),
  }
}

export function bodyRow(article: Article): Omit<ArticleBodyRow, 'article_id'> {
  return { html: article.body, text: article.text, sanitizer_version: SANITIZER_VERSION }
}

export const toArticle = (row: Selectable<ArticleRow & ArticleBodyRow>): StoredArticle => ({
  ...toHead(row),
  body: row.html,
  text: row.text,
})

function toHead(row: Selectable<ArticleRow>): ArticleHead {
  return {
    id: row.id,
    key: toHex(row.key),
    feed: row.feed_id,
    tab: row.tab,
    rssCategory: row.rss_category,
    finalCategory: row.final_category,
    sourceName: row.source_name,
    publisher: row.publisher,
    language: row.language,
    title: row.title,
    url: row.url,
    urlKey: row.url_key && toHex(row.url_key),
    guid: row.guid,
    author: row.author,
    published: row.published_at,
    firstSeen: row.first_seen_at,
    backlog: row.backlog === 1,
    dateUncertain: row.date_uncertain === 1,
    dateZoneAssumed: row.date_zone_assumed === 1,
    description: row.description,
    categories: JSON.parse(row.categories),
    media: JSON.parse(row.media),
    wordCount: row.word_count,
    readingMinutes: readingMinutes(row.word_count),
    partialContent: row.partial_content === 1,
    contentHash: row.content_hash,
    provenance: row.provenance === null ? null : JSON.parse(row.provenance),
    revision: row.revision,
    updatedAt: row.updated_at,
  }
}
