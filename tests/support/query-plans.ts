import { sql } from 'kysely'
import { type Db, isPostgres } from '../../src/io/store/dialect.ts'

/** How the database would carry out a statement. */
export interface StatementPlan {
  readonly text: string
  readonly plan: string
}

/** How the database would carry out some statements. PostgreSQL is asked to read tables whole only where it has no other way. */
export function plansOf(db: Db, texts: readonly string[]): Promise<StatementPlan[]> {
  return plans(db, texts, ['set enable_seqscan = off'])
}

/** The same as PostgreSQL chooses by what it knows of the tables, which must be large enough for an index to pay. */
export function chosenPlansOf(db: Db, texts: readonly string[]): Promise<StatementPlan[]> {
  return plans(db, texts, [])
}

function plans(db: Db, texts: readonly string[], settings: readonly string[]): Promise<StatementPlan[]> {
  return db.connection().execute(async (one) => {
    if (isPostgres(one)) for (const setting of settings) await sql.raw(setting).execute(one)
    const how = isPostgres(one) ? 'explain (generic_plan)' : 'explain query plan'
    const found = []
    for (const text of texts) {
      const { rows } = await sql.raw<Record<string, unknown>>(`${how} ${text}`).execute(one)
      found.push({ text, plan: rows.map((row) => Object.values(row).join(' ')).join('\n') })
    }
    return found
  })
}
