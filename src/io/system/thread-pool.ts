import { Worker } from 'node:worker_threads'

export interface ThreadPoolOptions {
  /** The module each thread runs: it answers every message with one message, in order. */
  readonly module: URL
  /** What each thread is given at its start. */
  readonly data?: unknown
  /** The most that there are; a further one is started when each has as many jobs as it queues. */
  readonly threads: number
  readonly deadlineMs: number
  readonly memoryMb: number
  /** Size of the young generation: a thread with short jobs needs little, and fills whatever it is given. */
  readonly youngMb: number
  /** A thread without work for so long is ended, which frees its memory; the next job starts another. */
  readonly idleMs: number
}

/** The result of one job: an answer, or the reason why there is none. */
export type Ran<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'deadline' | 'memory' }
  | { readonly kind: 'crashed'; readonly error: unknown }

export interface ThreadPool<Request, Answer> {
  readonly run: (request: Request) => Promise<Ran<Answer>>
  /** Ends the threads that have no work; the next job starts another. */
  readonly endIdle: () => Promise<void>
  readonly close: () => Promise<void>
}

interface Job<Request, Answer> {
  readonly request: Request
  readonly done: (ran: Ran<Answer>) => void
}

interface Thread<Request, Answer> {
  readonly worker: Worker
  /** Its queue, in order; only the first is running. */
  readonly jobs: Job<Request, Answer>[]
  deadline: NodeJS.Timeout | undefined
  /** Ends the thread while it has no jobs. */
  retirement: NodeJS.Timeout | undefined
}

/** Jobs queued per thread, so that a thread does not idle while the main thread is busy. */
const AHEAD = 16

/**
 * A pool of worker threads, each with a queue. A job that takes too much time or memory ends its thread and fails; the
 * other jobs of that thread are moved to another.
 */
export function threadPool<Request, Answer>(options: ThreadPoolOptions): ThreadPool<Request, Answer> {
  const waiting: Job<Request, Answer>[] = []
  const threads = new Set<Thread<Request, Answer>>()

  function start(): Thread<Request, Answer> {
    const { module, data, memoryMb, youngMb } = options
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb }
    const worker = new Worker(module, { workerData: data, resourceLimits })
    const thread: Thread<Request, Answer> = { worker, jobs: [], deadline: undefined, retirement: undefined }
    worker.unref()
    let cause: unknown = new Error('the thread ended')
    worker.on('message', (answer: Answer) => {
      if (threads.has(thread)) end(thread, { kind: 'done', answer })
    })
    worker.on('error', (error) => {
      cause = error
    })
    // The error event may come before earlier answers; they have all arrived when the thread has exited.
    worker.once('exit', () => giveUp(thread, failure(cause)))
    threads.add(thread)
    return thread
  }

  function handOut(): void {
    for (;;) {
      const thread = waiting.length === 0 ? null : nextThread()
      if (thread === null) return
      const job = waiting.shift()!
      thread.jobs.push(job)
      thread.worker.postMessage(job.request)
      if (thread.jobs.length === 1) begin(thread)
    }
  }

  function nextThread(): Thread<Request, Answer> | null {
    const [least] = [...threads].sort((a, b) => a.jobs.length - b.jobs.length)
    if (least !== undefined && least.jobs.length < AHEAD) return least
    return threads.size < options.threads ? start() : null
  }

  function begin(thread: Thread<Request, Answer>): void {
    thread.worker.ref()
    clearTimeout(thread.retirement)
    const [job] = thread.jobs
    const late = () => {
      if (thread.jobs[0] === job) giveUp(thread, { kind: 'deadline' })
    }
    // If the main thread was busy, an answer that has arrived is handled first.
    thread.deadline = setTimeout(() => setImmediate(late), options.deadlineMs)
  }

  function end(thread: Thread<Request, Answer>, ran: Ran<Answer>): void {
    clearTimeout(thread.deadline)
    const job = thread.jobs.shift()
    if (thread.jobs.length > 0) begin(thread)
    else rest(thread)
    job?.done(ran)
    handOut()
  }

  function rest(thread: Thread<Request, Answer>): void {
    thread.worker.unref()
    const retire = () => {
      if (thread.jobs.length === 0 && threads.delete(thread)) void thread.worker.terminate()
    }
    if (threads.has(thread)) thread.retirement = setTimeout(retire, options.idleMs).unref()
  }

  async function endIdle(): Promise<void> {
    const idle = [...threads].filter(({ jobs }) => jobs.length === 0)
    for (const thread of idle) {
      threads.delete(thread)
      clearTimeout(thread.retirement)
    }
    await Promise.all(idle.map(({ worker }) => worker.terminate()))
  }

  function giveUp(thread: Thread<Request, Answer>, ran: Ran<Answer>): void {
    if (!threads.delete(thread)) return
    waiting.unshift(...thread.jobs.splice(1))
    void thread.worker.terminate()
    end(thread, ran)
  }

  return {
    run: (request) =>
      new Promise((done) => {
        waiting.push({ request, done })
        handOut()
      }),
    endIdle,
    close: async () => {
      const all = [...threads]
      threads.clear()
      for (const { deadline, retirement } of all) {
        clearTimeout(deadline)
        clearTimeout(retirement)
      }
      await Promise.all(all.map(({ worker }) => worker.terminate()))
    },
  }
}

function failure(error: unknown): Ran<never> {
  const { code } = error as { code?: string }
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'crashed', error }
}
