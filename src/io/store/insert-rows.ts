import { CompiledQuery } from 'kysely'
import { isPostgres, type Tx } from './dialect.ts'
import type { Tables } from './schema.ts'

/** Parameters one statement may carry; SQLite's limit is 32,766, PostgreSQL's 65,535. */
const MAX_PARAMETERS = 30_000

/** Texts of statements by what they do: a poll brings one row or twenty, seldom another number. */
const texts = new Map<string, string>()
const CACHED_TEXTS = 500

/**
 * Inserts many rows in one statement, or as few as the databases take. A query builder would walk every value of every
 * row; here the text depends on the number of rows alone and is made once (admission costs a third less).
 */
export async function insertRows<Table extends keyof Tables & string, Row extends object>(
  tx: Tx,
  table: Table,
  rows: readonly Row[],
  tail = '',
): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return []
  const columns = Object.keys(rows[0]!)
  const size = Math.floor(MAX_PARAMETERS / columns.length)
  const returned: Record<string, unknown>[] = []
  for (let from = 0; from < rows.length; from += size) {
    const batch = rows.slice(from, from + size)
    const text = insertText(isPostgres(tx), table, columns, batch.length, tail)
    const result = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, batch.flatMap(Object.values)))
    returned.push(...result.rows)
  }
  return returned
}

function insertText(postgres: boolean, table: string, columns: readonly string[], rows: number, tail: string): string {
  const key = `${postgres} ${table} ${columns.length} ${rows} ${tail}`
  const ready = texts.get(key)
  if (ready !== undefined) return ready
  let n = 0
  const place = () => (postgres ? `$${++n}` : '?')
  const row = () => `(${columns.map(place).join(', ')})`
  const text = `insert into ${table} (${columns.join(', ')}) values ${Array.from({ length: rows }, row).join(', ')} ${tail}`
  if (texts.size >= CACHED_TEXTS) texts.clear()
  texts.set(key, text)
  return text
}
