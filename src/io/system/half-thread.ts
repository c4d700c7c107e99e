import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'

/** A part of the program that runs in a thread of its own and is spoken to by messages. */
export interface HalfThread<In> {
  readonly post: (message: In) => void
  /** Resolves when the thread is gone, with the reason when it did not end by itself. */
  readonly exited: Promise<string | null>
  /** Ends the thread at once, whatever it is doing. */
  readonly kill: () => Promise<unknown>
}

const ownMemoryMb = () => Math.round(getHeapStatistics().heap_size_limit / 1024 ** 2)

/** Starts a module in a thread, which may use as much memory as this one may, unless it is told otherwise. */
export function startThread<In, Out>(
  module: URL,
  data: unknown,
  onMessage: (message: Out) => void,
  maxOldGenerationSizeMb = ownMemoryMb(),
): HalfThread<In> {
  const worker = new Worker(module, { workerData: data, resourceLimits: { maxOldGenerationSizeMb } })
  let reason: string | null = null
  worker.on('message', onMessage)
  worker.on('error', (error: NodeJS.ErrnoException) => {
    reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it ran out of memory' : error.message
  })
  const exited = new Promise<string | null>((resolve) =>
    worker.once('exit', (code) => resolve(reason ?? (code === 0 ? null : `it ended with code ${code}`))),
  )
  return { post: (message) => worker.postMessage(message), exited, kill: () => worker.terminate() }
}
