import type { HostJobs } from '../io/jobs/host-jobs.ts'
import { type PollerDeps, pollFeeds } from './poll-feeds.ts'
import type { PollReport } from './poll-report.ts'

/** The longest sleep between two queries: a feed that a command adds meanwhile is due at once. */
const LONGEST_SLEEP_MS = 2_000
const SHORTEST_SLEEP_MS = 50

/** Polls what is due until the process is stopped; `onIdle` is called when there is nothing to do, so the store has answered. */
export async function serveSchedule(
  deps: PollerDeps,
  onReport: (report: PollReport) => void,
  onIdle: () => void = () => {},
): Promise<void> {
  const { store, now } = deps
  async function idle(): Promise<void> {
    onIdle()
    const dueInMs = ((await store.nextDueAt(now())) ?? Number.POSITIVE_INFINITY) - now()
    await deps.sleep(Math.min(Math.max(dueInMs, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS))
  }
  await pollFeeds({ feeds: null, onReport, idle }, deps)
}

/** The same where a queue gives out the hosts. */
export async function serveJobs(
  deps: PollerDeps,
  hosts: HostJobs,
  onReport: (report: PollReport) => void,
  onIdle: () => void,
): Promise<void> {
  await pollFeeds({ feeds: null, onReport, jobs: { hosts, onIdle } }, deps)
}
