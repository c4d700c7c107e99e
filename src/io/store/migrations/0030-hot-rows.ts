import { sql } from 'kysely'
import { isPostgres, type Tx } from '../dialect.ts'

/**
 * Room on the page for the next version of a row that changes all the time: it then needs no new entry in the indexes whose columns stay
 * (leases, daily counters, cursors). Feeds and due times move in an index at every poll; for them the room only keeps the version near.
 * https://www.postgresql.org/docs/current/storage-hot.html
 */
const FILLED = [
  ['host', 70],
  ['feed', 80],
  ['feed_day', 80],
  ['derived_cursor', 20],
] as const

/** Few rows that change often are cleaned up by their number of changes, not by their share of a large table. */
const OFTEN = 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500'
/** Of large tables to which rows are added the planner needs to hear more often than after every tenth row. */
const GROWING = 'autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05'

/** Settings of PostgreSQL's tables for how they are used. */
export async function hotRows(tx: Tx): Promise<void> {
  if (!isPostgres(tx)) return
  for (const [table, share] of FILLED) {
    await sql.raw(`alter table ${table} set (fillfactor = ${share}, ${OFTEN})`).execute(tx)
  }
  for (const table of ['article', 'article_body', 'entry', 'membership', 'print', 'search', 'poll', 'event']) {
    await sql.raw(`alter table ${table} set (${GROWING})`).execute(tx)
  }
}
