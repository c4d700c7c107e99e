import { setImmediate } from 'node:timers/promises'
import type { Steps } from '../core/domain/steps.ts'

/** Called between two steps of long work: null to go on at once, or a pause in which the rest of the program runs. */
export type Pace = () => Promise<void> | null

/** So long the work goes on between two pauses; a step in progress is finished. */
const TURN_MS = 5

/** Pauses every few milliseconds, so that requests, polls and timers are served during long work. */
export function createPace(): Pace {
  let since = performance.now()
  return () => {
    if (performance.now() - since < TURN_MS) return null
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}

/** Runs work step by step at a pace. */
export async function atPace<T>(steps: Steps<T>, pace: Pace): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    const pause = pace()
    if (pause !== null) await pause
  }
}
