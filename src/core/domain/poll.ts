import type { NewEvent } from './event.ts'
import type { Feed } from './feed.ts'
import type { HostLease } from './host-lease.ts'
import type { FailureClass, FailureKind, Outcome } from './outcome.ts'

/** One attempt to fetch a feed, and what came of it. */
export interface Poll {
  readonly feed: number
  readonly at: number
  readonly durationMs: number
  readonly outcome: Outcome['kind']
  readonly succeeded: boolean
  /** Why it failed; null when it did not. */
  readonly failure: FailureKind | null
  readonly httpStatus: number | null
  readonly bytes: number
  readonly entries: number
  readonly newArticles: number
  /** Whether the document could be read; null when none came. */
  readonly validDocument: boolean | null
  /** Whether its dates made sense; null when there were none to judge. */
  readonly consistentDates: boolean | null
}

/** A poll and all it changes, stored together or not at all. */
export interface PollRecord {
  /** The right under which the host was asked; null only for feeds nobody else can be polling. */
  readonly lease: HostLease | null
  readonly poll: Poll
  readonly feed: Feed
  /** The feed's day with this poll counted. */
  readonly day: FeedDay
  readonly events: readonly NewEvent[]
}

/** The polls of one feed on one UTC day, added up. */
export interface FeedDay {
  readonly feed: number
  /** Days since 1970. */
  readonly day: number
  readonly polls: number
  readonly successes: number
  readonly notModified: number
  readonly failures: Readonly<Partial<Record<FailureClass, number>>>
  readonly documents: number
  readonly validDocuments: number
  readonly datedDocuments: number
  readonly consistentDates: number
  readonly newArticles: number
  readonly durationMs: number
  readonly bytes: number
}
