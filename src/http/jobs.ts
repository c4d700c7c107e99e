import type { DeadJob as StoredDeadJob } from '../app/web-jobs.ts'
import { type ApiRoute, route } from './api-route.ts'
import { type DeadJob, dropDeadJob, listDeadJobs, retryDeadJob } from './contract/jobs.ts'
import { iso } from './iso.ts'
import { notFound } from './refusal.ts'

function toDeadJob({ id, task, key, tries, error, failedAt }: StoredDeadJob): DeadJob {
  // A host's job is named by the task and the host; one of the recurring jobs by its task alone.
  const about = key === null || key === task ? null : key.replace(`${task} `, '')
  return { id, task, about, tries, error: error.split('\n')[0]!, failedAt: iso(failedAt) }
}

export const jobRoutes: readonly ApiRoute[] = [
  route(listDeadJobs, async ({ app }) => ({ items: (await app.jobs.dead()).map(toDeadJob), next: null })),
  route(retryDeadJob, async ({ app, params }) => {
    if (!(await app.jobs.retry(params.id))) throw notFound()
  }),
  route(dropDeadJob, async ({ app, params }) => {
    if (!(await app.jobs.drop(params.id))) throw notFound()
  }),
]
