import type { Feed } from '../core/domain/feed.ts'
import type { FeedEvent } from '../core/domain/health.ts'
import type { Outcome } from '../core/domain/outcome.ts'
import type { NextPoll } from '../core/domain/poll-plan.ts'
import type { Source } from '../core/domain/source.ts'
import type { Warning } from '../core/domain/warning.ts'
import type { AfterPoll } from '../core/poll/after-poll.ts'
import type { FeedCandidate } from '../core/poll/discover-feeds.ts'
import type { AdmissionCount } from './admission-job.ts'
import { candidatesIn } from './page-candidates.ts'
import type { ReadPoll } from './poll-record.ts'

/** What one poll came to, for progress and reports. */
export interface PollReport {
  readonly feed: Feed
  readonly source: Source
  readonly outcome: Outcome
  readonly next: NextPoll
  readonly count: AdmissionCount
  readonly entries: number
  readonly malformed: number
  readonly warnings: readonly Warning[]
  readonly events: readonly FeedEvent[]
  /** Feeds that are linked from a page, when the answer was a page instead of a feed. */
  readonly candidates: readonly FeedCandidate[]
  readonly tookMs: number
  /** Another process took the host over meanwhile; nothing was stored. */
  readonly leaseLost: boolean
}

/** The report of a poll; it holds no documents, and can be kept for a long pass. */
export function toReport(
  { target, facts, read }: ReadPoll,
  after: AfterPoll,
  count: AdmissionCount,
  leaseLost: boolean,
): PollReport {
  const { outcome } = facts
  return {
    feed: target.feed,
    source: target.source,
    outcome: withoutDocument(outcome),
    next: after.next,
    count,
    entries: read?.entryCount ?? 0,
    malformed: read?.malformed ?? 0,
    warnings: read?.warnings ?? [],
    events: after.events,
    candidates: candidatesIn(outcome),
    tookMs: facts.tookMs,
    leaseLost,
  }
}

const NO_BYTES = new Uint8Array()

/** Reports of a long pass are kept in memory, so they hold no documents. */
export function withoutDocument(outcome: Outcome): Outcome {
  if (outcome.kind === 'fetched') return { ...outcome, body: NO_BYTES }
  if (outcome.kind === 'failed' && outcome.page) return { ...outcome, page: { ...outcome.page, body: NO_BYTES } }
  if (outcome.kind !== 'moved' || outcome.target.kind !== 'fetched') return outcome
  return { ...outcome, target: { ...outcome.target, body: NO_BYTES } }
}
