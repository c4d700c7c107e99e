import { type Db, runText } from './dialect.ts'

/** Rows that carry the version of the code that derived them. */
export interface VersionedRows {
  readonly table: 'print' | 'article_body' | 'revision' | 'full_text' | 'article'
  readonly column: string
  /** Which of them count. */
  readonly only?: string
}

/**
 * The newest version below one; null when no row is behind, which is almost always so. It is asked by itself: PostgreSQL takes a
 * version that it does not know for that of most rows, and would read the whole table in the order of the rows, to find nothing.
 */
export async function versionBehind(
  db: Db,
  { table, column, only }: VersionedRows,
  below: number,
): Promise<number | null> {
  const where = only === undefined ? '' : `${only} and `
  const text = `select max(${column}) as version from ${table} where ${where}${column} < ?`
  const [row] = await runText<{ version: number | null }>(db, text, [below])
  return row!.version
}
