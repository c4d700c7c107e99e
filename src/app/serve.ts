import type { PollReport } from './poll-feed.ts'
import { type PollerParts, pollFeeds } from './poll-feeds.ts'

/** The longest we sleep without looking: a feed added meanwhile by a command is due at once. */
const LONGEST_NAP_MS = 2_000
const SHORTEST_NAP_MS = 50
const HOUR_MS = 3_600_000
/** The index is taken further a little whenever there is nothing better to do. */
const ARTICLES_A_STEP = 200

/** Runs the schedule until somebody stops it, and keeps house once an hour. */
export async function serveSchedule(
  parts: PollerParts,
  onReport: (report: PollReport) => void,
  keepHouse: () => Promise<unknown> = async () => {},
): Promise<void> {
  const { store, now } = parts
  let tidiedAt = Number.NEGATIVE_INFINITY

  async function idle(): Promise<void> {
    if (Math.abs(now() - tidiedAt) >= HOUR_MS) {
      await keepHouse()
      tidiedAt = now()
    }
    await store.updateSearch(ARTICLES_A_STEP)
    const dueInMs = ((await store.nextDueAt()) ?? Number.POSITIVE_INFINITY) - now()
    await parts.sleep(Math.min(Math.max(dueInMs, SHORTEST_NAP_MS), LONGEST_NAP_MS))
  }

  await pollFeeds({ feeds: null, onReport, idle }, parts)
}
