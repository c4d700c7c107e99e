import { whenAborted } from '../system/when-aborted.ts'
import type { Job, JobsDeps, RunJobs } from './jobs.ts'

/** The longest sleep of a lane: a clock that is set must not delay a job for long. */
const LONGEST_SLEEP_MS = 2_000
const SHORTEST_SLEEP_MS = 50
/** How long a job may go on after it was told to stop, before its lane goes on without it. */
const GRACE_MS = 5_000

/** Jobs in one process, each lane a loop of its own. */
export const runInMemory: RunJobs = async (jobs, deps) => {
  const end = new AbortController()
  const ignoreStop = whenAborted(deps.stop, () => end.abort())
  if (deps.stop.aborted) end.abort()
  let trouble: { readonly error: unknown } | null = null
  const fail = (error: unknown) => {
    trouble ??= { error }
    end.abort()
  }
  const lanes = new Map<string, Job[]>()
  for (const job of jobs) lanes.set(job.lane, [...(lanes.get(job.lane) ?? []), job])
  const deferred = { ...deps, stop: end.signal, fail }
  await Promise.all(Array.from(lanes.values(), (lane) => runLane(lane, deferred).catch(fail)))
  ignoreStop()
  if (trouble !== null) throw (trouble as { readonly error: unknown }).error
}

interface LaneDeps extends JobsDeps {
  readonly fail: (error: unknown) => void
}

async function runLane(jobs: readonly Job[], deps: LaneDeps): Promise<void> {
  const { stop, now } = deps
  const startedAt = new Map<Job, number>()
  const overdue = new Set<Job>()
  // The absolute difference: a clock that was set back must not delay a job.
  const waitOf = (job: Job) => job.everyMs - Math.abs(now() - (startedAt.get(job) ?? Number.NEGATIVE_INFINITY))
  while (!stop.aborted) {
    for (const job of jobs) {
      if (stop.aborted || overdue.has(job) || waitOf(job) > 0) continue
      startedAt.set(job, now())
      await runOnce(job, overdue, deps)
    }
    const wait = Math.min(...jobs.map(waitOf), LONGEST_SLEEP_MS)
    if (!stop.aborted) await deps.sleep(Math.max(wait, SHORTEST_SLEEP_MS), stop)
  }
}

/** Runs a job to its end, or until its time is over; then it is not started again before it has ended after all. */
async function runOnce(job: Job, overdue: Set<Job>, deps: LaneDeps): Promise<void> {
  const own = new AbortController()
  const limit = startLimit(job, own, deps.stop)
  const work = job.run(own.signal)
  try {
    const ended = await Promise.race([work.then(() => true), limit.over])
    if (ended) return
  } finally {
    limit.clear()
  }
  if (!deps.stop.aborted) deps.onOverdue(`${job.name}: not done within ${job.timeoutMs! / 1000} s`)
  overdue.add(job)
  work.catch(deps.fail).finally(() => overdue.delete(job))
}

interface Limit {
  /** Resolves with false when the lane must not wait any longer. */
  readonly over: Promise<false>
  readonly clear: () => void
}

/** Aborts the job when its time is over or the process stops, and gives it a moment to end. */
function startLimit(job: Job, own: AbortController, stop: AbortSignal): Limit {
  let timer: NodeJS.Timeout | undefined
  let giveUp = () => {}
  const over = new Promise<false>((resolve) => {
    giveUp = () => resolve(false)
  })
  const end = () => {
    own.abort()
    clearTimeout(timer)
    timer = setTimeout(giveUp, GRACE_MS)
  }
  const ignoreStop = whenAborted(stop, end)
  if (job.timeoutMs !== null) timer = setTimeout(end, job.timeoutMs)
  return {
    over,
    clear: () => {
      clearTimeout(timer)
      ignoreStop()
    },
  }
}
