import { type RawBuilder, sql } from 'kysely'
import { toBytes } from './bytes.ts'
import type { Db } from './dialect.ts'

/* Ranking on PostgreSQL: only the best leave the server. Sending ten thousand titles, and counting words in them here, took three
   quarters of a search. */

/** An article with all that its rank depends on. */
export interface RankedArticle {
  readonly id: number
  readonly inTitle: number
  readonly published: number
  readonly key: Uint8Array
}

/** The best of some candidates, in no order, among them the best `limit`; how many were ranked, and how many had all words in the title. */
export interface Ranking {
  readonly best: readonly RankedArticle[]
  readonly ranked: number
  readonly titled: number
}

interface RankingRow {
  readonly ranked: number
  readonly titled: number
  readonly top: string
}

/**
 * Ranks what a select of `id` and `in_title` gives: most words in the title first, then the newest. `mostInTitle` is what `in_title` is at most.
 * Of most hits the number of words in the title says that they are not among the first: their articles need not be read.
 */
export async function rankOnServer(
  db: Db,
  hits: RawBuilder<unknown>,
  mostInTitle: number,
  limit: number,
): Promise<Ranking> {
  const query = sql<RankingRow>`with hit as materialized (${hits})
    select (select count(*) from hit) as ranked, (select count(*) from hit where in_title = ${mostInTitle}) as titled,
      (select coalesce(json_agg(json_build_array(id, in_title, published_at, encode(key, 'hex'))), '[]')::text
        from (select hit.id, hit.in_title, a.published_at, a.key from hit ${ARTICLE_OF_HIT} where hit.in_title >=
          coalesce((select in_title from hit order by in_title desc offset ${limit - 1} limit 1), 0)
          order by in_title desc, published_at desc, key desc limit ${limit}) best) as top`
  const { rows } = await query.execute(db)
  const { ranked, titled, top } = rows[0]!
  return { best: toRanked(top), ranked: Number(ranked), titled: Number(titled) }
}

/**
 * One article is looked up for each hit: left to choose, the planner also reads the whole table to find ten thousand rows of it.
 * `offset 0` keeps it from doing so: https://www.postgresql.org/docs/current/queries-table-expressions.html#QUERIES-LATERAL
 */
const ARTICLE_OF_HIT = sql`cross join lateral (select * from article where id = hit.id offset 0) a`

type RankedTuple = readonly [id: number, inTitle: number, published: number, key: string]

const toRanked = (top: string): RankedArticle[] =>
  (JSON.parse(top) as RankedTuple[]).map(([id, inTitle, published, key]) => ({
    id,
    inTitle,
    published,
    key: toBytes(key),
  }))
