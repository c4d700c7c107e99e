import { Worker } from 'node:worker_threads'

export interface ThreadPoolOptions {
  /** The module each thread runs: it answers every message with one, in their order. */
  readonly module: URL
  readonly threads: number
  readonly deadlineMs: number
  readonly memoryMb: number
  /** Beside it, what young objects may take: a thread whose jobs are short needs little, and fills whatever it is given. */
  readonly youngMb: number
}

/** What one job came to: an answer, or why there is none. */
export type Ran<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'deadline' | 'memory' }
  | { readonly kind: 'crashed'; readonly error: unknown }

export interface ThreadPool<Request, Answer> {
  readonly run: (request: Request) => Promise<Ran<Answer>>
  readonly close: () => Promise<void>
}

interface Job<Request, Answer> {
  readonly request: Request
  readonly done: (ran: Ran<Answer>) => void
}

interface Thread<Request, Answer> {
  readonly worker: Worker
  /** What it was given, in the order it is done; only the first can be under way. */
  readonly jobs: Job<Request, Answer>[]
  deadline: NodeJS.Timeout | undefined
}

/** A thread that had to wait for its next job would stand still whenever the one that hands them out is busy. */
const AHEAD = 16

/** Threads that do one job after the other; one that takes too long or too much is ended, its job told so, the rest done elsewhere. */
export function threadPool<Request, Answer>(options: ThreadPoolOptions): ThreadPool<Request, Answer> {
  const waiting: Job<Request, Answer>[] = []
  const threads = new Set<Thread<Request, Answer>>()

  function start(): Thread<Request, Answer> {
    const { module, memoryMb, youngMb } = options
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb }
    const worker = new Worker(module, { resourceLimits })
    const thread: Thread<Request, Answer> = { worker, jobs: [], deadline: undefined }
    worker.unref()
    let cause: unknown = new Error('the thread ended')
    worker.on('message', (answer: Answer) => {
      if (threads.has(thread)) end(thread, { kind: 'done', answer })
    })
    worker.on('error', (error) => {
      cause = error
    })
    // An error may overtake the answers given before it; they are all there when the thread is gone.
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
    if (least?.jobs.length !== 0 && threads.size < options.threads) return start()
    return least !== undefined && least.jobs.length < AHEAD ? least : null
  }

  function begin(thread: Thread<Request, Answer>): void {
    thread.worker.ref()
    const [job] = thread.jobs
    const late = () => {
      if (thread.jobs[0] === job) giveUp(thread, { kind: 'deadline' })
    }
    // Whoever was busy until now hears the answer first, if there is one.
    thread.deadline = setTimeout(() => setImmediate(late), options.deadlineMs)
  }

  function end(thread: Thread<Request, Answer>, ran: Ran<Answer>): void {
    clearTimeout(thread.deadline)
    const job = thread.jobs.shift()
    if (thread.jobs.length > 0) begin(thread)
    else thread.worker.unref()
    job?.done(ran)
    handOut()
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
    close: async () => {
      const all = [...threads]
      threads.clear()
      for (const { deadline } of all) clearTimeout(deadline)
      await Promise.all(all.map(({ worker }) => worker.terminate()))
    },
  }
}

function failure(error: unknown): Ran<never> {
  const { code } = error as { code?: string }
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'crashed', error }
}
