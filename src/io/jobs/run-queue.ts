import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Runner, TaskList, WorkerEvents } from 'graphile-worker'
import { StoreTrouble } from '../../core/domain/store-trouble.ts'
import { Trouble } from '../../core/domain/trouble.ts'
import { shownAddress } from '../store/address.ts'
import { storeTrouble } from '../store/store-trouble.ts'
import { whenAborted } from '../system/when-aborted.ts'
import type { HostJobChannel } from './host-jobs.ts'
import { ask, type JobQueue, scheduleHost } from './job-queue.ts'
import type { Job, JobsDeps } from './jobs.ts'

/** How often the queue is asked for jobs whose time has come; one that is added is heard of at once. */
const LOOK_EVERY_MS = 1_000
/**
 * How a runner fetches jobs: `size` at a time, by one query for all of its workers. After a query that found nothing it waits `durationMs`,
 * whatever is added meanwhile: each host that any process leases, polls or gives back is announced to all of them. What no worker took within
 * `ttl` goes back to the others.
 */
interface Fetching {
  readonly size: number
  readonly ttl: number
  readonly refetchDelay: { readonly durationMs: number; readonly threshold: number; readonly maxAbortThreshold: number }
}

const fetching = (size: number, durationMs: number): Fetching => ({
  size,
  ttl: 5_000,
  refetchDelay: { durationMs, threshold: 0, maxAbortThreshold: Number.POSITIVE_INFINITY },
})
/** Half of what is polled at once: they are given back together too, and a process must not take more than its part while others wait. */
const fetchHosts = (atOnce: number) => fetching(Math.ceil(atOnce / 2), 100)
/**
 * One at a time: two of one lane could come by one query. Seldom, since the query looks at all hosts that are due to find that there is nothing
 * else.
 */
const FETCH_OTHERS = fetching(1, 500)
/** How long the jobs that ended are gathered, to be deleted together. */
const GATHER_ENDED_MS = 5

/** After so many tries a job is dead: it stays for a person to see, and is tried again only when one asks for it. */
export const MOST_TRIES = 12

/** What runs jobs of the queue, and under which name it holds them. */
export interface QueueRunner {
  readonly pool: string
  /** Lets what runs end, gives back the rest. */
  readonly stop: () => Promise<void>
}

/** Runs the jobs of hosts: each is offered to the poller, and ends when its host was polled. */
export async function runHostJobs(
  queue: JobQueue,
  hosts: HostJobChannel,
  atOnce: number,
  fail: (error: unknown) => void,
): Promise<QueueRunner> {
  hosts.open()
  const host = async (payload: unknown) => {
    const { host: name } = payload as { readonly host: string }
    if ((await hosts.offer(name)) === 'busy') await scheduleHost(queue, name)
  }
  const runner = await start(queue, { taskList: { host }, concurrency: atOnce, fetching: fetchHosts(atOnce) }, fail)
  return {
    ...runner,
    stop: async () => {
      hosts.close()
      await runner.stop()
    },
  }
}

/** How often jobs that somebody dropped are added again. */
const ADD_AGAIN_MS = 60_000

/** Runs jobs that any one process may run: those of one lane one after the other, wherever they run. */
export async function runSharedJobs(
  queue: JobQueue,
  jobs: readonly Job[],
  { stop, onOverdue }: Pick<JobsDeps, 'stop' | 'onOverdue'>,
  fail: (error: unknown) => void,
  addAgainMs = ADD_AGAIN_MS,
): Promise<QueueRunner> {
  const add = (job: Job, runInMs: number, mode: 'replace' | 'unsafe_dedupe') =>
    ask(
      queue,
      `select graphile_worker.add_job($1, queue_name := $2, job_key := $1, job_key_mode := $3, max_attempts := $4,
        run_at := clock_timestamp() + $5 * interval '1 millisecond')`,
      [job.name, job.lane, mode, MOST_TRIES, runInMs],
    )
  const task = (job: Job) => async () => {
    const since = performance.now()
    try {
      await runWithLimit(job, stop, onOverdue)
      await add(job, Math.max(0, job.everyMs - (performance.now() - since)), 'replace')
    } catch (error) {
      // The store is to blame: the process waits until it answers again. The queue tries the job again in any case.
      if (error instanceof Trouble) fail(error)
      throw error
    }
  }
  const addMissing = async () => {
    for (const job of jobs) await add(job, 0, 'unsafe_dedupe')
  }
  await addMissing()
  const tasks = Object.fromEntries(jobs.map((job) => [job.name, task(job)]))
  const concurrency = Math.max(1, new Set(jobs.map(({ lane }) => lane)).size)
  const runner = await start(queue, { taskList: tasks, concurrency, fetching: FETCH_OTHERS }, fail)
  const timer = setInterval(() => void addMissing().catch(() => {}), addAgainMs).unref()
  return {
    ...runner,
    stop: () => {
      clearInterval(timer)
      return runner.stop()
    },
  }
}

async function runWithLimit(job: Job, stop: AbortSignal, onOverdue: (words: string) => void): Promise<void> {
  const own = new AbortController()
  const ignoreStop = whenAborted(stop, () => own.abort())
  if (stop.aborted) own.abort()
  const over = () => {
    onOverdue(`${job.name}: not done within ${job.timeoutMs! / 1000} s`)
    own.abort()
  }
  const timer = job.timeoutMs === null ? undefined : globalThis.setTimeout(over, job.timeoutMs)
  try {
    await job.run(own.signal)
  } finally {
    clearTimeout(timer)
    ignoreStop()
  }
}

/** What a runner runs, and how. */
interface RunnerPlan {
  readonly taskList: TaskList
  readonly concurrency: number
  readonly fetching: Fetching
}

async function start(
  queue: JobQueue,
  { taskList, concurrency, fetching: localQueue }: RunnerPlan,
  fail: (error: unknown) => void,
): Promise<QueueRunner> {
  const { run } = await import('graphile-worker')
  const { silentLogger } = await import('./silent-logger.ts')
  const events: WorkerEvents = new EventEmitter()
  let pool = ''
  events.on('pool:create', ({ workerPool }) => {
    pool = workerPool.id
  })
  const starting = run({
    pgPool: queue.pool,
    taskList,
    concurrency,
    events,
    logger: silentLogger,
    noHandleSignals: true,
    pollInterval: LOOK_EVERY_MS,
    parsedCronItems: [],
    preset: { worker: { localQueue, completeJobBatchDelay: GATHER_ENDED_MS } },
  })
  const runner: Runner = await starting.catch((error: unknown) => {
    throw storeTrouble(error, queue.address)
  })
  let stopping: Promise<void> | null = null
  const ended = () => {
    if (stopping === null)
      fail(new StoreTrouble('passing', `${shownAddress(queue.address)}: the queue of jobs broke off`))
  }
  runner.promise.then(ended, ended)
  const stop = () => {
    stopping ??= withinGrace(runner.stop())
    return stopping
  }
  return { pool, stop }
}

/** How long running jobs may take to end; without a database it tries without end to say that they did. */
const GRACE_MS = 6_000

export async function withinGrace(work: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const ended = work.catch(() => {}).finally(() => over.abort())
  await Promise.race([ended, setTimeout(GRACE_MS, undefined, { signal: over.signal, ref: false }).catch(() => {})])
}
