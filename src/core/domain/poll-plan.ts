import type { RefreshHints } from './feed-document.ts'
import type { HealthState, PollMark } from './health.ts'
import type { Freshness } from './outcome.ts'
import type { SourceKind } from './source.ts'

/** The publisher's ways of saying how often to come. */
export type HintName = 'ttl' | 'syndication' | 'cache_control' | 'expires' | 'skip_hours' | 'skip_days'

/** Why the next poll is when it is. */
export type PollReason =
  | HintName
  | 'first'
  | 'kind'
  | 'adaptive'
  | 'predicted'
  | 'dormant'
  | 'retry_after'
  | 'slow_down'
  | 'failure_backoff'
  | 'dead'

/** When to poll next, and all that is needed to say why. */
export interface NextPoll {
  /** Null: never again by itself. */
  readonly at: number | null
  readonly reason: PollReason
  /** From the last poll to the next, jitter included; 0 when there is no next. */
  readonly waitMs: number
  readonly jitterMs: number
  /** What experience alone would have chosen. */
  readonly intervalMs: number
  /** The publisher's minimum, as far as we believe it. */
  readonly minimumMs: number
  readonly minimumBy: HintName | null
  /** The publisher asked for more than we believe. */
  readonly clamped: boolean
  readonly newPerPoll: number | null
  readonly failuresInARow: number
}

/** What the polls so far have taught us of one feed: plain data, kept with the feed. */
export interface PollHistory {
  readonly kind: SourceKind
  readonly polls: number
  readonly intervalMs: number
  /** Polls since the interval last changed that brought nothing new, and that each brought something. */
  readonly unchangedInARow: number
  readonly changedInARow: number
  /** Running averages: new entries per poll; time from one arrival to the next, and how far it strays from that. */
  readonly newPerPoll: number | null
  readonly gapMs: number | null
  readonly gapSpreadMs: number | null
  readonly hints: RefreshHints | null
  readonly freshness: Freshness | null
  readonly lastPolledAt: number | null
  readonly lastSuccessAt: number | null
  /** When a whole document last came, not a 304. */
  readonly lastDocumentAt: number | null
  /** Where that document came from: the address that may be asked with its validators. */
  readonly documentUrl: string | null
  readonly lastNewAt: number | null
  /** Entries of the last readable document. */
  readonly lastEntries: number | null
  readonly failuresInARow: number
  readonly documentFailuresInARow: number
  /** The last ten polls, newest last. */
  readonly recent: readonly PollMark[]
  readonly state: HealthState
  readonly movedAt: number | null
  /** When the user was asked whether a silent feed is still wanted. */
  readonly askedAt: number | null
  readonly deadAt: number | null
}
