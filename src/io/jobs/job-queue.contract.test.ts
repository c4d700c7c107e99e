import { afterEach, beforeEach, expect, test } from 'vitest'
import { migratedDatabase } from '../../../tests/support/databases.ts'
import { StoreTrouble } from '../../core/domain/store-trouble.ts'
import { storeTrouble } from '../store/store-trouble.ts'
import { ask, type JobQueue, openJobQueue, retryAfterOutage, unlockOrphans } from './job-queue.ts'
import { runSharedJobs } from './run-queue.ts'

/* Who holds jobs of the queue, and who frees them. */

const SILENT_MS = 30_000
let queue: JobQueue
let drop: () => Promise<void>
beforeEach(async () => {
  const database = await migratedDatabase('postgres')
  drop = database.drop
  queue = await openJobQueue(database.address)
})
afterEach(async () => {
  await queue.close()
  await drop()
})

const lock = async (name: string, pool: string, sinceMs: number) => {
  await ask(queue, 'select graphile_worker.add_job($1, job_key := $1)', [name])
  await ask(
    queue,
    `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - $3 * interval '1 millisecond' where key = $1`,
    [name, pool, sinceMs],
  )
}
const locked = async () =>
  (
    await ask<{ key: string }>(queue, 'select key from graphile_worker.jobs where locked_at is not null order by key')
  ).map(({ key }) => key)
const list = (name: string, pools: readonly string[]) =>
  ask(
    queue,
    `insert into worker (name, kind, version, pools, leads, started_at, beat_at) values ($1, 'worker', '1', $2, 0, 0, 0)`,
    [name, JSON.stringify(pools)],
  )

test('jobs that no listed process holds are free after a while, whoever took them', async () => {
  await list('one', ['pool-a', 'pool-b'])
  await list('just started', [])
  await lock('of a living process', 'pool-b', 600_000)
  await lock('of one killed before it was listed', 'pool-c', SILENT_MS + 1_000)
  await lock('of one that has just started', 'pool-d', 1_000)
  await unlockOrphans(queue, SILENT_MS)
  expect(await locked()).toEqual(['of a living process', 'of one that has just started'])
})

test('one that was replaced meanwhile is cleared away, so that it does not run beside its successor', async () => {
  await lock('host a.example', 'pool-gone', SILENT_MS + 1_000)
  await ask(queue, "select graphile_worker.add_job('host a.example', job_key := 'host a.example')")
  await unlockOrphans(queue, SILENT_MS)
  const jobs = await ask<{ key: string; attempts: number }>(queue, 'select key, attempts from graphile_worker.jobs')
  expect(jobs).toEqual([{ key: 'host a.example', attempts: 0 }])
})

test('a lane whose job somebody else deleted is free after a while; one whose job runs, or was just taken, is not', async () => {
  const names = ['lost', 'running', 'just taken']
  await list('one', ['pool-a'])
  for (const name of names) await ask(queue, 'select graphile_worker.add_job($1, queue_name := $1)', [name])
  const take = (name: string, sinceMs: number) =>
    ask(
      queue,
      `update graphile_worker._private_job_queues set locked_by = 'pool-a', locked_at = now() - $2 * interval '1 millisecond'
        where queue_name = $1`,
      [name, sinceMs],
    )
  await take('lost', SILENT_MS + 1_000)
  await take('running', SILENT_MS + 1_000)
  await take('just taken', 1_000)
  await ask(
    queue,
    `update graphile_worker._private_jobs set locked_by = 'pool-a', locked_at = now() where job_queue_id =
      (select id from graphile_worker._private_job_queues where queue_name = 'running')`,
  )
  await unlockOrphans(queue, SILENT_MS)
  const held = await ask<{ name: string }>(
    queue,
    'select queue_name as name from graphile_worker._private_job_queues where locked_at is not null order by queue_name',
  )
  expect(held.map(({ name }) => name)).toEqual(['just taken', 'running'])
})

