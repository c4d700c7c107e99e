import { StoreTrouble } from '../core/domain/store-trouble.ts'
import { Trouble } from '../core/domain/trouble.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { UserReason } from '../core/domain/user-reason.ts'
import { hideLogins } from '../core/text/login.ts'
import type { ImportReport } from './import-opml.ts'
import type { StarredReport } from './import-starred.ts'

export type ImportKind = 'opml' | 'starred'

/** How far an import has come. */
export interface JobProgress {
  readonly id: string
  readonly kind: ImportKind
  readonly state: 'running' | 'done' | 'failed'
  readonly done: number
  readonly total: number
  readonly startedAt: number
  readonly endedAt: number | null
  readonly error: string | null
  /** Null where the fault is ours. */
  readonly errorReason: UserReason | null
  readonly report: (ImportReport & StarredReport) | null
}

/** Work that reports how much it has done, and what came of it. */
export interface ImportWork {
  readonly total: number
  readonly run: (onDone: (done: number) => void) => Promise<Partial<ImportReport & StarredReport>>
}

/** Imports that run in the engine, and those that ended lately. They end with the process; started again, an import goes on. */
export interface ImportJobs {
  readonly start: (reader: number, kind: ImportKind, work: ImportWork) => JobProgress
  readonly get: (reader: number, id: string) => JobProgress | null
}

/** Ended jobs that are remembered. */
const MOST_JOBS = 100

const NOTHING: ImportReport & StarredReport = {
  added: 0,
  revived: 0,
  known: 0,
  skipped: [],
  broken: null,
  saved: 0,
  stored: 0,
}

export function createImportJobs(now: () => number): ImportJobs {
  const jobs = new Map<string, { readonly reader: number; progress: JobProgress }>()
  let last = 0
  return {
    start(reader, kind, { total, run }) {
      const isBusy = [...jobs.values()].some((one) => one.reader === reader && one.progress.state === 'running')
      if (isBusy) throw new UserError({ code: 'importRunning' })
      for (const [id, { progress }] of jobs) if (jobs.size >= MOST_JOBS && progress.state !== 'running') jobs.delete(id)
      const id = `${now().toString(36)}-${++last}`
      const job = {
        reader,
        progress: {
          id,
          kind,
          state: 'running',
          done: 0,
          total,
          startedAt: now(),
          endedAt: null,
          error: null,
          errorReason: null,
          report: null,
        },
      } as { reader: number; progress: JobProgress }
      jobs.set(id, job)
      const end = (ended: Partial<JobProgress>) => {
        job.progress = { ...job.progress, endedAt: now(), ...ended }
      }
      void run((done) => {
        job.progress = { ...job.progress, done: job.progress.done + done }
      }).then(
        (report) => end({ state: 'done', report: { ...NOTHING, ...report } }),
        (error: unknown) =>
          end({
            state: 'failed',
            error: wordsOf(error),
            errorReason: error instanceof UserError ? error.reason : null,
          }),
      )
      return job.progress
    },
    get(reader, id) {
      const job = jobs.get(id)
      return job === undefined || job.reader !== reader ? null : job.progress
    },
  }
}

/** What is not meant for people is not told to them. */
const wordsOf = (error: unknown): string =>
  error instanceof UserError || error instanceof Trouble || error instanceof StoreTrouble
    ? hideLogins(error.message)
    : 'a fault of ours'
