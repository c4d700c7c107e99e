import { sql } from 'kysely'
import { toHex } from '../bytes.ts'
import type { Db } from '../dialect.ts'
import { HAS } from './subscriptions.ts'

/** An article of a feed that rarely writes. */
export interface RareArticle {
  readonly key: string
  readonly feed: number
}

/** What counts as rare and as recent. */
export interface RareSpan {
  /** Feeds that published at most so many articles since `from` write rarely. */
  readonly most: number
  readonly from: number
  /** Articles published since are recent. */
  readonly recentFrom: number
}

/** Feeds followed by a reader, but not hidden. */
const followed = (reader: number) => sql`from source s join feed f on f.source_id = s.id
  left join subscription u on u.source_id = s.id and u.reader_id = ${reader}
  where ${HAS} and coalesce(u.hidden, 0) = 0`

/** How many feeds a reader follows. */
export async function countFollowed(db: Db, reader: number): Promise<number> {
  const { rows } = await sql<{ feeds: number | string }>`select count(*) as feeds ${followed(reader)}`.execute(db)
  return Number(rows[0]!.feeds)
}

/**
 * Recent articles of the followed feeds that write rarely, newest first. Of a feed that is neither followed nor reaches back for the
 * whole span nobody knows how often it writes. Each feed takes a few steps in an index, however much it wrote.
 */
export async function rareArticles(
  db: Db,
  reader: number,
  { most, from, recentFrom }: RareSpan,
  limit: number,
): Promise<RareArticle[]> {
  const of = (condition: ReturnType<typeof sql>) =>
    sql`(select 1 from article a where a.feed_id = f.id and ${condition})`
  const { rows } = await sql<{ key: Uint8Array; feed_id: number }>`with rare as (
      select f.id ${followed(reader)} and exists ${of(sql`a.published_at >= ${recentFrom}`)}
      and not exists ${of(sql`a.published_at >= ${from} limit 1 offset ${most}`)}
      and (s.created_at < ${from} or exists ${of(sql`a.published_at < ${from}`)}))
    select a.key, a.feed_id from rare cross join article a
    where a.feed_id = rare.id and a.published_at >= ${recentFrom}
    order by a.published_at desc, a.key limit ${limit}`.execute(db)
  return rows.map(({ key, feed_id }) => ({ key: toHex(key), feed: feed_id }))
}
