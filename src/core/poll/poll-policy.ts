import { UNREAD_AT_FIRST } from '../domain/poll-plan.ts'
import type { SourceKind } from '../domain/source.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** All constants of the schedule and of health. */
export interface PollPolicy {
  readonly startMs: Readonly<Record<SourceKind, number>>
  /** The shortest interval, whatever a feed's history or its publisher allows. */
  readonly floorMs: number
  readonly ceilingMs: number
  /** The longest rest a publisher can ask for: a ttl of a year is a mistake. */
  readonly believedMs: number
  readonly believedRetryAfterMs: number
  /** How many polls in a row without, or each with, new entries double or halve the interval. */
  readonly inARow: number
  /** A document of fewer entries says nothing when all of them are new. */
  readonly turnedOverEntries: number
  /** How long after its last success a failing feed is visited again within a share of the time in which its document is replaced. */
  readonly soonAfterFailureMs: number
  readonly turnoverShare: number
  readonly jitterShare: number
  readonly jitterMostMs: number
  /** The weight of the newest poll in moving averages. */
  readonly averageWeight: number
  /** Arrivals that deviate by less than this share of their gap are regular enough to predict. */
  readonly regularSpread: number
  readonly dormantAfterMs: number
  /** A feed that waits no longer than this is polled once more right before a digest. */
  readonly beforeDigestWaitMs: number
  /** How long before a digest that happens, spread over the feeds. */
  readonly beforeDigestMs: { readonly earliest: number; readonly latest: number }
  readonly askAfterMs: number
  /** After this long with only 304 a whole document is requested: some servers answer 304 for ever. */
  readonly trustNotModifiedMs: number
  readonly healthDays: number
  readonly failureDays: number
  readonly failureShare: number
  /** A failure share over fewer polls than this means nothing. */
  readonly failurePolls: number
  readonly failuresInARow: number
  readonly slowTimeouts: number
  readonly recentPolls: number
  /** How many new articles, and how many bytes of articles, one feed may bring in one day. */
  readonly articlesPerDay: number
  readonly storedBytesPerDay: number
  /** The most entries of a document that are stored, the newest. */
  readonly entriesPerDocument: number
  /** How many of the newest entries of a first document are news; the rest is backlog. */
  readonly firstEntries: number
  /** How many of the newest entries of a first document are unread. */
  readonly unreadAtFirst: number
}

/** Starting intervals by kind, the shorter where experience gives a range; limits as the docs and `why` state them. */
export const defaultPollPolicy: PollPolicy = {
  startMs: { breaking: 15 * minute, major: 30 * minute, blog: 2 * hour, weekly: 12 * hour, dormant: day },
  floorMs: 15 * minute,
  ceilingMs: day,
  believedMs: day,
  believedRetryAfterMs: 7 * day,
  inARow: 5,
  turnedOverEntries: 5,
  soonAfterFailureMs: day,
  turnoverShare: 0.0625,
  jitterShare: 0.1,
  jitterMostMs: 30 * minute,
  averageWeight: 0.25,
  regularSpread: 0.25,
  dormantAfterMs: 14 * day,
  beforeDigestWaitMs: 12 * hour,
  beforeDigestMs: { earliest: 20 * minute, latest: 5 * minute },
  askAfterMs: 90 * day,
  trustNotModifiedMs: 8 * day,
  healthDays: 30,
  failureDays: 7,
  failureShare: 0.5,
  failurePolls: 4,
  failuresInARow: 3,
  slowTimeouts: 3,
  recentPolls: 10,
  articlesPerDay: 2_000,
  storedBytesPerDay: 50_000_000,
  entriesPerDocument: 1_000,
  firstEntries: 20,
  unreadAtFirst: UNREAD_AT_FIRST,
}
