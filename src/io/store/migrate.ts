import { type Migration, Migrator, sql } from 'kysely'
import { Trouble } from '../../core/domain/trouble.ts'
import type { Db } from './dialect.ts'
import { house } from './migrations/0001-house.ts'

/** In the order they were made; a name, once released, is never changed. */
const migrations: Readonly<Record<string, Migration>> = { '0001-house': house }

/** Brings the database to this program's form. Two processes that start at once take turns. */
export async function migrate(db: Db): Promise<readonly string[]> {
  await refuseNewer(db)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** An older program would misread, and could spoil, what a newer one wrote. */
async function refuseNewer(db: Db): Promise<void> {
  const unknown = (await doneMigrations(db)).filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length === 0) return
  throw new Trouble(
    `the database was made by a newer Copytaster (it has "${unknown[0]}"): install that version, or restore a backup`,
  )
}

/** Which steps the database has seen, oldest first; none for an empty one. */
export async function doneMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'migration')) return []
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  return rows.map((row) => row.name)
}

/** Steps this program knows and the database has not seen. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const done = new Set(await doneMigrations(db))
  return Object.keys(migrations).filter((name) => !done.has(name))
}
