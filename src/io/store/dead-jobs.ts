import { sql } from 'kysely'
import { type Db, inTransaction, isPostgres } from './dialect.ts'

/** A job of the queue that failed as often as it may, and is not tried again by itself. */
export interface DeadJob {
  readonly id: number
  /** What was to be done. */
  readonly task: string
  /** The name of the one thing it is about, such as a host; null when there is none. */
  readonly key: string | null
  readonly tries: number
  readonly error: string
  /** When it failed last. */
  readonly failedAt: number
}

/** The queue is made by the first process that joins; on SQLite there is none. */
async function hasQueue(db: Db): Promise<boolean> {
  if (!isPostgres(db)) return false
  const { rows } = await sql<{ is: boolean }>`select to_regclass('graphile_worker.jobs') is not null as is`.execute(db)
  return rows[0]!.is
}

/** The longest list that is shown. */
const MOST = 100

export async function deadJobs(db: Db): Promise<DeadJob[]> {
  if (!(await hasQueue(db))) return []
  const { rows } = await sql<DeadJob>`select id, task_identifier as task, key, attempts as tries, last_error as error,
    (extract(epoch from updated_at) * 1000)::bigint as "failedAt" from graphile_worker.jobs
    where locked_at is null and attempts >= max_attempts and last_error is not null order by id limit ${MOST}`.execute(
    db,
  )
  return rows
}

/** Lets dead jobs run again now; gives how many. */
export async function retryJobs(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0 || !(await hasQueue(db))) return 0
  return inTransaction(db, async (tx) => {
    const again = sql`select id from graphile_worker.reschedule_jobs(${sql.val(ids)}::bigint[], run_at := now(), attempts := 0)`
    return (await again.execute(tx)).rows.length
  })
}

/** Removes dead jobs; gives how many. Work that recurs, and hosts, come back by themselves with a new job. */
export async function dropJobs(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0 || !(await hasQueue(db))) return 0
  return inTransaction(db, async (tx) => {
    const gone = sql`select id from graphile_worker.complete_jobs(${sql.val(ids)}::bigint[])`
    return (await gone.execute(tx)).rows.length
  })
}
