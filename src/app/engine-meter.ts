import { addDispositions, countDispositions, type DispositionCounts } from '../core/domain/disposition.ts'
import type { Job, RunJobs } from '../io/jobs/jobs.ts'
import type { LockHold } from '../io/store/lock-holds.ts'
import type { PollReport } from './poll-report.ts'
import { type MeasureStage, STAGES, type Stage } from './stages.ts'

/** Times in seconds, counted by how long they were: `counts[i]` are those up to `bounds[i]`, the last those beyond. */
export interface TimeCounts {
  readonly bounds: readonly number[]
  readonly counts: readonly number[]
  readonly sum: number
}

/** What one job did since the engine started. */
export interface JobNumbers {
  readonly lane: string
  readonly runs: number
  readonly failures: number
  readonly seconds: number
  /** Since when it runs, in milliseconds since 1970; null while it does not. */
  readonly since: number | null
}

/** How late an event loop was, and the memory of its thread. */
export interface ThreadNumbers {
  readonly loopP99Ms: number
  readonly loopLongestMs: number
  readonly heapBytes: number
}

/** What the engine did since it started. Plain data: it crosses threads. */
export interface EngineNumbers {
  readonly polls: Readonly<Record<string, number>>
  /** Entries by what became of them. */
  readonly articles: DispositionCounts
  /** How much later than planned feeds were polled. */
  readonly delays: TimeCounts
  /** How long publishers took to answer. */
  readonly fetches: TimeCounts
  /** How long the stages of an article's way took, each time. */
  readonly stages: Readonly<Record<Stage, TimeCounts>>
  readonly jobs: Readonly<Record<string, JobNumbers>>
  readonly holds: readonly LockHold[]
  readonly thread: ThreadNumbers
}

/** Counts what the engine does. */
export interface EngineMeter {
  readonly onPoll: (report: Pick<PollReport, 'feed' | 'outcome' | 'count' | 'tookMs'>) => void
  readonly measure: MeasureStage
  /** The same way to run jobs, with each run measured. */
  readonly measured: (runJobs: RunJobs) => RunJobs
  readonly numbers: () => Omit<EngineNumbers, 'holds' | 'thread'>
}

const DELAYS_S = [1, 5, 15, 60, 300, 900, 3_600] as const
const STAGES_S = [0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 2, 10] as const
const FETCHES_S = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const

/** `elapsed` measures short times, in milliseconds; `now` tells instants. */
export function createEngineMeter(now: () => number, elapsed: () => number = now): EngineMeter {
  const polls: Record<string, number> = {}
  let articles = countDispositions([])
  const stages = Object.fromEntries(STAGES.map((stage) => [stage, createTimeCounts(STAGES_S)])) as Record<
    Stage,
    ReturnType<typeof createTimeCounts>
  >
  const delays = createTimeCounts(DELAYS_S)
  const fetches = createTimeCounts(FETCHES_S)
  const jobs: Record<string, JobNumbers> = {}

  function measuredJob(job: Job): Job {
    const change = (changed: Partial<JobNumbers>) => {
      const before = jobs[job.name] ?? { lane: job.lane, runs: 0, failures: 0, seconds: 0, since: null }
      jobs[job.name] = { ...before, ...changed }
      return before
    }
    change({})
    const run: Job['run'] = async (stop) => {
      const startedAt = now()
      change({ since: startedAt })
      let failures = 1
      try {
        const result = await job.run(stop)
        failures = 0
        return result
      } finally {
        const before = change({ since: null })
        const seconds = before.seconds + Math.max(0, now() - startedAt) / 1000
        change({ runs: before.runs + 1, failures: before.failures + failures, seconds })
      }
    }
    return { ...job, run }
  }
  return {
    onPoll({ feed, outcome, count, tookMs }) {
      polls[outcome.kind] = (polls[outcome.kind] ?? 0) + 1
      articles = addDispositions(articles, count.dispositions)
      fetches.add(tookMs / 1000)
      if (feed.nextAt !== null) delays.add(Math.max(0, now() - tookMs - feed.nextAt) / 1000)
    },
    async measure(stage, work) {
      const since = elapsed()
      try {
        return await work()
      } finally {
        stages[stage].add((elapsed() - since) / 1000)
      }
    },
    measured: (runJobs) => (all, deps) => runJobs(all.map(measuredJob), deps),
    numbers: () => ({
      polls,
      articles,
      delays: delays.value(),
      fetches: fetches.value(),
      stages: Object.fromEntries(STAGES.map((stage) => [stage, stages[stage].value()])) as EngineNumbers['stages'],
      jobs,
    }),
  }
}

function createTimeCounts(bounds: readonly number[]) {
  const counts = Array<number>(bounds.length + 1).fill(0)
  let sum = 0
  return {
    add(seconds: number): void {
      const at = bounds.findIndex((bound) => seconds <= bound)
      counts[at === -1 ? bounds.length : at]!++
      sum += seconds
    },
    value: (): TimeCounts => ({ bounds, counts: [...counts], sum }),
  }
}
