import type { SourceKind } from '../domain/source.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Every number of the schedule and of health. */
export interface PollPolicy {
  readonly startMs: Readonly<Record<SourceKind, number>>
  /** However eager a feed is, and whatever its publisher would allow. */
  readonly floorMs: number
  readonly ceilingMs: number
  /** How far a publisher's wish for rest is believed: a ttl of a year is a slip of the pen. */
  readonly believedMs: number
  readonly believedRetryAfterMs: number
  /** Polls in a row without, or each with, something new before the interval doubles or halves. */
  readonly inARow: number
  readonly jitterShare: number
  readonly jitterMostMs: number
  /** How much the newest poll weighs in running averages. */
  readonly averageWeight: number
  /** Arrivals that stray less than this share of their gap are regular enough to be waited for. */
  readonly regularSpread: number
  readonly dormantAfterMs: number
  readonly askAfterMs: number
  /** After this long on 304 alone a whole document is asked for: some servers would answer so for ever. */
  readonly trustNotModifiedMs: number
  readonly healthDays: number
  readonly failureDays: number
  readonly failureShare: number
  /** Fewer polls than this say nothing about a share. */
  readonly failurePolls: number
  readonly failuresInARow: number
  readonly slowTimeouts: number
  readonly recentPolls: number
}

/** Starting intervals by kind, the shorter where experience gives a range; limits as docs and `why` state them. */
export const defaultPollPolicy: PollPolicy = {
  startMs: { breaking: 15 * minute, major: 30 * minute, blog: 2 * hour, weekly: 12 * hour, dormant: day },
  floorMs: 15 * minute,
  ceilingMs: day,
  believedMs: day,
  believedRetryAfterMs: 7 * day,
  inARow: 5,
  jitterShare: 0.1,
  jitterMostMs: 30 * minute,
  averageWeight: 0.25,
  regularSpread: 0.25,
  dormantAfterMs: 14 * day,
  askAfterMs: 90 * day,
  trustNotModifiedMs: 8 * day,
  healthDays: 30,
  failureDays: 7,
  failureShare: 0.5,
  failurePolls: 4,
  failuresInARow: 3,
  slowTimeouts: 3,
  recentPolls: 10,
}
