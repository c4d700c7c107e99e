import { setTimeout } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type Transaction,
} from 'kysely'
import type { StoreAddress } from './address.ts'
import type { Expected } from './expected-store.ts'
import { startHoldTimer } from './hold-timer.ts'
import type { HoldStage, LockHolds } from './lock-holds.ts'
import { allDone, type FixedQuery, PipeliningPostgresDriver, type SentResult } from './postgres-driver.ts'
import type { Tables } from './schema.ts'
import { type Checkpoints, type MappedQuery, SqliteDriver } from './sqlite-driver.ts'
import { isLostConnection } from './store-trouble.ts'

/** This file holds everything that differs between the two databases. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** Advisory lock numbers on PostgreSQL; they only have to be unique in the database. */
const ADMISSION_LOCK = 7_265_430_118
const EVENT_LOCK = 7_265_430_119
const MIGRATION_LOCK = 7_265_430_120
const SOURCE_LOCK = 7_265_430_121
/**
 * How long a transaction that holds the admission lock may wait for its process. A process that is frozen admits for ten seconds more (`elect.ts`): by
 * then the lock is free, also when a second transaction of that process waited for it behind the first.
 */
const HOLDER_IDLE_MS = 5_000

/** What a connection relies on, how long it waits for locks, and whom it tells. */
export interface DbOptions {
  readonly expected: Expected
  /** Called when a writer waits long for another process. */
  readonly onWait: () => void
  /** How long a writer waits for the write lock; by default a minute on SQLite and without end on PostgreSQL. */
  readonly patienceMs?: number
  /** On SQLite, how often this connection moves the write-ahead log into the file. */
  readonly checkpoints?: Checkpoints
  /** Where the times for which the write lock was held are kept. */
  readonly holds?: LockHolds
  /** On SQLite, called when a transaction of this connection takes the write lock, has had it for long, and gives it back. */
  readonly onHold?: (stage: HoldStage) => void
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
        const result: SentResult<Row> = await run<Row>(query)
        const told = (answer: QueryResult<Row>) => {
          onStatement(query.sql, answer.rows.length)
          return answer
        }
        if (result.answer === undefined) return told(result)
        const answer = result.answer.then(told)
        answer.catch(() => {})
        return { ...result, answer }
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

function postgresDialect(address: StoreAddress & { kind: 'postgres' }, options: DbOptions): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PipeliningPostgresDriver({ ...address, ...options }),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
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
  return transact(db, takesNoLock, work)
}

/** Starts the work of a transaction when it has its lock, and calls `begin` then. */
type Begin = <T>(tx: Tx, begin: () => void, work: (tx: Tx) => Promise<T>) => Promise<T>

const takesNoLock: Begin = (tx, begin, work) => {
  begin()
  return work(tx)
}

const under =
  (lock: number, text = LOCK): Begin =>
  async (tx, begin, work) => {
    await takeLock(tx, lock, text)
    begin()
    return work(tx)
  }

/** The first question of the work leaves with the request for the lock. */
const askingUnderAdmissionLock: Begin = async (tx, begin, work) => {
  const locked = () => takeLock(tx, ADMISSION_LOCK, ADMISSION).then(begin)
  const [, done] = await together(tx, [locked, () => work(tx)])
  return done
}

/** The same under one of the locks that PostgreSQL needs beside those of rows. */
async function transact<T>(db: Db, started: Begin, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    let isCommitting = false
    const hold = startHold(db)
    try {
      const transaction = db.transaction().execute(async (tx) => {
        const done = await started(tx, hold.begin, work)
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
  let timer: ReturnType<typeof startHoldTimer> | null = null
  return {
    begin: () => {
      timer = startHoldTimer()
    },
    end: () => {
      if (timer !== null) holder?.holds.record(holder.name, timer())
    },
  }
}

/** serialization_failure and deadlock_detected of PostgreSQL. */
const DEADLOCK_CODES = ['40001', '40P01']

/** Runs under the admission lock, which serialises the decisions of all processes; commits or rolls back. */
export function underAdmissionLock<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, under(ADMISSION_LOCK, ADMISSION), work)
}

/**
 * The same for work that begins with a question: it is started at once, and on PostgreSQL the server answers when it has the lock. Until
 * the first answer nothing is known to be locked.
 */
export function askUnderAdmissionLock<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, askingUnderAdmissionLock, work)
}

/** Serialises changes of the source list: two processes that start together bring the same file. */
export function underSourceLock<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, under(SOURCE_LOCK), work)
}

/** Serialises schema migrations. A step may compute for as long as it takes between two statements. */
export function underMigrationLock<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db, under(MIGRATION_LOCK), async (tx) => {
    if (isPostgres(tx)) await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    return work(tx)
  })
}

/** Nobody may have to wait longer for a lock. */
const TABLE_LOCK_MS = 50

/** lock_not_available, query_canceled by a time limit, and insufficient_privilege of PostgreSQL. */
const REFUSED_CODES = ['55P03', '57014', '42501']

/**
 * Changes tables of a PostgreSQL that is in use. Who waits for a table keeps others from it, so this waits only briefly for its locks. Null
 * when it cannot have them now, or when the program may not change tables.
 */
export async function changeTables<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T | null> {
  try {
    return await inTransaction(db, async (tx) => {
      await sql.raw(`set local lock_timeout = ${TABLE_LOCK_MS}`).execute(tx)
      await takeLock(tx, MIGRATION_LOCK, LOCK)
      return work(tx)
    })
  } catch (error) {
    if (REFUSED_CODES.includes((error as { code?: string }).code ?? '')) return null
    throw error
  }
}

