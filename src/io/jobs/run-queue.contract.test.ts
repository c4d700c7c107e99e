import { afterEach, beforeEach, expect, test } from 'vitest'
import { migratedDatabase } from '../../../tests/support/databases.ts'
import { ask, type JobQueue, openJobQueue } from './job-queue.ts'
import type { Job } from './jobs.ts'
import { type QueueRunner, runSharedJobs } from './run-queue.ts'

/* Recurring jobs in the queue of PostgreSQL. */

let queue: JobQueue
let drop: () => Promise<void>
let runner: QueueRunner
let runs: number
beforeEach(async () => {
  const database = await migratedDatabase('postgres')
  drop = database.drop
  runs = 0
  queue = await openJobQueue(database.address)
})
afterEach(async () => {
  await runner.stop()
  await queue.close()
  await drop()
})

const hourly: Job = {
  name: 'pruning',
  lane: 'chores',
  everyMs: 3_600_000,
  timeoutMs: null,
  by: 'any',
  run: async () => void runs++,
}
const deps = { stop: new AbortController().signal, onOverdue: () => {} }
const failed = (error: unknown) => {
  throw error
}
/** Those that wait. */
const jobs = async () =>
  (await ask<{ key: string }>(queue, 'select key from graphile_worker.jobs where locked_at is null')).map(
    ({ key }) => key,
  )

test('one that was run waits for its next time, and one that somebody dropped comes back and runs', async () => {
  runner = await runSharedJobs(queue, [hourly], deps, failed, 50)
  await expect.poll(() => runs).toBe(1)
  await expect.poll(jobs).toEqual(['pruning'])
  await ask(queue, 'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs')
  await expect.poll(() => runs).toBe(2)
  await expect.poll(jobs).toEqual(['pruning'])
})

test('one that failed for good stays to be seen', async () => {
  await ask(
    queue,
    "select graphile_worker.add_job('pruning', job_key := 'pruning', run_at := now() + interval '1 day')",
  )
  await ask(
    queue,
    "select graphile_worker.permanently_fail_jobs(array_agg(id), 'no room') from graphile_worker.jobs where key = 'pruning'",
  )
  runner = await runSharedJobs(queue, [hourly], deps, failed, 20)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(runs).toBe(0)
  const [{ error } = { error: '' }] = await ask<{ error: string }>(
    queue,
    'select last_error as error from graphile_worker.jobs',
  )
  expect(error).toBe('no room')
})