test('a process that wakes up after another took over its job leaves the lane locked, which is then freed', async () => {
  let ends = () => {}
  let runs = 0
  const job = {
    ...{ name: 'digests', lane: 'digests', everyMs: 100, timeoutMs: null, by: 'any' as const },
    run: () =>
      new Promise<void>((resolve) => {
        runs++
        ends = resolve
      }),
  }
  const deps = { stop: new AbortController().signal, onOverdue: () => {} }
  const runner = await runSharedJobs(queue, [job], deps, () => {})
  await list('one', [runner.pool])
  await expect.poll(() => runs).toBe(1)
  // The one that was frozen says that the job ended, which it no longer had.
  await ask(queue, 'delete from graphile_worker._private_jobs where locked_at is not null')
  ends()
  const isHeld = async () =>
    (await ask(queue, 'select 1 from graphile_worker._private_job_queues where locked_at is not null')).length > 0
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(await isHeld()).toBe(true)
  expect(runs).toBe(1)
  await unlockOrphans(queue, 0)
  await expect.poll(() => runs).toBe(2)
  ends()
  await runner.stop()
})

const waiting = () =>
  ask<{ key: string; attempts: number; late: boolean }>(
    queue,
    `select key, attempts, run_at > now() + interval '1 second' as late from graphile_worker.jobs
      where locked_at is null and last_error is not null order by key`,
  )

test('a job that failed because of the database is tried again as soon as that answers; one that failed by itself waits', async () => {
  const full = storeTrouble(Object.assign(new Error('could not extend file'), { code: '53100' }), queue.address)
  expect(full).toBeInstanceOf(StoreTrouble)
  const failing = (name: string, error: unknown) => ({
    ...{ name, lane: name, everyMs: 3_600_000, timeoutMs: null, by: 'any' as const },
    run: async () => Promise.reject(error),
  })
  const jobs = [failing('digests', full), failing('pruning', new Error('no such table'))]
  const deps = { stop: new AbortController().signal, onOverdue: () => {} }
  const runner = await runSharedJobs(queue, jobs, deps, () => {})
  await expect.poll(waiting).toMatchObject([
    { key: 'digests', attempts: 1, late: true },
    { key: 'pruning', attempts: 1, late: true },
  ])
  await runner.stop()
  await ask(queue, "update graphile_worker._private_jobs set attempts = max_attempts where key = 'digests'")
  await retryAfterOutage(queue)
  expect(await waiting()).toMatchObject([
    { key: 'digests', attempts: 0, late: false },
    { key: 'pruning', attempts: 1, late: true },
  ])
})

const hostJobs = () =>
  ask<{ key: string; ms: string }>(
    queue,
    `select key, (extract(epoch from run_at) * 1000)::bigint as ms from graphile_worker.jobs where key like 'host %' order by key`,
  )

test('the job of a host follows its row: when it is due, until its lease ends, and none without a feed', async () => {
  const soon = Date.now() + 60_000
  await ask(
    queue,
    `insert into host (host, due_at, lease_until, lease_token) values ('a', $1, 0, 0), ('b', $1, 0, 0), ('c', null, 0, 0)`,
    [soon],
  )
  const at = (key: string, ms: number) => ({ key: `host ${key}`, ms: String(ms) })
  expect(await hostJobs()).toEqual([at('a', soon), at('b', soon)])
  await ask(queue, `update host set lease_owner = 'one', lease_until = $1, lease_token = 1 where host in ('a', 'b')`, [
    soon + 5_000,
  ])
  expect(await hostJobs()).toEqual([at('a', soon + 5_000), at('b', soon + 5_000)])
  await ask(queue, `update host set due_at = case host when 'a' then null else due_at end, lease_owner = null`)
  expect(await hostJobs()).toEqual([at('b', soon)])
  await ask(
    queue,
    `insert into host (host, due_at, lease_until, lease_token) values ('b', $1, 0, 0), ('d', $1, 0, 0)
    on conflict (host) do update set due_at = excluded.due_at`,
    [soon + 1_000],
  )
  expect(await hostJobs()).toEqual([at('b', soon + 1_000), at('d', soon + 1_000)])
})

test('ten thousand hosts that become due at once get their jobs within seconds', async () => {
  const since = performance.now()
  await ask(
    queue,
    `insert into host (host, due_at, lease_until, lease_token) select 'h' || n, 1, 0, 0 from generate_series(1, 10000) as n`,
  )
  await ask(queue, 'update host set due_at = 2')
  expect(await hostJobs()).toHaveLength(10_000)
  // To change 8,000 took 50 s when each host was a call of its own, which read all jobs there were.
  expect(performance.now() - since).toBeLessThan(30_000)
})
