import { type RawBuilder, sql } from 'kysely'
import { toBytes } from './bytes.ts'
import type { Db } from './dialect.ts'
import type { IdRange } from './search-index.ts'

/* Ranking on PostgreSQL: only the best leave the server. Sending ten thousand titles, and counting words in them here, took three
   quarters of a search. */

/** What is ranked. */
export interface Candidates {
  /** Selects `id` and `in_title` of the articles of a range that match, the latest first, up to a number. */
  readonly hits: (range: IdRange, most: number) => RawBuilder<unknown>
  /** What an article, called `a`, must satisfy besides; null when nothing. */
  readonly fits: RawBuilder<unknown> | null
  readonly range: IdRange
  /** So many of them that came in last are ranked. */
  readonly most: number
}

/** An article with all that its rank depends on. */
export interface RankedArticle {
  readonly id: number
  readonly inTitle: number
  readonly published: number
  readonly key: Uint8Array
}

/** The best of some candidates, in no order, among them the best `limit`; and how many were ranked. */
export interface Ranking {
  readonly best: readonly RankedArticle[]
  readonly ranked: number
}

/** By how much more is looked at in the next statement when few candidates fit: each has to search the index anew. */
const GROWTH = 4

/** Most words in the title first, then the newest. */
export async function rankOnServer(db: Db, candidates: Candidates, limit: number): Promise<Ranking> {
  const { range, most } = candidates
  const best: RankedArticle[] = []
  let ranked = 0
  for (let upTo = range.upTo, length = most; ; length *= GROWTH) {
    const block = { range: { after: range.after, upTo }, length, most: most - ranked, limit }
    const { rows } = await blockQuery(candidates, block).execute(db)
    const { hits, last, fitting, top } = rows[0]!
    for (const [id, inTitle, published, key] of JSON.parse(top) as RankedTuple[])
      best.push({ id, inTitle, published, key: toBytes(key) })
    ranked += fitting
    upTo = (last ?? 0) - 1
    if (hits < length || ranked >= most || upTo <= range.after) return { best, ranked }
  }
}

type RankedTuple = readonly [id: number, inTitle: number, published: number, key: string]

interface Block {
  readonly range: IdRange
  /** So many hits are looked at, so many of them are ranked, and so many are given. */
  readonly length: number
  readonly most: number
  readonly limit: number
}

interface BlockRow {
  readonly hits: number
  /** The id of the last hit. */
  readonly last: number | null
  readonly fitting: number
  readonly top: string
}

function blockQuery({ hits, fits }: Candidates, { range, length, most, limit }: Block): RawBuilder<BlockRow> {
  const ranked = fits === null ? sql`hit` : sql`fit`
  const listed = fits === null ? ofTheFirstPage(limit) : sql`select * from fit`
  return sql<BlockRow>`
    with hit as materialized (${hits(range, length)}),
      fit as materialized (${fits === null ? sql`select 1` : fitting(fits, most)})
    select (select count(*) from hit) as hits, (select min(id) from hit) as last, (select count(*) from ${ranked}) as fitting,
      (select coalesce(json_agg(json_build_array(id, in_title, published_at, encode(key, 'hex'))), '[]')::text
        from (select * from (${listed}) one order by in_title desc, published_at desc, key desc limit ${limit}) best) as top`
}

/**
 * One article is looked up for each hit: left to choose, the planner also reads the whole table to find ten thousand rows of it.
 * `offset 0` keeps it from doing so: https://www.postgresql.org/docs/current/queries-table-expressions.html#QUERIES-LATERAL
 */
const ARTICLE_OF_HIT = sql`cross join lateral (select * from article where id = hit.id offset 0) a`

const fitting = (fits: RawBuilder<unknown>, most: number): RawBuilder<unknown> =>
  sql`select hit.id, hit.in_title, a.published_at, a.key from hit ${ARTICLE_OF_HIT} where ${fits}
    order by hit.id desc limit ${most}`

/** Of most hits the number of words in the title says that they are not among the first: their articles need not be read. */
const ofTheFirstPage = (limit: number): RawBuilder<unknown> =>
  sql`select hit.id, hit.in_title, a.published_at, a.key from hit ${ARTICLE_OF_HIT} where hit.in_title >=
    coalesce((select in_title from hit order by in_title desc offset ${limit - 1} limit 1), 0)`
