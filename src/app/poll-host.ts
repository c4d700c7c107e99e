import type { HostLease } from '../core/domain/host-lease.ts'
import type { Outcome } from '../core/domain/outcome.ts'
import type { Reply } from '../core/domain/reply.ts'
import { retryPause } from '../core/poll/retry-pause.ts'
import { askFeed, finishPoll, type PollParts, type PollReport, type PollTarget } from './poll-feed.ts'
import type { Turnstile } from './turnstile.ts'

/** How one host is treated. */
export interface HostManners {
  readonly perHost: number
  readonly pauseMs: number
  /** Pauses before further tries within the pass. */
  readonly retriesMs: readonly number[]
}

export interface HostParts extends PollParts {
  readonly manners: HostManners
  /** Requests under way at once, to all hosts together. */
  readonly requests: Turnstile
  readonly sleep: (ms: number) => Promise<void>
  /** Keeps the lease while the host takes long; false when it has passed to somebody else. */
  readonly keepLease: (lease: HostLease) => Promise<boolean>
  readonly stopped: () => boolean
  readonly report: (report: PollReport) => void
}

interface Turn {
  readonly target: PollTarget
  readonly attempt: number
  readonly readyAt: number
}

/**
 * Polls the feeds of one host, one request after the other with the pause between. A feed that is to be tried again
 * waits its time while the others go on. Gives the moment of the last request.
 */
export async function pollHost(
  lease: HostLease,
  targets: readonly PollTarget[],
  lastRequestAt: number | null,
  parts: HostParts,
): Promise<number | null> {
  const queue: Turn[] = targets.map((target) => ({ target, attempt: 0, readyAt: 0 }))
  let lastAt = lastRequestAt
  let mine = true

  async function lane(): Promise<void> {
    while (queue.length > 0 && mine && !parts.stopped()) {
      const turn = takeReadiest(queue)
      const wait = Math.max(turn.readyAt, (lastAt ?? Number.NEGATIVE_INFINITY) + parts.manners.pauseMs) - parts.now()
      if (wait > 0) {
        queue.push(turn)
        await parts.sleep(wait)
        continue
      }
      lastAt = parts.now()
      await take(turn)
      mine = mine && (await parts.keepLease(lease))
    }
  }

  async function take(turn: Turn): Promise<void> {
    const asked = await parts.requests.pass(() => askFeed(turn.target, parts))
    // Our own stop says nothing about the publisher: the feed stays due.
    if (asked.outcome.kind === 'failed' && asked.outcome.failure === 'aborted') return
    const pause = retryPause(asked.outcome, turn.attempt, parts.manners.retriesMs)
    if (pause !== null) queue.push({ target: turn.target, attempt: turn.attempt + 1, readyAt: parts.now() + pause })
    else await finish(turn.target, asked)
  }

  async function finish(target: PollTarget, asked: { reply: Reply; outcome: Outcome }): Promise<void> {
    const report = await finishPoll(target, asked, parts)
    if (report.leaseLost) mine = false
    parts.report(report)
  }

  await Promise.all(Array.from({ length: Math.min(parts.manners.perHost, targets.length) }, lane))
  return lastAt
}

/** The turn that may go first; those not yet tried before those that failed. */
function takeReadiest(queue: Turn[]): Turn {
  let best = 0
  for (let i = 1; i < queue.length; i++) if (queue[i]!.readyAt < queue[best]!.readyAt) best = i
  return queue.splice(best, 1)[0]!
}
