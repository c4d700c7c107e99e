import type { PollReport } from './poll-feed.ts'
import { type PollerParts, pollFeeds } from './poll-feeds.ts'

/** The longest we sleep without looking: a feed added meanwhile by a command is due at once. */
const LONGEST_NAP_MS = 2_000
const SHORTEST_NAP_MS = 50
const WEEK_MS = 7 * 86_400_000
const HOUR_MS = 3_600_000

/** Runs the schedule until somebody stops it. */
export async function serveSchedule(parts: PollerParts, onReport: (report: PollReport) => void): Promise<void> {
  const { store, now } = parts
  let tidiedAt = Number.NEGATIVE_INFINITY

  async function idle(): Promise<void> {
    if (Math.abs(now() - tidiedAt) >= HOUR_MS) {
      await store.prunePolls(now() - WEEK_MS)
      tidiedAt = now()
    }
    const dueInMs = ((await store.nextDueAt()) ?? Number.POSITIVE_INFINITY) - now()
    await parts.sleep(Math.min(Math.max(dueInMs, SHORTEST_NAP_MS), LONGEST_NAP_MS))
  }

  await pollFeeds({ feeds: null, onReport, idle }, parts)
}
