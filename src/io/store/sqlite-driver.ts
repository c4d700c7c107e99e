import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { type Expected, OtherStore, refuseOther } from './expected-store.ts'
import { startHoldTimer } from './hold-timer.ts'
import type { HoldStage, LockHolds } from './lock-holds.ts'

type Database = InstanceType<typeof DatabaseSync>
type Statement = ReturnType<Database['prepare']>

/** Cache of prepared statements; multi-row writes have one text per row count, so the number is bounded. */
const CACHED_STATEMENTS = 300

/** How long a writer waits for another unless it is told otherwise, and after how long it says so. */
const PATIENCE_MS = 60_000
const SILENT_MS = 5_000
/**
 * After so much time of writing the write-ahead log is moved into the file: about 64 MB of it, as keys are hashes and touch many
 * pages. SQLite would count pages, but then the commit that reaches the number cannot be told from one that holds the lock long.
 */
const CHECKPOINT_AFTER_MS = { often: 500, seldom: 2_000, never: Number.POSITIVE_INFINITY }
/**
 * After so long a time of transactions one after the other there is a gap of so long: whoever waits for the lock in another thread or
 * process tries every few milliseconds only, and would never find it free.
 */
const BURST_MS = 20
const GAP_MS = 5
/** A hold of the write lock that lasts so long is about to make others wait. Most take less. */
const LONG_HOLD_MS = 10
/** How long a query waits for a transaction of this thread: many times what one takes, and an end for one that waits for the query. */
const READ_PATIENCE_MS = 200
/** How long one attempt may block the event loop. */
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
 * SQLite empties the cache of the reading connection whenever the writing one has committed, so it is small. That of the writing one
 * fills up in a first pass: 32 MB took no less processor time than 12 MB (201 real feeds), as the system holds the file's pages too.
 */
const WRITER_CACHE_KB = 12_288
const READER_CACHE_KB = 8_192

/** `seldom` is for a command, whose thread nobody waits for; `often` is the default. */
export type Checkpoints = 'often' | 'seldom' | 'never'

/** How the driver is to open and use a file. */
export interface SqliteOptions {
  readonly path: string
  readonly synchronous: 'normal' | 'full'
  readonly expected: Expected
  /** Called once for each long wait for the write lock that another process holds. */
  readonly onWait: () => void
  /** How long a writer waits for the write lock. */
  readonly patienceMs?: number
  /**
   * How often this connection moves the write-ahead log into the file, which blocks its thread for a tenth of a second; seldom, for several. Pages of
   * indexes over hashes change again and again, and each is moved once each time.
   */
  readonly checkpoints?: Checkpoints
  /** Where the times for which a statement outside of a transaction held the write lock are kept. */
  readonly holds?: LockHolds
  /** Called when a transaction takes the write lock, has had it for long, and gives it back. */
  readonly onHold?: (stage: HoldStage) => void
}

/**
 * Kysely's own SQLite driver starts transactions with a plain `begin`, which fails half-way when two processes write at
 * once. Here every transaction is a write transaction from the start (`begin immediate`): it waits for the write lock
 * and holds it. That lock is the admission lock of this database.
 *
 * Two connections: one for transactions, which take turns, and one for queries outside of them, which therefore never wait for the
 * lock that a transaction waits for. They wait for a transaction of this thread that has the lock: what is computed from their rows
 * would otherwise run between two statements of the transaction, and prolong it. A database in memory has one connection for both.
 */
export class SqliteDriver implements Driver {
  readonly #options: SqliteOptions
  #file: OpenFile | null = null
  #writer: SqliteConnection | null = null
  #reader: SqliteConnection | null = null
  #tail: Promise<void> = Promise.resolve()
  /** Resolved when the transaction that has the lock gives it back; null while none has it. */
  #held: Promise<void> | null = null
  #endHold = () => {}
  #stage: HoldStage = 'none'
  #sinceCheckpointMs = 0
  #burstMs = 0
  #lastWriteAt = 0

  constructor(options: SqliteOptions) {
    this.#options = options
  }

  async init(): Promise<void> {
    const { path } = this.#options
    const isInMemory = path === ':memory:'
    if (!isInMemory) createForOwner(path)
    this.#writer = await this.#open(WRITER_CACHE_KB)
    this.#reader = isInMemory ? this.#writer : await this.#open(READER_CACHE_KB)
    this.#file = isInMemory ? null : openFile(path)
  }

