import { sql } from 'kysely'
import { type Db, isPostgres } from './dialect.ts'

/**
 * PostgreSQL plans a prepared statement for tables as they are at that moment, and plans it anew when they are analysed. A first pass fills
 * empty tables with tens of thousands of rows before its autovacuum, which looks once a minute, has analysed any: with plans for
 * empty tables each look-up reads them from end to end.
 */
const TABLES = ['entry', 'article', 'article_body', 'print', 'membership', 'story'].map((name) => sql.table(name))

/** With fewer articles any plan will do. */
const LEAST = 1_000

/** The newest article when this process began to write, or had the tables analysed. */
const analyzedAt = new WeakMap<Db, number>()

/** Analyses the tables of articles each time that their number has doubled; `newest` is the id of the last one that was written. */
export async function analyzeWhenGrown(db: Db, newest: number): Promise<void> {
  if (!isPostgres(db)) return
  const before = analyzedAt.get(db)
  if (before !== undefined && newest < Math.max(LEAST, 2 * before)) return
  analyzedAt.set(db, newest)
  if (before === undefined) return
  // What was admitted is stored, whatever becomes of this; a table that somebody else changes is left out.
  await sql`analyze (skip_locked) ${sql.join(TABLES)}`.execute(db).catch(() => {})
}
