import type { TransportFailure } from '../../core/domain/reply.ts'
import type { Stopwatch } from '../system/clock.ts'
import { FetchError } from './fetch-error.ts'

type Phase = 'connect' | 'headers' | 'body'

const phases: Readonly<Record<Phase, { readonly failure: TransportFailure; readonly what: string }>> = {
  connect: { failure: 'connectTimeout', what: 'no connection' },
  headers: { failure: 'headersTimeout', what: 'no answer' },
  body: { failure: 'totalTimeout', what: 'no complete answer' },
}

/** The end of a request's time. undici's own timers are too coarse for limits of a second. */
export interface Deadline {
  /** Names the phase that the time will have run out in. */
  readonly enter: (phase: Phase) => void
  readonly stop: () => void
}

/**
 * Starts in the phase `connect`; calls `end` at most once. One deadline for all phases: a slow connection or a pause may
 * use all of the time, and a slow drip gets no more.
 */
export function startDeadline(
  timeoutMs: number,
  remainingMs: number,
  alarm: Stopwatch['alarm'],
  end: (error: FetchError) => void,
): Deadline {
  let phase: Phase = 'connect'
  const stop = alarm(Math.max(1, remainingMs), () => {
    const { failure, what } = phases[phase]
    end(new FetchError(failure, `${what} within ${timeoutMs / 1000} s`))
  })
  return {
    enter: (next) => {
      phase = next
    },
    stop,
  }
}
