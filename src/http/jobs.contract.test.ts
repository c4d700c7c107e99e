import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { databaseKinds } from '../../tests/support/databases.ts'
import { onDatabase } from '../../tests/support/stored-references.ts'
import { type TwoReaders, twoReaders } from '../../tests/support/two-readers.ts'
import { openJobQueue } from '../io/jobs/job-queue.ts'
import type { DeadJob } from './contract/jobs.ts'

/* Jobs that failed for good, through the API. */

let world: TwoReaders
afterEach(() => world.close())

const dead = async () => (await world.admin.get<{ items: readonly DeadJob[] }>('/jobs/dead')).items

test.each(databaseKinds)('on %s there are none before any failed, and readers may not ask', async (kind) => {
  world = await twoReaders(kind)
  expect(await world.admin.get('/jobs/dead')).toEqual({ items: [], next: null })
  for (const [method, path] of [
    ['GET', '/jobs/dead'],
    ['POST', '/jobs/dead/1/retry'],
    ['DELETE', '/jobs/dead/1'],
  ] as const) {
    expect((await world.ann.send(method, path)).statusCode).toBe(403)
  }
  expect((await world.admin.send('POST', '/jobs/dead/1/retry')).statusCode).toBe(404)
  expect((await world.admin.send('DELETE', '/jobs/dead/1')).statusCode).toBe(404)
})

const run = <Row>(text: string) => onDatabase(world.address, async (db) => (await sql.raw<Row>(text).execute(db)).rows)

const failForGood = (task: string, key: string) =>
  run(`select graphile_worker.permanently_fail_jobs(
    array[(graphile_worker.add_job('${task}', job_key := '${key}')).id], E'no such server\\n  at line 3')`)

const jobs = async () =>
  (await run<{ key: string; attempts: number }>('select key, attempts from graphile_worker.jobs order by id')).map(
    ({ key, attempts }) => `${key} ${attempts}`,
  )

test('on PostgreSQL each is listed, tried again and dropped; jobs that live are not touched', async () => {
  world = await twoReaders('postgres')
  await (await openJobQueue(world.address)).close()
  await run('delete from graphile_worker._private_jobs')
  await failForGood('host', 'host a.example')
  await failForGood('digests', 'digests')
  const [{ id }] = (await run<{ id: number }>(
    "select (graphile_worker.add_job('pruning', job_key := 'pruning')).id",
  )) as [{ id: number }]
  const listed = await dead()
  expect(listed).toMatchObject([
    { task: 'host', about: 'a.example', tries: 25, error: 'no such server' },
    { task: 'digests', about: null },
  ])
  expect((await world.admin.send('DELETE', `/jobs/dead/${id}`)).statusCode).toBe(404)
  expect((await world.admin.send('POST', `/jobs/dead/${listed[0]!.id}/retry`)).statusCode).toBe(204)
  expect((await world.admin.send('DELETE', `/jobs/dead/${listed[1]!.id}`)).statusCode).toBe(204)
  expect(await dead()).toEqual([])
  expect(await jobs()).toEqual(['host a.example 0', 'pruning 0'])
})
