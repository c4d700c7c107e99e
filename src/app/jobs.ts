import { UserError } from '../core/domain/user-error.ts'
import type { DeadJob } from '../io/store/dead-jobs.ts'
import type { Store } from '../io/store/open-store.ts'
import type { ListedWorker } from '../io/store/workers.ts'

/** The processes that share the store, and jobs that failed for good. */
export interface Jobs {
  readonly workers: () => Promise<readonly ListedWorker[]>
  readonly dead: () => Promise<readonly DeadJob[]>
  /** Tries dead jobs again, those named or all; gives them. */
  readonly retry: (ids: readonly string[]) => Promise<readonly DeadJob[]>
  /** Removes dead jobs, those named or all; gives them. */
  readonly drop: (ids: readonly string[]) => Promise<readonly DeadJob[]>
}

/** One that was not heard of for so long is not shown. */
const SILENT_MS = 30_000

export function createJobs({ shared }: Pick<Store, 'shared'>): Jobs {
  const named = async (ids: readonly string[]): Promise<readonly DeadJob[]> => {
    const dead = await shared.deadJobs()
    if (ids.includes('all')) return dead
    return ids.map((id) => {
      const found = dead.find((job) => String(job.id) === id)
      if (found === undefined) throw new UserError(`there is no dead job ${id}: \`copytaster jobs\` lists them`)
      return found
    })
  }
  const doWith = (act: (ids: readonly number[]) => Promise<unknown>) => async (ids: readonly string[]) => {
    const jobs = await named(ids)
    await act(jobs.map(({ id }) => id))
    return jobs
  }
  return {
    workers: () => shared.listWorkers(SILENT_MS),
    dead: shared.deadJobs,
    retry: doWith(shared.retryJobs),
    drop: doWith(shared.dropJobs),
  }
}

/** A dead job in one line. */
export const deadJobLine = ({ id, task, key, tries, error }: DeadJob): string =>
  `${id}: ${key === null || key === task ? task : key}, tried ${tries} times: ${error.split('\n')[0]}`
