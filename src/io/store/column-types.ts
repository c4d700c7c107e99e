import { type Db, runText } from './dialect.ts'

/** By table and column. */
type Types = ReadonlyMap<string, string>

/** By the adapter, which a database shares with its transactions. */
const read = new WeakMap<object, Types>()

/** The types of columns on PostgreSQL, which lists of values have to name; read once, and again when a column is new. */
export function columnTypes(db: Db, table: string, columns: readonly string[]): Types | Promise<Types> {
  const types = read.get(db.getExecutor().adapter)
  return types !== undefined && columns.every((column) => types.has(`${table}.${column}`)) ? types : readTypes(db)
}

const TYPES = `select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped`

async function readTypes(db: Db): Promise<Types> {
  const rows = await runText<{ name: string; type: string }>(db, TYPES, [])
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  read.set(db.getExecutor().adapter, types)
  return types
}

/** Call after the tables were changed. */
export function forgetColumnTypes(db: Db): void {
  read.delete(db.getExecutor().adapter)
}
