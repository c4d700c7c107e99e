import type { SharedQueries } from '../store/open-store.ts'
import type { WorkerProcess } from '../store/workers.ts'
import type { Clock } from '../system/clock.ts'
import { whenAborted } from '../system/when-aborted.ts'
import { type ElectedAs, joinElection } from './elect.ts'
import { createHostJobs, type HostJobChannel, type HostJobs } from './host-jobs.ts'
import {
  addMissingJobs,
  type JobQueue,
  openJobQueue,
  retryAfterOutage,
  unlockJobsOf,
  unlockOrphans,
} from './job-queue.ts'
import type { Job, JobsDeps, RunJobs } from './jobs.ts'
import { troubleOfLostWord } from './lost-words.ts'
import { runInMemory } from './run-in-memory.ts'
import { type QueueRunner, runHostJobs, runSharedJobs, withinGrace } from './run-queue.ts'
import { openSharedClock, type SharedClock } from './shared-clock.ts'

/** The processes that share a PostgreSQL, as one of them sees them. */
export interface Cluster {
  /** The hosts that the queue gives to this process. */
  readonly hosts: HostJobs
  /** Whether this process is the one that admits. */
  readonly leads: () => boolean
  /** Whether this process is the one that keeps ready to take over. */
  readonly standsBy: () => boolean
  /** The same for all of them. */
  readonly clock: Clock
  readonly runJobs: RunJobs
  readonly close: () => Promise<void>
}

/** How a process joins the others. */
export interface ClusterOptions extends Pick<WorkerProcess, 'name' | 'kind' | 'version'> {
  /** The address of the database without a transaction pooler in between. */
  readonly direct: string
  readonly store: { readonly shared: SharedQueries }
  /** How many hosts are polled at once. */
  readonly hostsAtOnce: number
  readonly onElected?: (as: ElectedAs) => void
}

const BEAT_MS = 10_000
/** A process that was not heard of for so long is taken for dead: its jobs are free. */
export const SILENT_MS = 30_000
const MISSING_EVERY_MS = 60_000

/** Joins the processes that share a store: takes part in the election, beats, and runs jobs of the queue. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { direct, store, hostsAtOnce } = options
  const { shared } = store
  const hosts = createHostJobs()
  let runners: readonly QueueRunner[] = []
  let leads = () => false
  let isClosed = false
  let beating: Promise<unknown> = Promise.resolve()
  const beat = (): Promise<void> => {
    if (isClosed) return Promise.resolve()
    const { name, kind, version } = options
    const pools = runners.map(({ pool }) => pool)
    const now = shared.beatWorker({ name, kind, version, pools, leads: leads() }, SILENT_MS)
    beating = Promise.allSettled([beating, now])
    return now
  }
  await beat()
  const clock = await openSharedClock(shared.databaseTime)
  const queue = await openJobQueue(direct)
  const election = joinElection(direct, (as) => {
    options.onElected?.(as)
    void beat().catch(() => {})
  })
  leads = () => election.electedAs() === 'leader'
  const timers = [
    setInterval(() => void beatAndUnlock(beat, clock, shared, queue).catch(() => {}), BEAT_MS).unref(),
    setInterval(() => void (leads() && mendJobs(queue).catch(() => {})), MISSING_EVERY_MS).unref(),
  ]
  // Also between two runs: what broke off may come late.
  let failRun: (error: unknown) => void = () => {}
  const ignoreLostWords = catchLostWords(direct, (error) => failRun(error))
  const onLost = (fail: (error: unknown) => void) => {
    failRun = fail
  }
  const earlierPools = () => runners.map(({ pool }) => pool)
  const setRunners = async (now: readonly QueueRunner[]) => {
    runners = now
    await beat()
  }
  return {
    hosts,
    leads,
    standsBy: () => election.electedAs() === 'standby',
    clock,
    runJobs: (jobs, deps) =>
      runAmongOthers({ direct, onLost, hosts, hostsAtOnce, leads, earlierPools, setRunners }, jobs, deps),
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      isClosed = true
      await withinGrace(leave(options, queue, [election.close(), beating], runners))
      ignoreLostWords()
    },
  }
}

/** Frees what this process still has, and takes it off the list. */
async function leave(
  { store: { shared }, name }: ClusterOptions,
  queue: JobQueue,
  ends: readonly Promise<unknown>[],
  runners: readonly QueueRunner[],
): Promise<void> {
  await Promise.allSettled(ends)
  const pools = runners.map(({ pool }) => pool)
  await unlockJobsOf(queue, pools)
    .then(() => shared.removeWorker(name))
    .catch(() => {})
  await queue.close()
}

