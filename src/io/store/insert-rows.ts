import { columnTypes } from './column-types.ts'
import { isPostgres, runText, type Tx } from './dialect.ts'
import { listParameter } from './list-parameters.ts'
import type { Tables } from './schema.ts'

/** Rows per statement. More are no faster, and a prepared statement takes memory for each of its values. */
const MOST_ROWS = 64

const texts = new Map<string, string>()

/** The same on PostgreSQL, where a statement takes one list for each column; this bounds the memory of one message. */
const MOST_ROWS_AS_LISTS = 512

/**
 * Inserts many rows in few statements. On SQLite the text depends only on the number of rows, a power of two, so that each is
 * built and prepared once; a query builder would visit every value of every row.
 */
export async function insertRows<Table extends keyof Tables & string, Row extends object>(
  tx: Tx,
  table: Table,
  rows: readonly Row[],
  tail = '',
): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return []
  const columns = Object.keys(rows[0]!) as (keyof Row & string)[]
  const returned: Record<string, unknown>[] = []
  if (isPostgres(tx) && rows.length > 1) return insertLists(tx, { table, columns, tail }, rows)
  for (let from = 0, count = 0; from < rows.length; from += count) {
    count = Math.min(MOST_ROWS, 2 ** Math.floor(Math.log2(rows.length - from)))
    const text = insertText(table, columns, count, tail)
    for (const row of await runText<Record<string, unknown>>(tx, text, valuesOf(rows, columns, from, count)))
      returned.push(row)
  }
  return returned
}

/** What an insert of several rows is made of. */
interface Insert<Row> {
  readonly table: string
  readonly columns: readonly (keyof Row & string)[]
  readonly tail: string
}

async function insertLists<Row extends object>(
  tx: Tx,
  insert: Insert<Row>,
  rows: readonly Row[],
): Promise<Record<string, unknown>[]> {
  const { columns } = insert
  const types = await columnTypes(tx, insert.table, columns)
  const typeOf = (column: string) => types.get(`${insert.table}.${column}`)!
  const text = listsText(insert, typeOf)
  const returned: Record<string, unknown>[] = []
  for (let from = 0; from < rows.length; from += MOST_ROWS_AS_LISTS) {
    const some = rows.slice(from, from + MOST_ROWS_AS_LISTS)
    const lists = columns.map((column) =>
      listParameter(
        typeOf(column),
        some.map((row) => row[column]),
      ),
    )
    for (const row of await runText<Record<string, unknown>>(tx, text, lists)) returned.push(row)
  }
  return returned
}

function listsText<Row>({ table, columns, tail }: Insert<Row>, typeOf: (column: string) => string): string {
  const lists = columns.map((column) => `?::${typeOf(column)}[]`).join(', ')
  return `insert into ${table} (${columns.join(', ')}) select * from unnest(${lists}) ${tail}`
}

function valuesOf<Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row)[],
  from: number,
  count: number,
): unknown[] {
  const values: unknown[] = []
  for (let at = from; at < from + count; at++) {
    const row = rows[at]!
    for (const column of columns) values.push(row[column])
  }
  return values
}

function insertText(table: string, columns: readonly string[], rows: number, tail: string): string {
  const key = `${table} ${columns} ${rows} ${tail}`
  const ready = texts.get(key)
  if (ready !== undefined) return ready
  const row = `(${columns.map(() => '?').join(', ')})`
  const text = `insert into ${table} (${columns.join(', ')}) values ${Array(rows).fill(row).join(', ')} ${tail}`
  texts.set(key, text)
  return text
}
