import type { HostLease } from '../core/domain/host-lease.ts'
import { retryPause } from '../core/poll/retry-pause.ts'
import { type Asked, askFeed, finishPoll, type PollDeps, type PollReport, type PollTarget } from './poll-feed.ts'
import type { HeldLeases } from './poll-leases.ts'
import type { Semaphore } from './semaphore.ts'

/** How one host is treated. */
export interface HostManners {
  readonly perHost: number
  readonly pauseMs: number
  /** Pauses before further tries within the pass. */
  readonly retriesMs: readonly number[]
}

export interface HostDeps extends PollDeps {
  readonly manners: HostManners
  readonly leases: HeldLeases
  /** Requests under way at once, to all hosts together, each until it is stored; whoever only waits takes no turn. */
  readonly turns: Semaphore
  readonly sleep: (ms: number) => Promise<void>
  readonly stopped: () => boolean
  readonly report: (report: PollReport) => void
}

export interface PolledHost {
  /** When the host was last asked. */
  readonly lastAt: number | null
  /** The store's refusal, for which everything stops. */
  readonly error: { readonly cause: unknown } | null
}

/** A feed that waits to be asked. */
interface Waiting {
  readonly target: PollTarget
  readonly attempt: number
  readonly pause: Pause
}

/**
 * Polls the feeds of one host, one request after the other in each lane, with the pause from the end of an answer to
 * the next request. A feed that is to be tried again waits its time while the others go on.
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
      else await deps.turns.pass(turn)
    }
  }

  /** Looks again at all that may have changed while it waited for its turn. */
  async function turn(): Promise<void> {
    if (!goesOn() || quiet.left(now()) > 0) return
    const next = queue.findIndex(({ pause }) => pause.left(now()) <= 0)
    if (next !== -1) await poll(queue.splice(next, 1)[0]!)
  }

  async function poll({ target, attempt }: Waiting): Promise<void> {
    asking()
    const asked = await askFeed(target, deps)
    asking()
    // Our own stop says nothing about the publisher: the feed stays due.
    if (asked.outcome.kind === 'failed' && asked.outcome.failure === 'aborted') return
    const pauseMs = retryPause(asked.outcome, attempt, manners.retriesMs)
    if (pauseMs !== null) queue.push({ target, attempt: attempt + 1, pause: newPause(pauseMs, now()) })
    else await finish(target, asked)
  }

  function asking(): void {
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
interface Pause {
  readonly left: (now: number) => number
}

/** A clock put back begins the pause anew, and must not make it longer than that. */
function newPause(ms: number, from: number): Pause {
  let since = from
  return {
    left(now) {
      since = Math.min(since, now)
      return since + ms - now
    },
  }
}
