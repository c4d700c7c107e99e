import { whenAborted } from './when-aborted.ts'

/** Timers for time-outs: a monotonic clock in milliseconds, and a call after a delay that can be cancelled. */
export interface Stopwatch {
  readonly now: () => number
  readonly alarm: (ms: number, call: () => void) => () => void
}

/** The program's clock; a test or the demonstration passes another. */
export interface Clock {
  readonly now: () => number
  /** A monotonic clock in milliseconds, for lengths of time: nobody sets it. */
  readonly elapsed: () => number
  /** Resolves after a delay, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Calls at an interval until stopped; never keeps the process alive. */
  readonly every: (ms: number, call: () => void) => () => void
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
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

/** Monotonic: setting the system clock must neither end a request nor make it hang. */
export const systemStopwatch: Stopwatch = {
  now: () => performance.now(),
  alarm: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
