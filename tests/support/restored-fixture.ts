import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { tableNames } from '../../src/io/store/dialect.ts'
import { connected } from '../../src/io/store/open-store.ts'
import { type DatabaseKind, newDatabase } from './databases.ts'

const fixture = (name: string) => gunzipSync(readFileSync(new URL(`../fixtures/upgrade/${name}.gz`, import.meta.url)))

/** A database as the program of a commit wrote it. */
export async function restoredFixture(commit: string, kind: DatabaseKind) {
  const database = await newDatabase(kind)
  if (kind === 'sqlite') writeFileSync(database.address.replace('sqlite:', ''), fixture(`${commit}.db`))
  else {
    const client = new pg.Client({ connectionString: database.address })
    await client.connect()
    await client.query(fixture(`${commit}.sql`).toString())
    await client.end()
  }
  return database
}

export type Row = Readonly<Record<string, unknown>>

/** Every row of every table but the search index's own, read without changing the tables' form. */
export function rawTables(address: string): Promise<ReadonlyMap<string, readonly Row[]>> {
  return connected(address, async (db) => {
    const tables = new Map<string, readonly Row[]>()
    for (const name of (await tableNames(db)).sort()) {
      if (name.startsWith('search') || name.startsWith('sqlite_')) continue
      tables.set(name, (await sql<Row>`select * from ${sql.table(name)}`.execute(db)).rows)
    }
    await db.destroy()
    return tables
  })
}
