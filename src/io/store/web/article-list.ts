import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ArticleScope, articlesSeenBy, EVERY_ARTICLE } from '../article-scope.ts'
import { toBytes, toHex } from '../bytes.ts'
import type { Db } from '../dialect.ts'
import { chunksOf } from '../in-steps.ts'
import { seesEverything } from '../subscriptions.ts'

/** What a list of articles is limited to. */
export interface ListFilter {
  readonly tab?: string | undefined
  /** One of these feeds. */
  readonly feeds?: readonly number[] | undefined
  readonly language?: string | undefined
  readonly unread?: boolean | undefined
  readonly saved?: boolean | undefined
  /** What the reader's rules mute, and nothing else; without it, everything else. */
  readonly muted?: boolean | undefined
  /** First seen after an instant. */
  readonly seenAfter?: number | undefined
  /** First seen at an instant or before. */
  readonly seenUpTo?: number | undefined
  /** No article that came later: ids are given in the order of commits. */
  readonly upTo?: number | undefined
  /** No article that came before, nor this one. */
  readonly after?: number | undefined
}

/** A place in a list by time: everything that was first seen before it follows, or after it in a list with the oldest first. */
export interface ListPosition {
  readonly firstSeen: number
  readonly id: number
}

export interface ListedKey extends ListPosition {
  readonly key: string
  /** The feed that it was stored with. */
  readonly feed: number
}

/** A stretch of a list: what fits, and where to go on; null at the end. */
export interface ListStretch {
  readonly fitting: readonly ListedKey[]
  readonly next: ListPosition | null
}

interface ScannedRow {
  readonly id: number
  readonly key: Uint8Array
  readonly feed_id: number
  readonly first_seen_at: number
  readonly fits: number | boolean
}

/** The order of a list by time: the newest first, unless said otherwise. */
export interface ListOrder {
  readonly oldestFirst?: boolean | undefined
  /** By their ids, which is the order of commits, in place of the time at which they were first seen. */
  readonly byId?: boolean | undefined
}

/**
 * Looks at up to `length` articles, newest or oldest first, and gives those that fit a filter. A filter that few articles fit would
 * otherwise look at all of them in one statement, which nobody else could interrupt.
 */
export async function scanByTime(
  db: Db,
  reader: number,
  filter: ListFilter,
  from: ListPosition | null,
  length: number,
  { oldestFirst = false, byId = false }: ListOrder = {},
): Promise<ListStretch> {
  const fits = await condition(db, reader, filter)
  const [beyond, order] = oldestFirst ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  const place = byId
    ? sql`id ${beyond} ${from?.id ?? null}`
    : sql`(first_seen_at, id) ${beyond} (${from?.firstSeen ?? null}, ${from?.id ?? null})`
  const rest = from === null ? sql`1 = 1` : place
  const first = byId ? sql`` : sql`first_seen_at ${order},`
  const looked = filter.saved === true ? savedArticles(reader) : sql`article where`
  const { rows } =
    await sql<ScannedRow>`select id, key, feed_id, first_seen_at, (${fits}) as fits from ${looked} ${rest}
    order by ${first} id ${order} limit ${length}`.execute(db)
  return stretchOf(rows, length)
}

/** What a reader saved is little beside what is stored. A cross join keeps SQLite from looking at all articles first. */
const savedArticles = (reader: number) => sql`(select article_key from reader_article
  where reader_id = ${reader} and saved_at >= 0) saved cross join article where article.key = saved.article_key and`

/** The same for articles by their last score, best first; `skip` are those looked at before. */
export async function scanByScore(
  db: Db,
  reader: number,
  filter: ListFilter,
  skip: number,
  length: number,
): Promise<ListStretch> {
  const fits = await condition(db, reader, filter)
  const { rows } = await sql<ScannedRow>`select id, key, feed_id, first_seen_at, (${fits}) as fits from score
    join article on article.id = score.article_id where score.reader_id = ${reader}
    order by score.value desc, key limit ${length} offset ${skip}`.execute(db)
  return stretchOf(rows, length)
}

