import type { DeadJob } from '../io/store/dead-jobs.ts'
import type { Store } from '../io/store/open-store.ts'

export type { DeadJob }

/** Jobs that failed for good, as an administrator sees and settles them; on SQLite there are none. */
export interface WebJobs {
  readonly dead: () => Promise<readonly DeadJob[]>
  /** Tries one again now; false when there is none of that id. */
  readonly retry: (id: number) => Promise<boolean>
  /** Removes one; false when there is none of that id. Work that recurs comes back by itself. */
  readonly drop: (id: number) => Promise<boolean>
}

export function createWebJobs({ shared }: Pick<Store, 'shared'>): WebJobs {
  /** Only what is dead: the queue would also take a job that waits for its time. */
  const ifDead = async (id: number, act: (ids: readonly number[]) => Promise<number>): Promise<boolean> =>
    (await shared.deadJobs()).some((job) => job.id === id) && (await act([id])) > 0
  return {
    dead: () => shared.deadJobs(),
    retry: (id) => ifDead(id, shared.retryJobs),
    drop: (id) => ifDead(id, shared.dropJobs),
  }
}
