import type { RefreshHints } from './feed-document.ts'
import type { HealthState, PollMark } from './health.ts'
import type { Freshness } from './outcome.ts'
import type { SourceKind } from './source.ts'

/** The publisher's hints about the update interval. */
export type HintName = 'ttl' | 'syndication' | 'cache_control' | 'expires' | 'skip_hours' | 'skip_days'

/** The reason for the time of the next poll. */
export type PollReason =
  | HintName
  | 'first'
  | 'kind'
  | 'adaptive'
  | 'predicted'
  | 'digest'
  | 'turned_over'
  | 'dormant'
  | 'retry_after'
  | 'slow_down'
  | 'failure_backoff'
  | 'dead'

/** The time of the next poll, with everything needed to explain it. */
export interface NextPoll {
  /** Null: not polled again automatically. */
  readonly at: number | null
  readonly reason: PollReason
  /** From the last poll to the next, jitter included; 0 when there is no next. */
  readonly waitMs: number
  readonly jitterMs: number
  /** The interval by experience alone. */
  readonly intervalMs: number
  /** The publisher's minimum, up to our limit. */
  readonly minimumMs: number
  readonly minimumBy: HintName | null
  /** The publisher asked for more than our limit. */
  readonly clamped: boolean
  readonly newPerPoll: number | null
  readonly failuresInARow: number
}

/** What was learned from the polls of one feed: plain data, stored with the feed. */
export interface PollHistory {
  readonly kind: SourceKind
  readonly polls: number
  readonly intervalMs: number
  /** Polls since the last change of the interval without anything new, and each with something new. */
  readonly unchangedInARow: number
  readonly changedInARow: number
  /** Moving averages: new entries per poll; time between arrivals, and its deviation. */
  readonly newPerPoll: number | null
  readonly gapMs: number | null
  readonly gapSpreadMs: number | null
  readonly hints: RefreshHints | null
  readonly freshness: Freshness | null
  readonly lastPolledAt: number | null
  readonly lastSuccessAt: number | null
  /** When a whole document last came (not a 304). */
  readonly lastDocumentAt: number | null
  /** The address of that document: its validators are valid only there. */
  readonly documentUrl: string | null
  readonly lastNewAt: number | null
  /** Entries of the last readable document. */
  readonly lastEntries: number | null
  /** Entries of that document beyond the newest that are stored of one. */
  readonly cutOff: number
  /** Whether all entries of a document were stored, up to the bounds; older programs stored only the newest. */
  readonly storesAll: boolean
  /** Whether that document could be parsed without mending it. */
  readonly lastValid: boolean
  readonly failuresInARow: number
  readonly documentFailuresInARow: number
  /** The last ten polls, newest last. */
  readonly recent: readonly PollMark[]
  readonly state: HealthState
  readonly movedAt: number | null
  /** When the user was asked whether a silent feed is still wanted. */
  readonly askedAt: number | null
  readonly deadAt: number | null
  /** The feed that a web page declares which came instead of this one; null once the feed answers. */
  readonly namedFeedUrl: string | null
}

/** How many of the newest articles of a feed are unread when it is followed; the others were there before. */
export const UNREAD_AT_FIRST = 3