  async #open(cacheKb: number): Promise<SqliteConnection> {
    const { path, synchronous } = this.#options
    const db = new DatabaseSync(path)
    db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    await this.#whenFree(() => db.exec('pragma journal_mode = wal'))
    db.exec(`pragma synchronous = ${synchronous}`)
    db.exec('pragma foreign_keys = on')
    db.exec('pragma wal_autocheckpoint = 0')
    db.exec(`pragma cache_size = -${cacheKb}`)
    // What a statement of many rows would have to take back is else written to a file: a third of all that a first pass writes.
    db.exec('pragma temp_store = memory')
    return new SqliteConnection(db)
  }

  async acquireConnection(): Promise<SqliteSession> {
    return new SqliteSession({
      lendWriter: () => this.#lendWriter(),
      read: (query) => this.#read(query),
      write: (query) => this.#write(query),
      beforeStatement: (begunAt) => this.#watchHold(begunAt),
    })
  }

  async releaseConnection(session: SqliteSession): Promise<void> {
    session.release()
  }

  /** The writing connection has one user at a time: a transaction makes other writers of this connection wait. */
  async #lendWriter(): Promise<Lent> {
    const before = this.#tail
    let giveBack = () => {}
    this.#tail = new Promise((resolve) => {
      giveBack = resolve
    })
    if (!(await endsWithin(before, this.#patienceMs))) {
      void before.then(giveBack)
      throw Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', sqliteCodeName: 'SQLITE_BUSY' })
    }
    return { connection: this.#writer!, giveBack }
  }

  get #patienceMs(): number {
    return this.#options.patienceMs ?? PATIENCE_MS
  }

  async #read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#held !== null) await endsWithin(this.#held, READ_PATIENCE_MS)
    if (this.#reader !== this.#writer) return this.#reader!.run(query)
    const { connection, giveBack } = await this.#lendWriter()
    try {
      return connection.run(query)
    } finally {
      giveBack()
    }
  }

  async #write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { connection, giveBack } = await this.#lendWriter()
    try {
      return await this.#whenFree(() => {
        const timer = startHoldTimer()
        const result = connection.run<Row>(query)
        const hold = timer()
        this.#options.holds?.record(query.sql.split(' ', 3).join(' '), hold)
        this.#wrote(hold.ms)
        return result
      })
    } finally {
      giveBack()
    }
  }

  /** A gap between many transactions. A database in memory has no others. */
  async #letOthers(): Promise<void> {
    if (performance.now() - this.#lastWriteAt >= GAP_MS) this.#burstMs = 0
    if (this.#file === null || this.#burstMs < BURST_MS) return
    this.#burstMs = 0
    await setTimeout(GAP_MS)
  }

  /** Moves the log into the file now and then, without the write lock: nobody waits for it but this thread. */
  #wrote(ms: number): void {
    this.#burstMs += ms
    this.#lastWriteAt = performance.now()
    this.#sinceCheckpointMs += ms
    if (this.#isCheckpointDue()) setImmediate(() => this.#checkpoint())
  }

  get #checkpoints(): Checkpoints {
    return this.#options.checkpoints ?? 'often'
  }

  #isCheckpointDue(): boolean {
    return this.#sinceCheckpointMs >= CHECKPOINT_AFTER_MS[this.#checkpoints]
  }

  #checkpoint(): void {
    if (!this.#isCheckpointDue()) return
    this.#sinceCheckpointMs = 0
    this.#reader?.checkpoint()
  }

  async beginTransaction(session: SqliteSession): Promise<void> {
    const connection = await session.keepWriter()
    try {
      await this.#letOthers()
      // Here too: work that never waits for anything leaves no moment in between.
      this.#checkpoint()
      await this.#whenFree(() => connection.exec('begin immediate'))
      this.#beginHold()
      session.begunAt = performance.now()
      this.#file?.refuseOther()
      await refuseOther(this.#options.expected, async (query) => connection.run(CompiledQuery.raw(query)))
    } catch (error) {
      connection.rollback()
      this.#endHold()
      session.release()
      throw error
    }
  }

  #beginHold(): void {
    this.#held = new Promise((resolve) => {
      this.#endHold = () => {
        this.#held = null
        this.#endHold = () => {}
        this.#tellHold('none')
        resolve()
      }
    })
    this.#tellHold('short')
  }

  /** Says once, between two statements, that a transaction has become long. */
  #watchHold(begunAt: number): void {
    if (this.#stage === 'short' && performance.now() - begunAt >= LONG_HOLD_MS) this.#tellHold('long')
  }

  #tellHold(stage: HoldStage): void {
    this.#stage = stage
    this.#options.onHold?.(stage)
  }

  async commitTransaction(session: SqliteSession): Promise<void> {
    const connection = await session.keepWriter()
    this.#watchHold(session.begunAt)
    connection.exec('commit')
    this.#wrote(performance.now() - session.begunAt)
    this.#endHold()
    session.release()
  }

  async rollbackTransaction(session: SqliteSession): Promise<void> {
    ;(await session.keepWriter()).rollback()
    this.#endHold()
    session.release()
  }

  async destroy(): Promise<void> {
    if (this.#reader !== this.#writer) this.#reader?.close()
    if (this.#checkpoints !== 'never' && !this.#file?.isOther()) this.#writer?.emptyLog()
    this.#writer?.close()
    this.#writer = null
    this.#reader = null
    this.#file?.removeOrphans()
  }

  /**
   * Waits for the lock with the event loop running. SQLite's own busy handler would block the whole process, including
   * another connection of ours that holds the lock.
   */
  async #whenFree<T>(work: () => T): Promise<T> {
    const since = performance.now()
    let isSaid = false
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return work()
      } catch (error) {
        const waited = performance.now() - since
        if (!isBusy(error) || waited > this.#patienceMs) throw error
        if (waited > SILENT_MS && !isSaid) this.#options.onWait()
        isSaid ||= waited > SILENT_MS
      }
      await setTimeout(pause)
    }
  }
}

