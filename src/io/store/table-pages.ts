import { sql } from 'kysely'
import type { BackedUpTable } from './backup-tables.ts'
import type { Db } from './dialect.ts'

export type TableRow = Readonly<Record<string, unknown>>

const FIRST_ROWS = 64
const MOST_ROWS = 512
/** Characters and bytes of a page: the texts of a few hundred articles. */
const PAGE_SIZE = 4_000_000

/** All rows of a table in the order of its key, in pages of bounded size: next to large rows there are few. */
export async function* tablePages(db: Db, table: BackedUpTable): AsyncGenerator<readonly TableRow[]> {
  let limit = FIRST_ROWS
  for (let after: TableRow | null = null; ; ) {
    const page: readonly TableRow[] = await readPage(db, table, after, limit)
    if (page.length > 0) yield page
    if (page.length < limit) return
    after = page.at(-1)!
    limit = Math.max(1, Math.min(MOST_ROWS, 2 * limit, Math.floor((limit * PAGE_SIZE) / sizeOf(page))))
  }
}

function sizeOf(page: readonly TableRow[]): number {
  let size = 1
  for (const row of page)
    for (const value of Object.values(row))
      if (typeof value === 'string' || value instanceof Uint8Array) size += value.length
  return size
}

async function readPage(
  db: Db,
  { table, key }: BackedUpTable,
  after: TableRow | null,
  limit: number,
): Promise<TableRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const last = after && sql.join(key.map((column) => sql`${after[column]}`))
  const where = last === null ? sql`` : sql`where (${columns}) > (${last})`
  const page = sql<TableRow>`select * from ${sql.table(table)} ${where} order by ${columns} limit ${limit}`
  return (await page.execute(db)).rows
}

/** A value as JSON has it: bytes are written as base64. */
export function jsonValue(value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
}