/** What the queue cannot know: hosts that have no job, and jobs that only waited for the database. */
async function mendJobs(queue: JobQueue): Promise<void> {
  await addMissingJobs(queue)
  await retryAfterOutage(queue)
}

/** Says that this process lives, and frees the jobs of those that do not. */
async function beatAndUnlock(
  beat: () => Promise<void>,
  clock: SharedClock,
  shared: SharedQueries,
  queue: JobQueue,
): Promise<void> {
  await beat()
  await clock.adjust()
  await shared.removeSilentWorkers(SILENT_MS)
  await unlockOrphans(queue, SILENT_MS)
}

/** Errors that graphile-worker lets nobody catch: see `troubleOfLostWord`. */
function catchLostWords(address: string, fail: (error: unknown) => void): () => void {
  const onRejection = (error: unknown) => {
    const trouble = troubleOfLostWord(error, address)
    if (trouble !== null) fail(trouble)
  }
  process.on('unhandledRejection', onRejection)
  return () => process.off('unhandledRejection', onRejection)
}

interface Among {
  readonly direct: string
  /** What is to be told of words that were lost. */
  readonly onLost: (fail: (error: unknown) => void) => void
  readonly hosts: HostJobChannel
  readonly hostsAtOnce: number
  readonly leads: () => boolean
  /** The names under which this process held jobs before. */
  readonly earlierPools: () => readonly string[]
  readonly setRunners: (runners: readonly QueueRunner[]) => Promise<void>
}

/** Runs what each process and the leader run in memory, and the rest as the queue gives it out. */
async function runAmongOthers(among: Among, jobs: readonly Job[], deps: JobsDeps): Promise<void> {
  const { hosts, leads } = among
  // Connections of its own each time: those of a run that broke off may never come back.
  const queue = await openJobQueue(among.direct)
  const end = new AbortController()
  const ignoreStop = whenAborted(deps.stop, () => end.abort())
  if (deps.stop.aborted) end.abort()
  let trouble: { readonly error: unknown } | null = null
  const fail = (error: unknown) => {
    trouble ??= { error }
    end.abort()
  }
  const own = { ...deps, stop: end.signal }
  const ofLeader = (job: Job): Job => ({ ...job, run: async (stop) => (leads() ? job.run(stop) : null) })
  const local = jobs.filter(({ by }) => by !== 'any').map((job) => (job.by === 'leader' ? ofLeader(job) : job))
  const shared = jobs.filter(({ by }) => by === 'any')
  const runners: QueueRunner[] = []
  among.onLost(fail)
  try {
    await unlockJobsOf(queue, among.earlierPools())
    await retryAfterOutage(queue)
    runners.push(await runHostJobs(queue, hosts, among.hostsAtOnce, fail))
    runners.push(await runSharedJobs(queue, shared, own, fail))
    await among.setRunners(runners)
    const ignoreEnd = whenAborted(end.signal, () => void stopAll(runners))
    if (!end.signal.aborted) await runInMemory(local, own).catch(fail)
    ignoreEnd()
  } finally {
    ignoreStop()
    end.abort()
    await stopAll(runners)
    void queue.close().catch(() => {})
  }
  if (trouble !== null) throw (trouble as { readonly error: unknown }).error
}

const stopAll = (runners: readonly QueueRunner[]) => Promise.all(runners.map(({ stop }) => stop()))
