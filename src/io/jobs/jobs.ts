/** Work that is done again and again beside the commands of people. */
export interface Job {
  readonly name: string
  /** Jobs of one lane run one after the other; lanes never wait for each other. */
  readonly lane: string
  /** The pause from one start to the next. */
  readonly everyMs: number
  /** The longest one run may take in all; null for work that goes on until it is told to stop. */
  readonly timeoutMs: number | null
  /**
   * Which of the processes that share a store runs it: `each`, the one that was elected to admit (`leader`), or `any` one at a time,
   * which then tries again what failed. One process alone runs all.
   */
  readonly by?: 'each' | 'leader' | 'any'
  /** Ends soon after the signal aborts: the process stops, or the time is over. */
  readonly run: (stop: AbortSignal) => Promise<unknown>
}

/** What running jobs needs. */
export interface JobsDeps {
  readonly stop: AbortSignal
  readonly now: () => number
  readonly sleep: (ms: number, stop: AbortSignal) => Promise<void>
  /** Told of a job that took longer than it may. */
  readonly onOverdue: (words: string) => void
}

/**
 * Runs jobs at their times until told to stop; resolves when all have ended. An error of a job ends all lanes and is thrown. One
 * process does so in memory (`runInMemory`); where many share a database, a queue there gives out those that any may run
 * (`openCluster`): a lane is one of its queues, a job one of its tasks.
 */
export type RunJobs = (jobs: readonly Job[], deps: JobsDeps) => Promise<void>
