import { afterEach, beforeEach, expect, test } from 'vitest'
import { migratedDatabase } from '../../../tests/support/databases.ts'
import { ask, type JobQueue, openJobQueue, unlockOrphans } from './job-queue.ts'

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
