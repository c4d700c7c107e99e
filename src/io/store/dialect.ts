import { setTimeout } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import type { types as pgTypes } from 'pg'
import type { StoreAddress } from './address.ts'
import { type Expected, refuseOther } from './expected-store.ts'
import type { LockHolds } from './lock-holds.ts'
import type { Tables } from './schema.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { isLostConnection } from './store-trouble.ts'

/** This file holds everything that differs between the two databases. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** Advisory lock numbers on PostgreSQL; they only have to be unique in the database. */
const ADMISSION_LOCK = 7_265_430_118
const EVENT_LOCK = 7_265_430_119
const MIGRATION_LOCK = 7_265_430_120
const SOURCE_LOCK = 7_265_430_121

const POOL_SIZE = 8

/** What a connection relies on, how long it waits for locks, and whom it tells. */
export interface DbOptions {
  readonly expected: Expected
  /** Called when a writer waits long for another process. */
  readonly onWait: () => void
  /** How long a writer waits for the write lock; by default a minute on SQLite and without end on PostgreSQL. */
  readonly patienceMs?: number
  /** On SQLite, whether this connection moves the write-ahead log into the file; by default it does. */
  readonly checkpoints?: boolean
  /** Where the times for which the write lock was held are kept. */
  readonly holds?: LockHolds
  /** Is told of every statement and of how many rows it gave: tests count what a request costs. */
  readonly onStatement?: OnStatement
}

export type OnStatement = (text: string, rows: number) => void

const RELIES_ON_NOTHING: DbOptions = { expected: { incarnation: null }, onWait: () => {} }

/** Every transaction begins by checking that the database is the expected one. */
export function openDb(address: StoreAddress, options: DbOptions = RELIES_ON_NOTHING): Db {
  const dialect = address.kind === 'sqlite' ? sqliteDialect(address, options) : postgresDialect(address, options)
  const db = new Kysely<Tables>({ dialect: told(dialect, options.onStatement) })
  if (options.holds !== undefined) holders.set(db, { name: 'open', holds: options.holds })
  return db
}

/** The same dialect, whose connections tell of their statements. */
function told(dialect: Dialect, onStatement: OnStatement | undefined): Dialect {
  if (onStatement === undefined) return dialect
  const known = new WeakSet<DatabaseConnection>()
  const telling = (connection: DatabaseConnection): DatabaseConnection => {
    if (known.has(connection)) return connection
    known.add(connection)
    const run = connection.executeQuery.bind(connection)
    return Object.assign(connection, {
      executeQuery: async <Row>(query: CompiledQuery) => {
        const result = await run<Row>(query)
        onStatement(query.sql, result.rows.length)
        return result
      },
    })
  }
  const createDriver = () => {
    const driver = dialect.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    return Object.assign(driver, { acquireConnection: async () => telling(await acquire()) })
  }
  return { ...dialect, createDriver }
}

/** For whom a handle of the database holds the lock, and where that is kept. */
interface Holder {
  readonly name: string
  readonly holds: LockHolds
}

const holders = new WeakMap<Db, Holder>()

/** A handle of the same database whose transactions are kept under a name. */
export function handleFor(db: Db, name: string): Db {
  const holder = holders.get(db)
  if (holder === undefined) return db
  const handle = db.withoutPlugins()
  holders.set(handle, { ...holder, name })
  return handle
}

