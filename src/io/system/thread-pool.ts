import { Worker } from 'node:worker_threads'

export interface ThreadPoolOptions {
  /** The module each thread runs: it answers every message with one. */
  readonly module: URL
  readonly threads: number
  readonly deadlineMs: number
  readonly memoryMb: number
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

/** Threads that do one job at a time; one that takes too long or too much is ended and replaced, its job told so. */
export function threadPool<Request, Answer>(options: ThreadPoolOptions): ThreadPool<Request, Answer> {
  const waiting: Job<Request, Answer>[] = []
  const idle: Worker[] = []
  const all = new Set<Worker>()

  function start(): Worker {
    const worker = new Worker(options.module, { resourceLimits: { maxOldGenerationSizeMb: options.memoryMb } })
    worker.unref()
    all.add(worker)
    worker.once('exit', () => all.delete(worker))
    return worker
  }

  function next(): void {
    if (waiting.length === 0) return
    const worker = idle.pop() ?? (all.size < options.threads ? start() : null)
    if (worker) work(worker, waiting.shift()!)
  }

  function work(worker: Worker, job: Job<Request, Answer>): void {
    const end = (ran: Ran<Answer>, reusable: boolean) => {
      clearTimeout(timer)
      worker.removeAllListeners('message').removeAllListeners('error')
      worker.unref()
      if (reusable) idle.push(worker)
      else void discard(worker)
      job.done(ran)
      next()
    }
    const timer = setTimeout(() => end({ kind: 'deadline' }, false), options.deadlineMs)
    worker.ref()
    worker.once('message', (answer: Answer) => end({ kind: 'done', answer }, true))
    worker.once('error', (error) => end(failure(error), false))
    worker.postMessage(job.request)
  }

  async function discard(worker: Worker): Promise<void> {
    all.delete(worker)
    worker.on('error', () => {})
    await worker.terminate()
  }

  return {
    run: (request) =>
      new Promise((done) => {
        waiting.push({ request, done })
        next()
      }),
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

function failure(error: unknown): Ran<never> {
  const { code } = error as { code?: string }
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'crashed', error }
}
