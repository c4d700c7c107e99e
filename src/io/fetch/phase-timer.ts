import type { TransportFailure } from '../../core/domain/reply.ts'
import type { Stopwatch } from '../system/clock.ts'
import { FetchError } from './fetch-error.ts'
import type { Timeouts } from './limits.ts'

type Phase = 'connect' | 'headers' | 'body'

const phases: Readonly<
  Record<Phase, { readonly limit: keyof Timeouts; readonly failure: TransportFailure; readonly what: string }>
> = {
  connect: { limit: 'connectMs', failure: 'connectTimeout', what: 'no connection' },
  headers: { limit: 'headersMs', failure: 'headersTimeout', what: 'no answer' },
  body: { limit: 'stallMs', failure: 'stallTimeout', what: 'nothing more' },
}

/** Time-outs of a request's phases and of the whole. undici's own timers are too coarse for limits of a second. */
export interface PhaseTimer {
  readonly enter: (phase: Phase) => void
  /** Bytes arrived: restarts the stall time-out. */
  readonly refresh: () => void
  readonly stop: () => void
}

/** Starts in the phase `connect`; calls `end` at most once. */
export function startPhaseTimer(
  timeouts: Timeouts,
  remainingMs: number,
  alarm: Stopwatch['alarm'],
  end: (error: FetchError) => void,
): PhaseTimer {
  const cancelTotal = alarm(Math.max(1, remainingMs), () => {
    stop()
    end(new FetchError('totalTimeout', `no complete answer within ${timeouts.totalMs / 1000} s`))
  })
  let phase: Phase = 'connect'
  let cancelPhase = watch()

  function watch(): () => void {
    const { limit, failure, what } = phases[phase]
    return alarm(timeouts[limit], () => {
      stop()
      end(new FetchError(failure, `${what} within ${timeouts[limit] / 1000} s`))
    })
  }
  function stop(): void {
    cancelTotal()
    cancelPhase()
  }
  function refresh(): void {
    cancelPhase()
    cancelPhase = watch()
  }
  return {
    enter: (next) => {
      phase = next
      refresh()
    },
    refresh,
    stop,
  }
}
