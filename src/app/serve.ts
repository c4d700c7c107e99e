import type { PollReport } from './poll-feed.ts'
import { type PollerDeps, pollFeeds } from './poll-feeds.ts'

/** The longest sleep between two queries: a feed that a command adds meanwhile is due at once. */
const LONGEST_SLEEP_MS = 2_000
const SHORTEST_SLEEP_MS = 50
/** Articles added to the search index per idle round. */
const ARTICLES_A_STEP = 200

/** A periodic task of the daemon besides polling. */
export interface Chore {
  readonly everyMs: number
  readonly run: () => Promise<unknown>
}

/** Polls what is due until the process is stopped; periodic tasks and indexing run when nothing is due. */
export async function serveSchedule(
  deps: PollerDeps,
  onReport: (report: PollReport) => void,
  chores: readonly Chore[] = [],
  onIdle: () => void = () => {},
): Promise<void> {
  const { store, now } = deps
  const doneAt = new Map<Chore, number>()

  async function idle(): Promise<void> {
    for (const chore of chores) {
      // The absolute difference: a clock that was set back must not delay a task.
      if (Math.abs(now() - (doneAt.get(chore) ?? Number.NEGATIVE_INFINITY)) < chore.everyMs) continue
      doneAt.set(chore, now())
      await chore.run()
    }
    await store.updateSearch(ARTICLES_A_STEP)
    onIdle()
    const dueInMs = ((await store.nextDueAt(now())) ?? Number.POSITIVE_INFINITY) - now()
    await deps.sleep(Math.min(Math.max(dueInMs, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS))
  }

  await pollFeeds({ feeds: null, onReport, idle }, deps)
}
