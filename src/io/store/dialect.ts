import {
  CompiledQuery,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type Transaction,
} from 'kysely'
import type { types as pgTypes } from 'pg'
import type { StoreAddress } from './address.ts'
import type { Tables } from './schema.ts'
import { SqliteDriver } from './sqlite-driver.ts'

/** Everything that differs between the two databases stands in this file. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** The locks on PostgreSQL; the numbers only have to be ours alone in the database. */
const ADMISSION_LOCK = 7_265_430_118
const EVENT_LOCK = 7_265_430_119
const MIGRATION_LOCK = 7_265_430_120
const SOURCE_LOCK = 7_265_430_121

const POOL_SIZE = 8

export function openDb(address: StoreAddress): Db {
  return new Kysely<Tables>({ dialect: address.kind === 'sqlite' ? sqliteDialect(address) : postgresDialect(address) })
}

function sqliteDialect(address: StoreAddress & { kind: 'sqlite' }): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(address.path, address.synchronous),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Loaded only where it is spoken to: most houses have no such server, and every command would pay for it. */
function postgresDialect(address: StoreAddress & { kind: 'postgres' }): Dialect {
  return new PostgresDialect({
    pool: async () => {
      const { default: pg } = await import('pg')
      const types = { getTypeParser: numbersAsNumbers(pg.types) }
      const pool = new pg.Pool({ connectionString: address.url, max: POOL_SIZE, types, application_name: 'copytaster' })
      // A server that goes away breaks idle connections; the next query says so, and must not be the end of the process.
      pool.on('error', () => {})
      return pool
    },
  })
}

/** PostgreSQL sends eight-byte integers as text, since they may not fit; ours are instants and counts, which do. */
function numbersAsNumbers({ builtins, getTypeParser }: typeof pgTypes): typeof getTypeParser {
  return ((oid: number, format?: 'text') =>
    oid === builtins.INT8 || oid === builtins.NUMERIC ? Number : getTypeParser(oid, format)) as typeof getTypeParser
}

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** One transaction, tried again when two of them stood in each other's way and the server ended ours. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries === 5 || !DEADLOCK_CODES.includes((error as { code?: string }).code ?? '')) throw error
    }
  }
}

/** serialization_failure and deadlock_detected of PostgreSQL. */
const DEADLOCK_CODES = ['40001', '40P01']

/** Runs under the lock that makes all processes decide as one, and commits or leaves no trace. */
export function underAdmissionLock<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await takeLock(tx, ADMISSION_LOCK)
    return work(tx)
  })
}

/** One process at a time changes the list of sources: two that start together bring the same file. */
export function underSourceLock<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await takeLock(tx, SOURCE_LOCK)
    return work(tx)
  })
}

/** One process at a time changes the tables' form. */
export function underMigrationLock<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await takeLock(tx, MIGRATION_LOCK)
    return work(tx)
  })
}

/**
 * Taken as the last thing before events are written, so that their ids are in the order of commits and a listener
 * that follows them misses none.
 */
export function takeEventLock(tx: Tx): Promise<void> {
  return takeLock(tx, EVENT_LOCK)
}

/** On SQLite the transaction itself is the lock. */
async function takeLock(tx: Tx, lock: number): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
}

const RAW = CompiledQuery.raw('')

/**
 * Runs a statement of a fixed text, its places written `?`: what every poll does several times over, for which a query
 * builder would make the same text anew each time. Kysely's own raw query would also freeze the list of values, which
 * takes longer than to fill it.
 */
export async function runText<Row>(tx: Db, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  const own = isPostgres(tx) ? numbered(text) : text
  const { rows } = await tx.executeQuery<Row>({ ...RAW, sql: own, parameters })
  return rows
}

const postgresTexts = new Map<string, string>()

function numbered(text: string): string {
  const ready = postgresTexts.get(text)
  if (ready !== undefined) return ready
  let n = 0
  const own = text.replace(/\?/g, () => `$${++n}`)
  postgresTexts.set(text, own)
  return own
}

/** As many values as one list may name: SQLite takes 32,766 in a statement. */
const LONGEST_LIST = 8_192

const listTexts = new Map<string, string>()

/**
 * As `runText`, for a statement about a list, which is written `(*)` and comes after all other values. Lists are filled
 * up to a power of two with their last one, so that there are few texts, each prepared once.
 */
export async function runOnList<Row>(
  tx: Db,
  text: string,
  list: readonly unknown[],
  before: readonly unknown[] = [],
): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; from < list.length; from += LONGEST_LIST) {
    const some = list.slice(from, from + LONGEST_LIST)
    const length = 2 ** Math.ceil(Math.log2(some.length))
    const parameters = [...before, ...some]
    while (parameters.length < before.length + length) parameters.push(some.at(-1))
    rows.push(...(await runText<Row>(tx, listText(text, length), parameters)))
  }
  return rows
}

function listText(text: string, length: number): string {
  const key = `${length} ${text}`
  const ready = listTexts.get(key) ?? text.replace('(*)', `(${Array(length).fill('?').join(', ')})`)
  listTexts.set(key, ready)
  return ready
}

/** What a question ends with whose rows nobody else may change until the transaction ends; SQLite has one writer anyway. */
export function lockingRows(tx: Tx): string {
  return isPostgres(tx) ? 'for update' : ''
}

/** The tables there are, in the schema this connection writes to. */
export async function tableNames(db: Db): Promise<string[]> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(
        db,
      )
    : await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
  return rows.map((row) => row.name)
}