function stretchOf(rows: readonly ScannedRow[], length: number): ListStretch {
  const fitting = rows
    .filter(({ fits }) => Boolean(fits))
    .map((row) => ({ id: row.id, key: toHex(row.key), feed: row.feed_id, firstSeen: row.first_seen_at }))
  const last = rows.length < length ? undefined : rows.at(-1)
  return { fitting, next: last === undefined ? null : { firstSeen: last.first_seen_at, id: last.id } }
}

/** Lists are looked at in stretches of at most so many articles. */
const LONGEST = 1_000

async function condition(db: Db, reader: number, filter: ListFilter): Promise<RawBuilder<SqlBool>> {
  const scope = await scopeOf(db, reader)
  const parts = [scope('article', { tab: filter.tab, feeds: filter.feeds })]
  if (filter.language !== undefined) parts.push(sql`article.language = ${filter.language}`)
  if (filter.seenAfter !== undefined) parts.push(sql`article.first_seen_at > ${filter.seenAfter}`)
  if (filter.seenUpTo !== undefined) parts.push(sql`article.first_seen_at <= ${filter.seenUpTo}`)
  if (filter.upTo !== undefined) parts.push(sql`article.id <= ${filter.upTo}`)
  if (filter.after !== undefined) parts.push(sql`article.id > ${filter.after}`)
  const done = (what: 'read_at' | 'saved_at') =>
    sql`exists (select 1 from reader_article r where r.reader_id = ${reader} and r.article_key = article.key
      and ${sql.ref(`r.${what}`)} is not null)`
  if (filter.unread !== undefined) parts.push(filter.unread ? sql`not ${done('read_at')}` : sql`${done('read_at')}`)
  if (filter.saved !== undefined) parts.push(filter.saved ? sql`${done('saved_at')}` : sql`not ${done('saved_at')}`)
  const isMuted = sql`exists (select 1 from rule_hit h where h.reader_id = ${reader} and h.article_id = article.id
    and h.kind = 'mute')`
  parts.push(filter.muted === true ? sql`${isMuted}` : sql`not ${isMuted}`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

const scopeOf = async (db: Db, reader: number): Promise<ArticleScope> =>
  (await seesEverything(db, reader)) ? EVERY_ARTICLE : articlesSeenBy(reader, LONGEST)

/** Of some articles those that fit a filter. */
export async function fittingKeys(
  db: Db,
  reader: number,
  filter: ListFilter,
  keys: readonly string[],
): Promise<Set<string>> {
  const fits = await condition(db, reader, filter)
  const found = new Set<string>()
  for (const some of chunksOf(keys, LONGEST)) {
    const { rows } = await sql<{
      key: Uint8Array
    }>`select key from article where key in (${sql.join(some.map(toBytes))})
      and ${fits}`.execute(db)
    for (const { key } of rows) found.add(toHex(key))
  }
  return found
}

/** Of some articles by id those that a reader sees. */
export async function visibleIds(db: Db, reader: number, ids: readonly number[]): Promise<Set<number>> {
  const fits = await condition(db, reader, {})
  const found = new Set<number>()
  for (const some of chunksOf(ids, LONGEST)) {
    const { rows } = await sql<{ id: number }>`select id from article where id in (${sql.join(some)})
      and ${fits}`.execute(db)
    for (const { id } of rows) found.add(id)
  }
  return found
}

/** The keys of those of some articles that a reader sees, in the order of the ids. */
export async function keysSeen(db: Db, reader: number, ids: readonly number[]): Promise<string[]> {
  const scope = await scopeOf(db, reader)
  const keys = new Map<number, string>()
  for (const some of chunksOf(ids, LONGEST)) {
    const { rows } = await sql<{ id: number; key: Uint8Array }>`select id, key from article
      where id in (${sql.join(some)}) and ${scope('article', {})}`.execute(db)
    for (const { id, key } of rows) keys.set(id, toHex(key))
  }
  return ids.flatMap((id) => keys.get(id) ?? [])
}

/** The id of the article stored last; 0 without articles. */
export async function newestId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from article`.execute(db)
  return rows[0]?.id ?? 0
}
