import type { Store } from '../io/store/open-store.ts'
import type { PollReport } from './poll-feed.ts'
import { type PollerParts, pollFeeds } from './poll-feeds.ts'

/** The longest we sleep without looking: a feed added meanwhile by a command is due at once. */
const LONGEST_NAP_MS = 2_000
const WEEK_MS = 7 * 86_400_000
const HOUR_MS = 3_600_000

/** Runs the schedule until somebody stops it. */
export async function serveSchedule(parts: PollerParts, onReport: (report: PollReport) => void): Promise<void> {
  let tidyAt = 0
  while (!parts.stopped()) {
    await pollFeeds({ feeds: null, onReport }, parts)
    if (parts.now() >= tidyAt) {
      await parts.store.prunePolls(parts.now() - WEEK_MS)
      tidyAt = parts.now() + HOUR_MS
    }
    await parts.sleep(await napMs(parts.store, parts.now()))
  }
}

async function napMs(store: Store, now: number): Promise<number> {
  const dueAt = await store.nextDueAt()
  return Math.min(Math.max((dueAt ?? now + LONGEST_NAP_MS) - now, 50), LONGEST_NAP_MS)
}
