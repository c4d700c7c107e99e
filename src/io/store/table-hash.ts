import { createHash } from 'node:crypto'
import { jsonValue, type TableRow } from './table-pages.ts'

/** The number of rows of a table and a hash of what they hold. */
export interface TableSum {
  readonly rows: number
  readonly hash: string
}

export interface TableHash {
  readonly add: (rows: readonly TableRow[]) => void
  readonly sum: () => TableSum
}

const MODULUS_MASK = (1n << 256n) - 1n

/**
 * Additive set hash: the SHA-256 of each row, added modulo 2^256. Rows come in any order, since PostgreSQL may sort text by the
 * rules of a language. A row is JSON with its columns by name, whose order differs between databases too.
 */
export function createTableHash(): TableHash {
  let rows = 0
  let total = 0n
  let columns: readonly string[] = []
  return {
    add(page) {
      if (rows === 0 && page.length > 0) columns = Object.keys(page[0]!).sort()
      for (const row of page) {
        const text = JSON.stringify(columns.map((column) => jsonValue(row[column])))
        total = (total + BigInt(`0x${sha256(text)}`)) & MODULUS_MASK
      }
      rows += page.length
    },
    sum: () => ({ rows, hash: sha256(JSON.stringify([columns, rows, total.toString(16)])) }),
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const isSameSum = (one: TableSum, other: TableSum): boolean => one.rows === other.rows && one.hash === other.hash
