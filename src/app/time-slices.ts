import { setImmediate } from 'node:timers/promises'
import type { Steps } from '../core/domain/steps.ts'

/**
 * Cooperative multitasking: called between two steps of long work, gives null to go on at once, or a promise to await, during
 * which the event loop serves the rest of the program.
 */
export type Slicer = () => Promise<void> | null

/** So long the work goes on between two pauses; a step in progress is finished. */
const TURN_MS = 5

/** Yields to the event loop every few milliseconds, so that requests, polls and timers are served during long work. */
export function createSlicer(): Slicer {
  let since = performance.now()
  return () => {
    if (performance.now() - since < TURN_MS) return null
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}

/** Runs a generator of steps in time slices. */
export async function runInSlices<T>(steps: Steps<T>, slicer: Slicer): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    const pause = slicer()
    if (pause !== null) await pause
  }
}
