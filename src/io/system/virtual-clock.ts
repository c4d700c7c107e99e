import type { Clock, Stopwatch } from './clock.ts'
import { whenAborted } from './when-aborted.ts'

/** A clock that leaps from one sleeper's hour to the next, as soon as nothing real is under way. */
export interface VirtualClock extends Clock {
  /** Real work: time stands still until it is done. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>
  /** Real work that waits for nothing but the clock: time may pass until one of its alarms rings. */
  readonly letPass: () => void
  readonly stopwatch: Stopwatch
  /** The same functions, each of whose calls is real work. */
  readonly standStillFor: <Functions extends object>(functions: Functions) => Functions
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Days pass in seconds, and every pause keeps its length: what sleeps wakes in the order of its hour. */
export function virtualClock(startAt: number): VirtualClock {
  let now = startAt
  let underWay = 0
  let looking = false
  const sleepers = new Set<Sleeper>()

  /** Microtasks and finished I/O get their turn first: they may start work, or sleep for less. */
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
    // One that wakes may call off another of the same hour.
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

  /** Whoever let time pass is at work again when its alarm rings, until it is done. */
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
