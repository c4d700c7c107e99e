import type { FromEngine, FromWeb, HalfStart, ToEngine, ToWeb } from './app/halves.ts'
import { runHalves, type ServeListener } from './app/run-halves.ts'
import { systemClock } from './io/system/clock.ts'
import { startThread } from './io/system/half-thread.ts'
import { allowCollections } from './io/system/idle-collection.ts'
import { lowerHelperPriority } from './io/system/thread-priority.ts'

/* The composition root of `serve`: its two halves in two threads. The main thread keeps the command line, signals and what is
   printed. */

const ENGINE = new URL('./engine-thread.js', import.meta.url)
const WEB = new URL('./web-thread.js', import.meta.url)

export function serveHalves(start: HalfStart, stop: AbortSignal, listener: ServeListener): Promise<void> {
  const deps = {
    startEngine: (given: HalfStart, onMessage: (message: FromEngine) => void) =>
      startThread<ToEngine, FromEngine>(ENGINE, given, onMessage),
    startWeb: (given: HalfStart, onMessage: (message: FromWeb) => void) =>
      startThread<ToWeb, FromWeb>(WEB, given, onMessage),
    now: systemClock.now,
    sleep: systemClock.sleep,
    stop,
  }
  lowerHelperPriority()
  allowCollections()
  return runHalves(start, deps, listener)
}
