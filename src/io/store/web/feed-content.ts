import { sql } from 'kysely'
import type { Db } from '../dialect.ts'

/** How many of a feed's newest articles are looked at. */
const NEWEST = 10

/** For each feed with articles the share of its newest that have their whole text: one statement, few rows of an index per feed. */
export async function wholeTextShares(db: Db, feeds: readonly number[]): Promise<Map<number, number>> {
  if (feeds.length === 0) return new Map()
  const newest = feeds.map(
    (feed) => sql`select feed_id, partial from (select feed_id, partial_content as partial from article
      where feed_id = ${feed} order by id desc limit ${NEWEST}) newest`,
  )
  const { rows } = await sql<{ feed_id: number; share: number | string }>`select feed_id, avg(1.0 - partial) as share
    from (${sql.join(newest, sql` union all `)}) articles group by feed_id`.execute(db)
  return new Map(rows.map(({ feed_id, share }) => [feed_id, Number(share)]))
}
