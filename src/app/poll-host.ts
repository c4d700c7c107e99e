import type { HostLease } from '../core/domain/host-lease.ts'
import { retryPause } from '../core/poll/retry-pause.ts'
import { type Asked, askFeed, finishPoll, type PollDeps } from './poll-feed.ts'
import type { HeldLeases } from './poll-leases.ts'
import type { PollReport } from './poll-report.ts'
import type { PollTarget } from './poll-target.ts'
import type { Semaphore } from './semaphore.ts'

/** The limits on requests to one host. */
export interface HostManners {
  readonly perHost: number
  readonly pauseMs: number
  /** Pauses before further tries within the pass. */
  readonly retriesMs: readonly number[]
}

export interface HostDeps extends PollDeps {
  readonly manners: HostManners
  readonly leases: HeldLeases
  /** Limits requests to all hosts together; a permit is held until the poll is stored, and not while a feed only waits. */
  readonly requestSlots: Semaphore
  readonly sleep: (ms: number) => Promise<void>
  readonly stopped: () => boolean
  readonly report: (report: PollReport) => void
}

export interface PolledHost {
  /** When the host was last asked. */
  readonly lastAt: number | null
  /** An error of the store, which ends the whole pass. */
  readonly error: { readonly cause: unknown } | null
}

/** A feed that waits to be polled, or polled again. */
interface Waiting {
  readonly target: PollTarget
  readonly attempt: number
  readonly pause: Pause
}

/**
 * Polls the feeds of one host in `perHost` parallel lanes. In all lanes the next request waits `pauseMs` after the last
 * answer. A feed to be retried goes back into the queue with its own pause, so the others do not wait for it.
 */
export async function pollHost(
  lease: HostLease,
  targets: readonly PollTarget[],
  lastRequestAt: number | null,
  deps: HostDeps,
): Promise<PolledHost> {
  const { manners, now } = deps
  const none = newPause(0, Number.NEGATIVE_INFINITY)
  const queue: Waiting[] = targets.map((target) => ({ target, attempt: 0, pause: none }))
  let quiet = newPause(manners.pauseMs, lastRequestAt ?? Number.NEGATIVE_INFINITY)
  let lastAt = lastRequestAt
  let error: PolledHost['error'] = null
  const goesOn = () => error === null && deps.leases.isHeld(lease) && !deps.stopped()

  async function lane(): Promise<void> {
    while (queue.length > 0 && goesOn()) {
      const wait = Math.max(quiet.left(now()), Math.min(...queue.map(({ pause }) => pause.left(now()))))
      if (wait > 0) await deps.sleep(wait)
      else await deps.requestSlots.run(pollNext)
    }
  }

  /** Checks everything again, since it may have changed while waiting for the permit. */
  async function pollNext(): Promise<void> {
    if (!goesOn() || quiet.left(now()) > 0) return
    const next = queue.findIndex(({ pause }) => pause.left(now()) <= 0)
    if (next !== -1) await poll(queue.splice(next, 1)[0]!)
  }

  async function poll({ target, attempt }: Waiting): Promise<void> {
    startPause()
    const asked = await askFeed(target, deps)
    startPause()
    // Aborted because we are stopping, which says nothing about the feed: it stays due.
    if (asked.outcome.kind === 'failed' && asked.outcome.failure === 'aborted') return
    const pauseMs = retryPause(asked.outcome, attempt, manners.retriesMs)
    if (pauseMs !== null) queue.push({ target, attempt: attempt + 1, pause: newPause(pauseMs, now()) })
    else await finish(target, asked)
  }

  function startPause(): void {
    lastAt = now()
    quiet = newPause(manners.pauseMs, lastAt)
  }

  async function finish(target: PollTarget, asked: Asked): Promise<void> {
    const report = await finishPoll(target, asked, deps)
    if (report.leaseLost) deps.leases.drop(lease)
    deps.report(report)
  }

  const lanes = Array.from({ length: Math.min(manners.perHost, targets.length) }, () =>
    lane().catch((cause: unknown) => {
      error ??= { cause }
    }),
  )
  await Promise.all(lanes)
  return { lastAt, error }
}

/** A wait of some length. */
export interface Pause {
  readonly left: (now: number) => number
}

/** When the clock is set back the pause starts again from the new time, so that it never lasts longer than `ms`. */
export function newPause(ms: number, from: number): Pause {
  let since = from
  return {
    left(now) {
      since = Math.min(since, now)
      return since + ms - now
    },
  }
}
