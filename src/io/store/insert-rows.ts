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

/** Rows of one table, and what follows the values in their statement. */
export interface TableRows {
  readonly table: keyof Tables & string
  readonly rows: readonly object[]
  readonly tail?: string
}

/**
 * Inserts into tables, in an order in which rows may need those of earlier tables; on PostgreSQL by one statement, each of which costs
 * more than a few rows, and checks references at its end. Gives what the last of the tables with rows returns.
 */
export async function insertIntoTables(tx: Tx, tables: readonly TableRows[]): Promise<Record<string, unknown>[]> {
  const filled = tables.filter(({ rows }) => rows.length > 0)
  const areFew = filled.every(({ rows }) => rows.length <= MOST_ROWS_AS_LISTS)
  if (!isPostgres(tx) || filled.length < 2 || !areFew) {
    let returned: Record<string, unknown>[] = []
    for (const { table, rows, tail } of filled) returned = await insertRows(tx, table, rows, tail)
    return returned
  }
  const parts: string[] = []
  const values: unknown[] = []
  for (const { table, rows, tail = '' } of filled) {
    const columns = Object.keys(rows[0]!)
    const { text, listsOf } = await listInsert<Record<string, unknown>>(tx, { table, columns, tail })
    parts.push(text)
    values.push(...listsOf(rows as readonly Record<string, unknown>[]))
  }
  const last = parts.pop()
  return runText(tx, `with ${parts.map((part, n) => `t${n} as (${part})`).join(', ')} ${last}`, values)
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
  const { text, listsOf } = await listInsert(tx, insert)
  const returned: Record<string, unknown>[] = []
  for (let from = 0; from < rows.length; from += MOST_ROWS_AS_LISTS) {
    const some = rows.slice(from, from + MOST_ROWS_AS_LISTS)
    for (const row of await runText<Record<string, unknown>>(tx, text, listsOf(some))) returned.push(row)
  }
  return returned
}

/** The text of an insert by lists, and how rows become the lists. */
async function listInsert<Row extends object>(tx: Tx, { table, columns, tail }: Insert<Row>) {
  const types = await columnTypes(tx, table, columns)
  const typeOf = (column: string) => types.get(`${table}.${column}`)!
  const lists = columns.map((column) => `?::${typeOf(column)}[]`).join(', ')
  const text = `insert into ${table} (${columns.join(', ')}) select * from unnest(${lists}) ${tail}`
  const listOf = (rows: readonly Row[], column: keyof Row & string) =>
    listParameter(
      typeOf(column),
      rows.map((row) => row[column]),
    )
  return { text, listsOf: (rows: readonly Row[]) => columns.map((column) => listOf(rows, column)) }
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