function sqliteDialect(address: StoreAddress & { kind: 'sqlite' }, options: DbOptions): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver({ ...address, ...options }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** Loaded only when used: most installations have no PostgreSQL server, and every command would pay for the import. */
function postgresDialect(address: StoreAddress & { kind: 'postgres' }, options: DbOptions): Dialect {
  const config = {
    pool: async () => {
      const { default: pg } = await import('pg')
      const types = { getTypeParser: numbersAsNumbers(pg.types) }
      const pool = new pg.Pool({ connectionString: address.url, max: POOL_SIZE, types, application_name: 'copytaster' })
      // A server that goes away breaks idle connections; the next query reports it, and the process must not end.
      pool.on('error', () => {})
      // The same for a connection in use that breaks between two queries.
      pool.on('connect', (client) => client.on('error', () => {}))
      return pool
    },
  }
  const dialect = new PostgresDialect(config)
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new CheckingPostgresDriver(config, options),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

class CheckingPostgresDriver extends PostgresDriver {
  readonly #options: DbOptions

  constructor(config: PostgresDialectConfig, options: DbOptions) {
    super(config)
    this.#options = options
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { expected, patienceMs } = this.#options
    await super.beginTransaction(connection, settings)
    try {
      if (patienceMs !== undefined)
        await connection.executeQuery(CompiledQuery.raw(`set local lock_timeout = ${patienceMs}`))
      await refuseOther(expected, (query) => connection.executeQuery(CompiledQuery.raw(query)))
    } catch (error) {
      await this.rollbackTransaction(connection).catch(() => {})
      throw error
    }
  }
}

/**
 * PostgreSQL sends eight-byte integers as text, since they may not fit into a number; ours are instants and counts,
 * which do.
 */
function numbersAsNumbers({ builtins, getTypeParser }: typeof pgTypes): typeof getTypeParser {
  return ((oid: number, format?: 'text') =>
    oid === builtins.INT8 || oid === builtins.NUMERIC ? Number : getTypeParser(oid, format)) as typeof getTypeParser
}

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

const MOST_TRIES = 5
const FIRST_PAUSE_MS = 50

/**
 * Runs a transaction, and runs it again after a deadlock or serialization failure, or when the connection was lost before the
 * commit. A commit whose answer was lost may have happened, and is not tried again.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, null, work)
}

/** The same under one of the locks that PostgreSQL needs beside those of rows. */
async function transact<T>(db: Db, lock: number | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    let isCommitting = false
    const hold = startHold(db)
    try {
      const transaction = db.transaction().execute(async (tx) => {
        if (lock !== null) await takeLock(tx, lock)
        hold.begin()
        const done = await work(tx)
        isCommitting = true
        return done
      })
      return await transaction.finally(hold.end)
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      const isSafe = DEADLOCK_CODES.includes(code) || (!isCommitting && isLostConnection(error))
      if (tries === MOST_TRIES || !isSafe) throw error
      await setTimeout(FIRST_PAUSE_MS * 2 ** tries)
    }
  }
}

/** Measures how long a transaction holds its lock, which it has once `begin` is called. */
function startHold(db: Db): { readonly begin: () => void; readonly end: () => void } {
  const holder = holders.get(db)
  let since: number | null = null
  return {
    begin: () => {
      since = performance.now()
    },
    end: () => {
      if (since !== null) holder?.holds.record(holder.name, performance.now() - since)
    },
  }
}

/** serialization_failure and deadlock_detected of PostgreSQL. */
const DEADLOCK_CODES = ['40001', '40P01']

/** Runs under the admission lock, which serialises the decisions of all processes; commits or rolls back. */
export function underAdmissionLock<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, ADMISSION_LOCK, work)
}

/** Serialises changes of the source list: two processes that start together bring the same file. */
export function underSourceLock<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, SOURCE_LOCK, work)
}

/** Serialises schema migrations. */
export function underMigrationLock<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, MIGRATION_LOCK, work)
}

/**
 * Taken last before events are written, so that their ids are in commit order and a reader with a cursor misses none.
 */
export function takeEventLock(tx: Tx): Promise<void> {
  return takeLock(tx, EVENT_LOCK)
}

/** On SQLite the write transaction itself is the lock. */
async function takeLock(tx: Tx, lock: number): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
}

const RAW = CompiledQuery.raw('')

/**
 * Runs a statement of fixed text with `?` placeholders: for the statements of every poll, whose text a query builder
 * would build anew each time. Kysely's own raw query would also freeze the list of values, which takes longer than
 * filling it.
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

/** The most values in one list: SQLite takes 32,766 in a statement. */
const LONGEST_LIST = 8_192

const listTexts = new Map<string, string>()

/**
 * Like `runText`, for a statement with a list, written `(*)` after all other values. Lists are padded to a power of two
 * with their last value, so that there are few texts, each prepared once.
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

/** The suffix of a query that locks its rows until the transaction ends; SQLite has a single writer anyway. */
export function lockingRows(tx: Tx): string {
  return isPostgres(tx) ? 'for update' : ''
}

/** The tables in the schema of this connection. */
export async function tableNames(db: Db): Promise<string[]> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`.execute(
        db,
      )
    : await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
  return rows.map((row) => row.name)
}
