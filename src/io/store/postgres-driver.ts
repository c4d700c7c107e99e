import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely'
import type { QueryResult as Answer, Pool, PoolClient, types as pgTypes } from 'pg'
import { type Expected, refuseOther } from './expected-store.ts'
import { bytesParameter } from './list-parameters.ts'

const POOL_SIZE = 8
/**
 * How long a transaction may wait for its process, as long as a silent process counts as alive: one that is frozen, or whose machine is
 * gone, would else keep its locks, and all others would wait for them.
 */
const IDLE_MS = 30_000

/** How the driver connects. */
export interface PostgresOptions {
  readonly url: string
  /** Whether statements of fixed text are prepared once for each connection; a transaction pooler may not keep them. */
  readonly named: boolean
  readonly expected: Expected
  /** How long a statement waits for a lock. */
  readonly patienceMs?: number
}

/** A statement whose text is one of a bounded number, so that it may be prepared. */
export interface FixedQuery extends CompiledQuery {
  readonly isFixed: true
  /** Whether its answer is not waited for: if it fails, the next statement of the transaction fails as it did, or the commit. */
  readonly isAhead?: boolean
}

/**
 * The result of a fixed statement of a transaction, as soon as it was sent. Kysely gives the connection of a transaction to one
 * statement after the other: it would send the next one when this one is answered.
 */
export interface SentResult<Row> extends QueryResult<Row> {
  readonly answer?: Promise<QueryResult<Row>>
}

/**
 * Kysely's own driver waits for each answer before it sends the next statement and prepares none. Here statements that are started
 * together on one connection are sent together (pipeline mode of pg), so that a poll waits for a few answers, not for thirty.
 */
export class PipeliningPostgresDriver implements Driver {
  readonly #options: PostgresOptions
  readonly #connections = new WeakMap<PoolClient, PostgresConnection>()
  #pool: Pool | null = null

  constructor(options: PostgresOptions) {
    this.#options = options
  }

  async init(): Promise<void> {
    this.#pool = await openPool(this.#options.url)
  }

  async acquireConnection(): Promise<PostgresConnection> {
    const client = await this.#pool!.connect()
    const known = this.#connections.get(client)
    if (known !== undefined) return known
    const connection = new PostgresConnection(client, this.#options.named)
    this.#connections.set(client, connection)
    return connection
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.client.release()
  }

  /** One text, which goes out with the first statement of the transaction. */
  async beginTransaction(connection: PostgresConnection, _settings: TransactionSettings): Promise<void> {
    const { expected, patienceMs } = this.#options
    const begin = [
      `begin; set local idle_in_transaction_session_timeout = ${IDLE_MS}`,
      ...(patienceMs === undefined ? [] : [`set local lock_timeout = ${patienceMs}`]),
    ]
    const run = (...more: string[]) => connection.executeQuery(CompiledQuery.raw([...begin, ...more].join('; ')))
    connection.open(expected.incarnation === null ? run() : refuseOther(expected, run))
  }

  /** It leaves with the last statements, whose answers need not be there; the server makes it a rollback when one of them failed. */
  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.opened()
    await connection.executeQuery(CompiledQuery.raw('commit'))
    connection.open(null)
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    connection.open(null)
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    const pool = this.#pool
    this.#pool = null
    await pool?.end()
  }
}

