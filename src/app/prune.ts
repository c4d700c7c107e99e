import { EVENT_PERIOD_MS, POLL_PERIOD_MS, periodStart } from '../core/domain/periods.ts'
import { isClockTrusted, TRUST_DAYS, timeByPublishers } from '../core/poll/trusted-clock.ts'
import type { Store } from '../io/store/open-store.ts'
import { renewEpoch } from './idf-epochs.ts'
import { repeatStep } from './repeat-step.ts'

/** What one pruning removed. */
export interface Pruned {
  readonly articles: number
  readonly polls: number
  readonly feedDays: number
  readonly events: number
  /** Articles older than this are gone. */
  readonly before: number
  /** How far the clock is ahead of what publishers bear out, beyond a day; 0 when it is not. */
  readonly aheadMs: number
  /** False when polls do not bear out the clock: polls, daily sums and events stay. */
  readonly clockTrusted: boolean
  /** Whether new term statistics were stored; dedup weighs words by them from now on. */
  readonly counted: boolean
}

const DAY_MS = 86_400_000
const POLL_DAYS = 7
/** Health looks back 30 days, and `--at` may look at health of the past. */
const FEED_DAYS = 90
const EVENT_DAYS = 90
/** What only tells listeners what changed: who was away for longer loads everything anew. */
const LIVE_EVENT_DAYS = 2
/** Wire copy comes back under new headlines for two weeks; what dedup compares with must stay that long. */
const LEAST_DAYS = 14
/** Few enough that other writers wait only briefly for the lock. */
const ARTICLES_A_STEP = 6
const ROWS_A_STEP = 200
/** Enough to find three publishers, where one of them publishes hundreds of articles an hour. */
const DATES = 2_000

/**
 * Removes what is old and renews the term statistics: articles as the settings say, daily sums after 90 days, polls and events by whole
 * periods after 7 and 90; on PostgreSQL it makes the partitions of the next periods. A clock that is ahead for a while must not delete
 * what is not old: age counts by the dates of publishers, or by polls on several days.
 */
export async function prune(store: Store, retentionDays: number, now: number, stopped: () => boolean): Promise<Pruned> {
  const time = Math.min(now, (await timeOfArticles(store)) ?? now)
  const before = time - Math.max(retentionDays, LEAST_DAYS) * DAY_MS
  const articles = await repeatStep(() => store.pruneArticles(before, ARTICLES_A_STEP), stopped)
  await store.addPartitions(now)
  const clockTrusted = isClockTrusted(now, await lastPolledDays(store, now))
  const records = clockTrusted ? await pruneRecords(store, now, stopped) : NO_RECORDS
  const counted = await renewEpoch(store, now)
  return { articles, ...records, before, aheadMs: now - time, clockTrusted, counted }
}

const NO_RECORDS = { polls: 0, feedDays: 0, events: 0 }

async function pruneRecords(store: Store, now: number, stopped: () => boolean): Promise<typeof NO_RECORDS> {
  const today = Math.floor(now / DAY_MS)
  const before = {
    poll: periodStart(now - POLL_DAYS * DAY_MS, POLL_PERIOD_MS),
    event: periodStart(now - EVENT_DAYS * DAY_MS, EVENT_PERIOD_MS),
  }
  const steps = (prune: (limit: number) => Promise<number>) => repeatStep(() => prune(ROWS_A_STEP), stopped)
  await steps((limit) => store.pruneHosts(now - DAY_MS, limit))
  const liveEvents = await steps((limit) => store.pruneLiveEvents(now - LIVE_EVENT_DAYS * DAY_MS, limit))
  const dropped = await store.dropPartitions(before)
  // What lies outside partitions, or in one that was in use.
  return {
    polls: dropped.poll + (await steps((limit) => store.prunePolls(before.poll, limit))),
    feedDays: await steps((limit) => store.pruneFeedDays(today - FEED_DAYS, limit)),
    events: liveEvents + dropped.event + (await steps((limit) => store.pruneEvents(before.event, limit))),
  }
}

/** The latest time it can be by the dates of publishers; without dates, by the last article that came. Null without articles. */
async function timeOfArticles(store: Store): Promise<number | null> {
  const dates = await store.newestDates(DATES)
  const newest = timeByPublishers(dates, dates.length < DATES) ?? (await store.lastSeenAt())
  return newest === null ? null : newest + DAY_MS
}

/** The last poll of each of the last days with polls, the newest first. */
async function lastPolledDays(store: Store, now: number): Promise<number[]> {
  const polledAt: number[] = []
  let before = now + 1
  while (polledAt.length < TRUST_DAYS) {
    const at = await store.lastPollAt(before)
    if (at === null) break
    polledAt.push(at)
    before = Math.floor(at / DAY_MS) * DAY_MS
  }
  return polledAt
}
