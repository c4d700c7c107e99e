import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { pageOf } from './paging.ts'

/** The queue numbers every try to add a job, so that its numbers pass those of other ids. */
const MOST_JOB_ID = Number.MAX_SAFE_INTEGER

/** A job that failed as often as it may, and is not tried again by itself. */
const deadJob = z
  .strictObject({
    id: z.int().min(1).max(MOST_JOB_ID),
    /** What was to be done, such as `digests` or `host`. */
    task: z.string(),
    /** The one thing it is about, such as a host; null when there is none. */
    about: z.string().nullable(),
    tries: z.int(),
    /** What went wrong the last time, in English. */
    error: z.string(),
    failedAt: instant,
  })
  .meta({ id: 'DeadJob' })

export type DeadJob = z.output<typeof deadJob>

const byJob = z.strictObject({ id: z.coerce.number<string>().int().min(1).max(MOST_JOB_ID) })

export const listDeadJobs = endpoint({
  method: 'GET',
  path: '/jobs/dead',
  tag: 'Server',
  summary:
    'Jobs of the processes that share a PostgreSQL that failed for good, the oldest first, at most 100; none on SQLite',
  scope: 'admin',
  answer: pageOf(deadJob),
})

export const retryDeadJob = endpoint({
  method: 'POST',
  path: '/jobs/dead/:id/retry',
  tag: 'Server',
  summary: 'Try a job that failed for good again now',
  scope: 'admin',
  params: byJob,
  answer: null,
})

export const dropDeadJob = endpoint({
  method: 'DELETE',
  path: '/jobs/dead/:id',
  tag: 'Server',
  summary: 'Remove a job that failed for good; work that recurs comes back by itself',
  scope: 'admin',
  params: byJob,
  answer: null,
})
