import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { type Expected, OtherStore, refuseOther } from './expected-store.ts'

type Database = InstanceType<typeof DatabaseSync>
type Statement = ReturnType<Database['prepare']>

/** Cache of prepared statements; multi-row writes have one text per row count, so the number is bounded. */
const CACHED_STATEMENTS = 300

/** How long a writer waits for another, and how long one attempt may block the event loop. */
const PATIENCE_MS = 60_000
const BUSY_TIMEOUT_MS = 20
const LONGEST_PAUSE_MS = 20

/** A new file is readable by its owner only, and its log with it: it shows what somebody reads, and has feeds' logins. */
function createForOwner(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch {
    // It is there already, or SQLite will say better why it cannot be opened.
  }
}

/**
 * Kysely's own SQLite driver starts transactions with a plain `begin`, which fails half-way when two processes write at
 * once. Here every transaction is a write transaction from the start (`begin immediate`): it waits for the write lock
 * and holds it. That lock is the admission lock of this database.
 */
export class SqliteDriver implements Driver {
  readonly #path: string
  readonly #synchronous: 'normal' | 'full'
  readonly #expected: Expected
  #file: OpenFile | null = null
  #connection: SqliteConnection | null = null
  #tail: Promise<void> = Promise.resolve()
  #free: () => void = () => {}

  constructor(path: string, synchronous: 'normal' | 'full', expected: Expected) {
    this.#path = path
    this.#synchronous = synchronous
    this.#expected = expected
  }

  async init(): Promise<void> {
    if (this.#path !== ':memory:') createForOwner(this.#path)
    const db = new DatabaseSync(this.#path)
    db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    await whenFree(() => db.exec('pragma journal_mode = wal'))
    db.exec(`pragma synchronous = ${this.#synchronous}`)
    db.exec('pragma foreign_keys = on')
    // A checkpoint waits for the disk; one per 64 MB of writes instead of one per 4, as keys are hashes and touch many
    // pages.
    db.exec('pragma wal_autocheckpoint = 16000')
    db.exec('pragma cache_size = -32768')
    this.#connection = new SqliteConnection(db)
    this.#file = this.#path === ':memory:' ? null : openFile(this.#path)
  }

  /** One connection with one user at a time: a transaction makes all others of this process wait. */
  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#tail
    let free = () => {}
    this.#tail = new Promise((resolve) => {
      free = resolve
    })
    await before
    this.#free = free
    return this.#connection!
  }

  async releaseConnection(): Promise<void> {
    this.#free()
  }

  async beginTransaction(): Promise<void> {
    const connection = this.#connection!
    await whenFree(() => connection.exec('begin immediate'))
    try {
      this.#file?.refuseOther()
      await refuseOther(this.#expected, (query) => connection.executeQuery(CompiledQuery.raw(query)))
    } catch (error) {
      connection.rollback()
      throw error
    }
  }

  async commitTransaction(): Promise<void> {
    this.#connection!.exec('commit')
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection!.rollback()
  }

  async destroy(): Promise<void> {
    this.#connection?.close()
    this.#connection = null
    this.#file?.removeOrphans()
  }
}

/** The file that was opened, whatever is at its path by now. */
interface OpenFile {
  /** Throws when the path no longer leads to this file: what is written would be lost with it. */
  readonly refuseOther: () => void
  /** Removes the write-ahead log of a file that was replaced: SQLite would apply it to the file that took its place. */
  readonly removeOrphans: () => void
}

function openFile(path: string): OpenFile {
  const own = inodeOf(path)
  let log = inodeOf(`${path}-wal`)
  const isOther = () => inodeOf(path) !== own
  return {
    refuseOther() {
      if (isOther()) throw new OtherStore(inodeOf(path) === null)
      log ??= inodeOf(`${path}-wal`)
    },
    removeOrphans() {
      if (log === null || !isOther() || inodeOf(`${path}-wal`) !== log) return
      for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
    },
  }
}

function inodeOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}

/**
 * Waits for the lock with the event loop running. SQLite's own busy handler would block the whole process, including
 * another connection of ours that holds the lock.
 */
async function whenFree(work: () => void): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      work()
      return
    } catch (error) {
      const busy = /^SQLITE_(BUSY|LOCKED)/.test((error as { sqliteCodeName?: string }).sqliteCodeName ?? '')
      if (!busy || performance.now() > until) throw error
    }
    await setTimeout(pause)
  }
}

interface Prepared {
  readonly statement: Statement
  /** Null for a statement without result rows. */
  readonly toRow: ((values: unknown) => Record<string, unknown>) | null
}

/** Rows are fetched as arrays: the driver takes twice as long to build an object for each row. */
function rowMaker(columns: readonly string[]): (values: unknown) => Record<string, unknown> {
  const nothing: Record<string, unknown> = Object.fromEntries(columns.map((name) => [name, null]))
  return (values) => {
    const row = { ...nothing }
    for (let at = 0; at < columns.length; at++) row[columns[at]!] = (values as readonly unknown[])[at]
    return row
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #db: Database
  readonly #statements = new Map<string, Prepared>()

  constructor(db: Database) {
    this.#db = db
  }

  exec(sql: string): void {
    this.#db.exec(sql)
  }

  /** A full disk makes SQLite roll back by itself; a second rollback would hide the first error. */
  rollback(): void {
    if (this.#db.isTransaction) this.#db.exec('rollback')
  }

  /**
   * Empties the write-ahead log first. Closing would do so, but not before the last prepared statement is collected as
   * garbage: until then the file alone is not the database.
   */
  close(): void {
    this.#statements.clear()
    try {
      if (!this.#db.isTransaction) this.#db.exec('pragma wal_checkpoint(truncate)')
    } catch {
      // A full disk, perhaps: the log stays, and the next one to open the database applies it.
    }
    this.#db.close()
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, toRow } = this.#prepare(query.sql)
    const parameters = query.parameters as never[]
    if (toRow !== null) return { rows: (statement.all(...parameters) as unknown[]).map(toRow) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  #prepare(sql: string): Prepared {
    const ready = this.#statements.get(sql)
    if (ready) return ready
    const statement = this.#db.prepare(sql)
    const columns = statement.columns().map(({ name }) => name)
    if (columns.length > 0) statement.setReturnArrays(true)
    const prepared = { statement, toRow: columns.length > 0 ? rowMaker(columns) : null }
    if (this.#statements.size >= CACHED_STATEMENTS) this.#statements.delete(this.#statements.keys().next().value!)
    this.#statements.set(sql, prepared)
    return prepared
  }

  // biome-ignore lint/correctness/useYield: the contract asks for a generator; nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('SQLite results are not streamed')
  }
}
