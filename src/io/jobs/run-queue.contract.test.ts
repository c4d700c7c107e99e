import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migratedDatabase } from '../../../tests/support/databases.ts'
import { createHostJobs } from './host-jobs.ts'
import { ask, type JobQueue, openJobQueue } from './job-queue.ts'
import type { Job } from './jobs.ts'
import { type QueueRunner, runHostJobs, runSharedJobs } from './run-queue.ts'

/* Jobs in the queue of PostgreSQL, and what running them asks of the server. */

let queue: JobQueue
let drop: () => Promise<void>
let runner: QueueRunner
let runs: number
/** The statements of connections that were opened since the queue was. */
let statements: string[]
beforeEach(async () => {
  const database = await migratedDatabase('postgres')
  drop = database.drop
  runs = 0
  statements = []
  queue = await openJobQueue(database.address)
  const connect = queue.pool.connect.bind(queue.pool) as (call?: unknown) => Promise<PoolClient>
  // The pool itself calls it with a function.
  Object.assign(queue.pool, { connect: (call?: unknown) => (call ? connect(call) : connect().then(listened)) })
})

const known = new WeakSet<PoolClient>()
function listened(client: PoolClient): PoolClient {
  if (known.has(client)) return client
  known.add(client)
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  return Object.assign(client, {
    query: (...args: unknown[]) => {
      const [first] = args
      statements.push(typeof first === 'string' ? first : (first as { text: string }).text)
      return query(...args)
    },
  })
}
const countOf = (start: string) => statements.filter((text) => text.startsWith(start)).length
const FETCH = 'with j as (\n  select'
const DELETE = 'delete from'
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

const dueHosts = (from: number, to: number) =>
  ask(
    queue,
    `insert into host (host, due_at, lease_until, lease_token) select 'h' || n, 1, 0, 0 from generate_series($1::int, $2::int) as n`,
    [from, to],
  )

test('the jobs of hosts are fetched and deleted many at a time', async () => {
  await dueHosts(1, 200)
  const hosts = createHostJobs()
  let done = 0
  runner = await runHostJobs(queue, hosts, 32, failed)
  while (done < 200) {
    for (const job of await hosts.take(32, 100)) {
      done++
      job.done()
    }
  }
  await expect.poll(jobs).toEqual([])
  // One each, that is 200, when each worker asked for itself.
  expect(countOf(FETCH)).toBeLessThan(40)
  expect(countOf(DELETE)).toBeLessThan(40)
})

test('hosts that this process cannot take are left to others', async () => {
  await dueHosts(1, 40)
  const hosts = createHostJobs()
  runner = await runHostJobs(queue, hosts, 4, failed)
  await expect.poll(async () => (await jobs()).length).toBeLessThan(40)
  expect((await jobs()).length, 'half as many as it can begin wait here').toBeGreaterThanOrEqual(34)
  await expect.poll(async () => (await jobs()).length, { timeout: 20_000 }).toBe(36)
})

test('changes of hosts do not make the other jobs be looked for each time', async () => {
  runner = await runSharedJobs(queue, [hourly], deps, failed)
  await expect.poll(() => runs).toBe(1)
  const before = countOf(FETCH)
  const since = performance.now()
  for (let n = 0; n < 100; n++) await dueHosts(n, n)
  const seconds = (performance.now() - since) / 1_000
  // By itself it looks once a second, and at most every quarter of a second.
  expect(countOf(FETCH) - before).toBeLessThan(5 + seconds * 4)
})

test('those of one lane never run at once, those of others do', async () => {
  let now = 0
  const ends: (() => void)[] = []
  const of = (name: string, lane: string): Job => ({
    ...hourly,
    name,
    lane,
    run: async () => {
      now++
      await new Promise<void>((resolve) => ends.push(resolve))
      now--
      runs++
    },
  })
  runner = await runSharedJobs(queue, [of('a', 'chores'), of('b', 'chores'), of('c', 'pages')], deps, failed)
  await expect.poll(() => now).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(now, 'the second of the lane waits').toBe(2)
  for (const end of ends.splice(0)) end()
  await expect.poll(() => now).toBe(1)
  for (const end of ends.splice(0)) end()
  await expect.poll(() => runs).toBe(3)
})
