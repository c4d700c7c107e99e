import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

/** Made from other tables, in whatever layout the full-text index likes. */
const isDerived = (name) => name.startsWith('search')

/** Writes each table of a SQLite store as JSON Lines in sorted order; bytes as their hash. */
export function writeTables(path, folder) {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(path, { readOnly: true })
  const tables = db.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'").all()
  for (const { name } of tables.filter((table) => !isDerived(table.name))) {
    const rows = db.prepare(`select * from "${name}"`).all()
    const lines = rows.map((row) => JSON.stringify(row, (_, value) => plain(value))).sort()
    writeFileSync(join(folder, `${name}.jsonl`), lines.map((line) => `${line}\n`).join(''))
  }
  db.close()
}

function plain(value) {
  if (typeof value === 'bigint') return String(value)
  return ArrayBuffer.isView(value) ? createHash('sha256').update(value).digest('hex') : value
}
