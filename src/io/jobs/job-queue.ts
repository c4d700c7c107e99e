import type { Pool } from 'pg'
import { storeTrouble } from '../store/store-trouble.ts'

/** The queue of jobs in PostgreSQL, over a connection that no transaction pooler stands in. */
export interface JobQueue {
  readonly pool: Pool
  /** The address of the connection, for messages. */
  readonly address: string
  readonly close: () => Promise<void>
}

/** Few: the work of jobs runs over the connections of the store. */
const POOL_SIZE = 6
/** How long a connection, or one of the pool to be free, is waited for. */
const CONNECT_MS = 10_000

/** Opens the queue and makes its tables, its trigger, and a job for each host that has none. */
export async function openJobQueue(address: string): Promise<JobQueue> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: address,
    max: POOL_SIZE,
    application_name: 'copytaster jobs',
    connectionTimeoutMillis: CONNECT_MS,
  })
  // A server that goes away breaks idle connections; the next query reports it, and the process must not end.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const queue = { pool, address, close: () => pool.end() }
  try {
    await install(queue)
    return queue
  } catch (error) {
    await pool.end()
    throw storeTrouble(error, address)
  }
}

/** Runs a statement; errors are one line for a person. */
export async function ask<Row extends object>(
  { pool, address }: Pick<JobQueue, 'pool' | 'address'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  try {
    return (await pool.query<Row>(text, [...values])).rows
  } catch (error) {
    throw storeTrouble(error, address)
  }
}

/** One process at a time: two that start together would both make the trigger. */
const INSTALL_LOCK = 7_265_430_122

