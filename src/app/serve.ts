import type { PollReport } from './poll-feed.ts'
import { type PollerDeps, pollFeeds } from './poll-feeds.ts'

/** The longest we sleep without looking: a feed added meanwhile by a command is due at once. */
const LONGEST_NAP_MS = 2_000
const SHORTEST_NAP_MS = 50
/** The index is taken further a little whenever there is nothing better to do. */
const ARTICLES_A_STEP = 200

/** What the daemon does besides polling, and how often. */
export interface Chore {
  readonly everyMs: number
  readonly run: () => Promise<unknown>
}

/** Runs the schedule until somebody stops it, and does its chores in between. */
export async function serveSchedule(
  deps: PollerDeps,
  onReport: (report: PollReport) => void,
  chores: readonly Chore[] = [],
): Promise<void> {
  const { store, now } = deps
  const doneAt = new Map<Chore, number>()

  async function idle(): Promise<void> {
    for (const chore of chores) {
      // A clock that was set back must not keep a chore waiting.
      if (Math.abs(now() - (doneAt.get(chore) ?? Number.NEGATIVE_INFINITY)) < chore.everyMs) continue
      doneAt.set(chore, now())
      await chore.run()
    }
    await store.updateSearch(ARTICLES_A_STEP)
    const dueInMs = ((await store.nextDueAt()) ?? Number.POSITIVE_INFINITY) - now()
    await deps.sleep(Math.min(Math.max(dueInMs, SHORTEST_NAP_MS), LONGEST_NAP_MS))
  }

  await pollFeeds({ feeds: null, onReport, idle }, deps)
}
