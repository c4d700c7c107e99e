import { whenAborted } from './when-aborted.ts'

/** How time-outs are kept: a stopwatch in milliseconds, and a call once after a while, unless it is called off. */
export interface Stopwatch {
  readonly now: () => number
  readonly alarm: (ms: number, call: () => void) => () => void
}

/** Time as the program knows it; a test or the demonstration hands in another. */
export interface Clock {
  readonly now: () => number
  /** Resolves after a while, or at once when the signal is given. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Calls again and again until told to stop; never keeps the process alive. */
  readonly every: (ms: number, call: () => void) => () => void
}

export const systemClock: Clock = {
  now: Date.now,
  every: (ms, call) => {
    const timer = setInterval(call, ms).unref()
    return () => clearInterval(timer)
  },
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const timer = setTimeout(done, ms)
      const ignoreSignal = whenAborted(signal, done)
      function done() {
        clearTimeout(timer)
        ignoreSignal()
        resolve()
      }
    }),
}

/** Monotonic: a clock that is set must neither end a request nor let it hang. */
export const systemStopwatch: Stopwatch = {
  now: () => performance.now(),
  alarm: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
