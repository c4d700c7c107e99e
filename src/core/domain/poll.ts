import type { NewEvent } from './event.ts'
import type { Feed } from './feed.ts'
import type { HostLease } from './host-lease.ts'
import type { FailureClass, FailureKind, Outcome } from './outcome.ts'

/** One attempt to fetch a feed, and its result. */
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
  /** Whether the document could be parsed without mending it; null without one. */
  readonly validDocument: boolean | null
  /** Whether its dates are usable; null without dates. */
  readonly consistentDates: boolean | null
}

/** A poll and all its changes, stored in one transaction. */
export interface PollRecord {
  /** The lease under which the request was sent; null only for feeds that no other process can poll. */
  readonly lease: HostLease | null
  readonly poll: Poll
  readonly feed: Feed
  /** The feed's counters of the day, this poll included. */
  readonly day: FeedDay
  readonly events: readonly NewEvent[]
  /** The prepared poll of another process that is settled with it, and the result for that process. */
  readonly settles?: { readonly prepared: number; readonly result: string }
}

/** The polls of one feed on one UTC day, summed. */
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
  /** Entries with neither title nor text. */
  readonly malformed: number
  readonly newArticles: number
  readonly durationMs: number
  readonly bytes: number
  /** The size of the articles and versions that were stored. */
  readonly storedBytes: number
  /** Entries that were left out because the feed brought too much; the most of any poll. */
  readonly leftOut: number
}
