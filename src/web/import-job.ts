import type { getJob, Job } from '../http/contract/subscriptions.ts'
import { type CallApi, send } from './api.ts'
import { problemOf } from './api-types.ts'

export interface FollowJobDeps {
  readonly call: CallApi
  readonly onProgress: (job: Job) => void
  readonly sleep: (ms: number) => Promise<void>
  /** Whether nobody waits for it any more. */
  readonly isLeft: () => boolean
}

/** Often enough that a bar moves evenly. */
const EVERY_MS = 400
/** A server that cannot be reached for a moment is asked again, this often. */
const MOST_FAILURES = 30

/** Asks how far an import has come until it has ended. Null: the server does not know it any more, or cannot be reached. */
export async function followJob(started: Job, { call, onProgress, sleep, isLeft }: FollowJobDeps): Promise<Job | null> {
  let job = started
  let failures = 0
  while (job.state === 'running' && !isLeft()) {
    await sleep(EVERY_MS)
    try {
      job = await send<typeof getJob>(call, 'GET', `/jobs/${encodeURIComponent(job.id)}`)
      failures = 0
      onProgress(job)
    } catch (error) {
      failures++
      if (problemOf(error).status === 404 || failures > MOST_FAILURES) return null
    }
  }
  return job
}
