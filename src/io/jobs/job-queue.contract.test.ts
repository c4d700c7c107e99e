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