/** Loaded only when used: most installations have no PostgreSQL server, and every command would pay for the import. */
async function openPool(connectionString: string): Promise<Pool> {
  const { default: pg } = await import('pg')
  const types = { getTypeParser: numbersAsNumbers(pg.types) }
  const pool = new pg.Pool({
    connectionString,
    max: POOL_SIZE,
    types,
    application_name: 'copytaster',
    ...{ pipeline: true },
  })
  // A server that goes away breaks idle connections; the next query reports it, and the process must not end.
  pool.on('error', () => {})
  // The same for a connection in use that breaks between two queries.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** What pg's types leave out: the stream that statements are written to. */
interface WithStream {
  readonly connection: { readonly stream: Writable }
}

class PostgresConnection implements DatabaseConnection {
  readonly client: PoolClient
  readonly #named: boolean
  #isGathering = false
  #isInTransaction = false
  #opening: Promise<unknown> | null = null
  /** Statements whose answers are not waited for; one that failed stays until the transaction has ended. */
  readonly #ahead = new Set<Promise<unknown>>()

  constructor(client: PoolClient, named: boolean) {
    this.client = client
    this.#named = named
  }

  /** The beginning of a transaction: a statement after it is sent at once, and fails as it did if it failed. */
  open(opening: Promise<unknown> | null): void {
    this.#opening = opening
    this.#isInTransaction = opening !== null
    this.#ahead.clear()
    const isOpen = () => {
      if (this.#opening === opening) this.#opening = null
    }
    // A failure stays until the transaction is rolled back.
    opening?.then(isOpen, () => {})
  }

  async opened(): Promise<void> {
    await this.#opening
  }

  async executeQuery<Row>(query: CompiledQuery | FixedQuery): Promise<SentResult<Row>> {
    const sent = this.#send<Row>(query)
    const before = [this.#opening, ...this.#ahead]
    if ('isFixed' in query && query.isAhead === true) this.#runAhead(sent)
    const answer = before.length === 1 && this.#opening === null ? sent : allDone([...before, sent]).then(() => sent)
    if (!('isFixed' in query) || !this.#isInTransaction) return answer
    answer.catch(() => {})
    return { rows: [], answer }
  }

  #runAhead(sent: Promise<unknown>): void {
    this.#ahead.add(sent)
    const isDone = () => this.#ahead.delete(sent)
    sent.then(isDone, () => {})
  }

  async #send<Row>(query: CompiledQuery | FixedQuery): Promise<QueryResult<Row>> {
    const { sql: text, parameters } = query
    const values = parameters.map(bytesParameter)
    this.#gather()
    const isNamed = this.#named && 'isFixed' in query
    try {
      const answer = await this.client.query(isNamed ? { name: nameOf(text), text, values } : { text, values })
      // Several statements in one text have a result each.
      const { command, rowCount, rows } = Array.isArray(answer) ? (answer.at(-1) as Answer) : answer
      return CHANGING.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
    } catch (error) {
      // pg's own trace ends where it read the answer.
      if (error instanceof Error) error.stack += `\n${new Error('sent').stack}`
      throw error
    }
  }

  /** Statements that are started together go out in one write: the system takes longer to send a message than pg to make it. */
  #gather(): void {
    if (this.#isGathering) return
    const { stream } = (this.client as unknown as WithStream).connection
    this.#isGathering = true
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  streamQuery(): never {
    throw new Error('rows are not streamed: they are read page by page')
  }
}

const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

const names = new Map<string, string>()

/** The same in every process, since a pooler may lend a connection to one after the other. */
function nameOf(text: string): string {
  const ready = names.get(text)
  if (ready !== undefined) return ready
  const name = `copytaster_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, name)
  return name
}

/** in_failed_sql_transaction: what follows a failed statement fails too, and does not say why. */
const FOLLOWS_A_FAILURE = '25P02'

/** Waits until all are settled, so that none of them goes on in a transaction that has ended; then throws what went wrong first. */
export async function allDone<T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(promises)
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const isCause = (reason: unknown) => (reason as { code?: unknown } | null)?.code !== FOLLOWS_A_FAILURE
  if (failures.length > 0) throw failures.find(isCause) ?? failures[0]
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as never
}

/**
 * PostgreSQL sends eight-byte integers as text, since they may not fit into a number; ours are instants and counts,
 * which do.
 */
function numbersAsNumbers({ builtins, getTypeParser }: typeof pgTypes): typeof getTypeParser {
  return ((oid: number, format?: 'text') =>
    oid === builtins.INT8 || oid === builtins.NUMERIC ? Number : getTypeParser(oid, format)) as typeof getTypeParser
}