async function install(queue: JobQueue): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  const { silentLogger } = await import('./silent-logger.ts')
  await runMigrations({ pgPool: queue.pool, logger: silentLogger })
  const client = await queue.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${INSTALL_LOCK})`)
    const { rows } = await client.query(
      `select 1 from pg_trigger where tgname = '${TRIGGER}' and tgrelid = 'host'::regclass`,
    )
    if (rows.length === 0) await client.query(INSTALL)
    await client.query(ADD_MISSING)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** The name changes with what the triggers do, so that a newer program installs its own. */
const TRIGGER = 'copytaster_host_job_2'

/** Hosts as the function takes them, in an order that two transactions have in common. */
const HOSTS_OF = `array_agg(host.host order by host.host), array_agg(host.due_at order by host.host),
  array_agg(case when host.lease_owner is null then 0 else host.lease_until end order by host.host)`

/**
 * A host has one job, named by it, which runs when its earliest feed is due and its lease has ended. The host's row decides; the
 * triggers keep the job in step with it, in the same transaction, whoever changes the row: a poll that is stored, a feed that is
 * added, a lease that is taken or given back. Times more than eight days ahead were set by a clock that was wrong.
 *
 * One call of `add_jobs` for all hosts that a statement changes. A plan that is kept would stay the one that was made when there were
 * few jobs, and read all of them for each host.
 */
const INSTALL = `
  drop trigger if exists copytaster_host_job_1 on host;
  drop function if exists copytaster_host_changed();
  drop function if exists copytaster_schedule_host(text, bigint, bigint);

  create or replace function copytaster_schedule_hosts(names text[], due_ats bigint[], free_ats bigint[]) returns void
  language plpgsql set plan_cache_mode = force_custom_plan as $$
  begin
    perform graphile_worker.remove_job('host ' || name) from unnest(names, due_ats) as changed(name, due_at)
      where due_at is null;
    perform graphile_worker.add_jobs(array(
      select row('host', json_build_object('host', name), null,
        case when greatest(due_at, free_at) > extract(epoch from clock_timestamp() + interval '8 days') * 1000
          then clock_timestamp() else to_timestamp(greatest(due_at, free_at) / 1000.0) end,
        null, 'host ' || name, null, null)::graphile_worker.job_spec
      from unnest(names, due_ats, free_ats) as changed(name, due_at, free_at) where due_at is not null));
  end $$;

  create or replace function copytaster_hosts_changed() returns trigger
  language plpgsql as $$
  declare
    names text[];
    due_ats bigint[];
    free_ats bigint[];
  begin
    if to_regnamespace('graphile_worker') is null then return null; end if;
    if tg_op = 'INSERT' then
      select ${HOSTS_OF} into names, due_ats, free_ats from new_hosts as host;
    else
      select ${HOSTS_OF} into names, due_ats, free_ats from new_hosts as host join old_hosts as before using (host)
        where host.due_at is distinct from before.due_at or host.lease_owner is distinct from before.lease_owner
          or host.lease_token <> before.lease_token;
    end if;
    if names is not null then perform copytaster_schedule_hosts(names, due_ats, free_ats); end if;
    return null;
  end $$;

  create trigger ${TRIGGER} after insert on host referencing new table as new_hosts
    for each statement execute function copytaster_hosts_changed();
  create trigger ${TRIGGER}_update after update on host referencing new table as new_hosts old table as old_hosts
    for each statement execute function copytaster_hosts_changed();`

/** After a restore, or when somebody deleted jobs. */
const ADD_MISSING = `select copytaster_schedule_hosts(names, due_ats, free_ats) from (
  select ${HOSTS_OF} from host
  where due_at is not null and not exists (select 1 from graphile_worker.jobs where key = 'host ' || host.host)
) as missing (names, due_ats, free_ats) where names is not null`

/** Gives every due host a job that has none. */
export async function addMissingJobs(queue: JobQueue): Promise<void> {
  await ask(queue, ADD_MISSING)
}

const SCHEDULE = `select copytaster_schedule_hosts(array[host], array[due_at],
  array[case when lease_owner is null then 0 else lease_until end]) from host where host = $1`

/** Sets the job of a host to when its row says: it was tried too early. */
export async function scheduleHost(queue: JobQueue, host: string): Promise<void> {
  await ask(queue, SCHEDULE, [host])
}

/**
 * Lets jobs that failed by a trouble of the database run again now, as if they had never been tried: the queue waits e, e², … seconds after
 * each failure, and gives a job up in the end, which after a disk that was full for an hour would be hours later, or never.
 */
export async function retryAfterOutage(queue: JobQueue): Promise<void> {
  await ask(queue, RETRY_AFTER_OUTAGE)
}

/** As the messages of such troubles begin. */
const RETRY_AFTER_OUTAGE = `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now(), attempts := 0)
  from graphile_worker.jobs where locked_at is null and last_error like 'the database %' having count(*) > 0`

/** Frees the jobs that were held under these names. */
export async function unlockJobsOf(queue: JobQueue, pools: readonly string[]): Promise<void> {
  if (pools.length === 0) return
  await ask(queue, 'select graphile_worker.force_unlock_workers($1)', [pools])
  await ask(queue, CLEAR_REPLACED)
}

/** A job that was replaced while a process that is dead had it. */
const CLEAR_REPLACED = `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
  where key is null and locked_at is null and attempts >= max_attempts and last_error is null having count(*) > 0`

/**
 * Frees the jobs held for so long under names that no listed process has: those of processes that are dead, also of one that took jobs and
 * was killed, or lost the database, before it could list the name.
 */
export async function unlockOrphans(queue: JobQueue, afterMs: number): Promise<void> {
  const orphans = await ask<{ pool: string }>(queue, ORPHANS, [afterMs])
  await unlockJobsOf(
    queue,
    orphans.map(({ pool }) => pool),
  )
  await ask(queue, UNLOCK_LANES, [afterMs])
}

/**
 * Lanes that were locked for so long, and none of their jobs is. A process that was frozen past its jobs, which others took over, deletes them when it wakes up;
 * the other then finds no job to delete, and with it the lane that is to be freed. graphile-worker has no function for that.
 */
const UNLOCK_LANES = `update graphile_worker._private_job_queues as lane set locked_by = null, locked_at = null
  where locked_at < clock_timestamp() - $1 * interval '1 millisecond' and not exists (
    select 1 from graphile_worker._private_jobs as job where job.job_queue_id = lane.id and job.locked_at is not null)`

const ORPHANS = `select distinct locked_by as pool from graphile_worker.jobs
  where locked_at < clock_timestamp() - $1 * interval '1 millisecond'
    and locked_by not in (select json_array_elements_text(pools::json) from worker)`
