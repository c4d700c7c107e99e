import type { Clock, Stopwatch } from './clock.ts'
import { whenAborted } from './when-aborted.ts'

/** A virtual clock: jumps to the next timer as soon as no real work is running. */
export interface VirtualClock extends Clock {
  /** Real work: time stands still until it is done. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>
  /** The current real work only waits for the clock: time may pass until one of its timers fires. */
  readonly letPass: () => void
  readonly stopwatch: Stopwatch
  /** Wraps functions so that each call counts as real work. */
  readonly standStillFor: <Functions extends object>(functions: Functions) => Functions
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Days pass in seconds; delays keep their length and order. */
export function virtualClock(startAt: number): VirtualClock {
  let now = startAt
  let underWay = 0
  let looking = false
  const sleepers = new Set<Sleeper>()

  /** Microtasks and finished I/O run first: they may start work or set an earlier timer. */
  function look(): void {
    if (looking) return
    looking = true
    setImmediate(() =>
      setImmediate(() => {
        looking = false
        if (underWay <= 0) leap()
      }),
    )
  }

  function leap(): void {
    const first = Math.min(...[...sleepers].map(({ at }) => at))
    if (first === Number.POSITIVE_INFINITY) return
    now = Math.max(now, first)
    // A timer that fires may cancel another of the same time.
    for (const sleeper of [...sleepers].filter(({ at }) => at === first)) if (sleepers.delete(sleeper)) sleeper.wake()
    look()
  }

  async function during<T>(work: () => Promise<T>): Promise<T> {
    underWay++
    try {
      return await work()
    } finally {
      underWay--
      look()
    }
  }

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const sleeper = { at: now + Math.max(0, ms), wake: done }
      function done() {
        sleepers.delete(sleeper)
        ignoreSignal()
        resolve()
      }
      const ignoreSignal = whenAborted(signal, done)
      sleepers.add(sleeper)
      look()
    })
  }

  /** Work that let time pass counts as running again from when its timer fires. */
  function alarm(ms: number, call: () => void): () => void {
    const sleeper = {
      at: now + ms,
      wake: () => {
        underWay++
        call()
      },
    }
    sleepers.add(sleeper)
    return () => void sleepers.delete(sleeper)
  }

  function letPass(): void {
    underWay--
    look()
  }

  function every(ms: number, call: () => void): () => void {
    const controller = new AbortController()
    const beat = async () => {
      for (await sleep(ms, controller.signal); !controller.signal.aborted; await sleep(ms, controller.signal)) call()
    }
    void beat()
    return () => controller.abort()
  }

  return {
    now: () => now,
    elapsed: () => now,
    during,
    sleep,
    every,
    letPass,
    stopwatch: { now: () => now, alarm },
    standStillFor: (functions) =>
      Object.fromEntries(
        Object.entries(functions).map(([name, call]) => [name, (...args: unknown[]) => during(() => call(...args))]),
      ) as typeof functions,
  }
}