/**
 * The condition, always true, of the statement that writes events on PostgreSQL: it takes a lock before the first row gets its id, so
 * that ids are in commit order and a reader with a cursor misses none. The lock is the last that a transaction takes.
 */
export const UNDER_EVENT_LOCK = `(select pg_advisory_xact_lock(${EVENT_LOCK})) is not null`

const LOCK = 'select pg_advisory_xact_lock(?)'
/** With its limit in one statement: it is the first of every admission. */
const ADMISSION = `select pg_advisory_xact_lock(?), set_config('idle_in_transaction_session_timeout', '${HOLDER_IDLE_MS}', true)`

/** On SQLite the write transaction itself is the lock. */
async function takeLock(tx: Tx, lock: number, text: string): Promise<void> {
  if (isPostgres(tx)) await runText(tx, text, [lock])
}

/** Work of one transaction of which no part needs another's result. */
type Parts = readonly (() => Promise<unknown>)[]
type ResultsOf<T extends Parts> = { -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }

/**
 * Runs parts of a transaction that do not depend on each other. On PostgreSQL their statements are sent together and waited for once;
 * the statement that the first part begins with is the first to be carried out. SQLite answers at once, so they run one after the
 * other there.
 */
export async function together<const T extends Parts>(tx: Db, parts: T): Promise<ResultsOf<T>> {
  if (isPostgres(tx)) return (await allDone(parts.map((part) => part()))) as ResultsOf<T>
  const results: unknown[] = []
  for (const part of parts) results.push(await part())
  return results as ResultsOf<T>
}

const RAW: FixedQuery = { ...CompiledQuery.raw(''), isFixed: true }

/**
 * Runs a statement of fixed text with `?` placeholders: for the statements of every poll, whose text a query builder
 * would build anew each time. Kysely's own raw query would also freeze the list of values, which takes longer than
 * filling it.
 */
export async function runText<Row>(tx: Db, text: string, parameters: readonly unknown[]): Promise<Row[]> {
  const { rows, answer } = await runFixed<Row>(tx, text, { ...RAW, parameters })
  return answer === undefined ? rows : (await answer).rows
}

/**
 * The same for one of the last writes of a transaction, of which no answer is needed: on PostgreSQL the commit leaves with it. If it
 * fails, so does the commit.
 */
export async function runAhead(tx: Tx, text: string, parameters: readonly unknown[]): Promise<void> {
  await runFixed(tx, text, { ...RAW, parameters, isAhead: true })
}

function runFixed<Row>(tx: Db, text: string, query: FixedQuery): Promise<SentResult<Row>> {
  return tx.executeQuery<Row>({ ...query, sql: isPostgres(tx) ? numbered(text) : text } as FixedQuery)
}

/** A column of bytes as hex digits: made by the server where many rows are read, since bytes take an array of their own for each. */
export function hexOf(db: Db, column: string): RawBuilder<string> {
  return isPostgres(db) ? sql<string>`encode(${sql.ref(column)}, 'hex')` : sql<string>`lower(hex(${sql.ref(column)}))`
}

/**
 * Runs a query and turns its rows into something else. On SQLite one by one as they are read: the rows of a window would otherwise all
 * be in memory beside what is made of them.
 */
export async function mapRows<Row, T>(db: Db, query: CompiledQuery<Row>, map: (row: Row) => T): Promise<T[]> {
  if (isPostgres(db)) return (await db.executeQuery(query)).rows.map(map)
  const mapped: MappedQuery = { ...query, mapRow: map as (row: unknown) => unknown }
  return (await db.executeQuery(mapped)).rows as T[]
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

const LIST = /in \(\*(?:::(\w+))?\)/

const listTexts = new Map<string, string>()

/**
 * Like `runText`, for a statement with a list, written `in (*)` after all other values. PostgreSQL takes the list as one value. On
 * SQLite lists are padded to a power of two with their last value, so that there are few texts, each prepared once.
 *
 * PostgreSQL plans such a statement anew each time while lists of one or two values seem cheaper than a list of any length. Written
 * `in (*::text)`, with the type of the values, it does not know their number either way, and keeps its plan.
 */
export async function runOnList<Row>(
  tx: Db,
  text: string,
  list: readonly unknown[],
  before: readonly unknown[] = [],
): Promise<Row[]> {
  if (list.length === 0) return []
  if (isPostgres(tx)) return runText<Row>(tx, arrayText(text), [...before, list])
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
  const ready = listTexts.get(key) ?? text.replace(LIST, `in (${Array(length).fill('?').join(', ')})`)
  listTexts.set(key, ready)
  return ready
}

const arrayTexts = new Map<string, string>()

function arrayText(text: string): string {
  const asArray = (_: string, type?: string) =>
    `= any(${type === undefined ? '?' : `array(select unnest(?::${type}[]))`})`
  const ready = arrayTexts.get(text) ?? text.replace(LIST, asArray)
  arrayTexts.set(text, ready)
  return ready
}

/** The suffix of a query that locks its rows until the transaction ends; SQLite has a single writer anyway. */
export function lockingRows(tx: Tx): string {
  return isPostgres(tx) ? 'for update' : ''
}

/** The tables in the schema of this connection, without their partitions. */
export async function tableNames(db: Db): Promise<string[]> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(
        db,
      )
    : await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
  return rows.map((row) => row.name)
}