/** Whether a promise resolves within a time. Its timer is cleared, not aborted: an error with a stack at every write would be dear. */
async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = globalThis.setTimeout(resolve, ms, false)
  })
  const ended = await Promise.race([work.then(() => true), late])
  clearTimeout(timer)
  return ended
}

const isBusy = (error: unknown): boolean =>
  /^SQLITE_(BUSY|LOCKED)/.test((error as { sqliteCodeName?: string }).sqliteCodeName ?? '')

interface Lent {
  readonly connection: SqliteConnection
  readonly giveBack: () => void
}

/** What a session needs of the driver. */
interface SessionDeps {
  readonly lendWriter: () => Promise<Lent>
  readonly read: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>
  readonly write: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>
  readonly beforeStatement: (begunAt: number) => void
}

/** Statements that change nothing; a raw `begin` starts a snapshot for reading. */
const READS = /^\s*(select|with|values|pragma|explain|begin|rollback)\b/i

/** What Kysely takes for a connection: queries go to the reading connection, and those of a transaction to the writing one. */
class SqliteSession implements DatabaseConnection {
  readonly #deps: SessionDeps
  #kept: Lent | null = null
  /** When its transaction got the write lock. */
  begunAt = 0

  constructor(deps: SessionDeps) {
    this.#deps = deps
  }

  /** The writing connection, until it is released. */
  async keepWriter(): Promise<SqliteConnection> {
    this.#kept ??= await this.#deps.lendWriter()
    return this.#kept.connection
  }

  release(): void {
    this.#kept?.giveBack()
    this.#kept = null
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#kept !== null) {
      this.#deps.beforeStatement(this.begunAt)
      return this.#kept.connection.run(query)
    }
    return READS.test(query.sql) ? this.#deps.read(query) : this.#deps.write(query)
  }

  // biome-ignore lint/correctness/useYield: the contract asks for a generator; nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('SQLite results are not streamed')
  }
}

/** The file that was opened, whatever is at its path by now. */
interface OpenFile {
  readonly isOther: () => boolean
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
    isOther,
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

/** A query whose rows are turned into something else as they are read. */
export interface MappedQuery extends CompiledQuery {
  readonly mapRow?: (row: unknown) => unknown
}

class SqliteConnection {
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
   * Moves what the write-ahead log holds into the file, so that the file alone is whole. SQLite does so when the last connection
   * is closed, but a prepared statement keeps it open until it is collected as garbage. Another process, or a full disk, may
   * prevent it: then the next one to open the database does it.
   */
  emptyLog(): void {
    // Without the write lock as far as possible: the second step, which holds it, finds little to do.
    this.checkpoint()
    this.checkpoint('truncate')
  }

  checkpoint(how: 'passive' | 'truncate' = 'passive'): void {
    try {
      if (!this.#db.isTransaction) this.#db.exec(`pragma wal_checkpoint(${how})`)
    } catch {}
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  run<Row>(query: MappedQuery): QueryResult<Row> {
    const { statement, toRow } = this.#prepare(query.sql)
    const parameters = query.parameters as never[]
    const { mapRow } = query
    if (toRow !== null && mapRow !== undefined) {
      const rows: unknown[] = []
      for (const values of statement.iterate(...parameters)) rows.push(mapRow(toRow(values)))
      return { rows: rows as Row[] }
    }
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
}
