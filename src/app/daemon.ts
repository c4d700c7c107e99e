import type { DeliveryReport } from './deliver.ts'
import type { Digests } from './digests.ts'
import { outlastTrouble } from './outlast-trouble.ts'
import type { PollReport } from './poll-feed.ts'
import type { PollerDeps } from './poll-feeds.ts'
import type { StoryKeeper } from './refine-stories.ts'
import type { ScheduledDigest } from './scheduled-digests.ts'
import { serveSchedule } from './serve.ts'

/** What the daemon reports while it runs. */
export interface DaemonListener {
  readonly onPoll: (report: PollReport) => void
  readonly onDigest: (digest: ScheduledDigest) => void
  /** A digest could not be made; called again each time it is tried. */
  readonly onTrouble: (words: string) => void
  readonly onAlert: (report: DeliveryReport) => void
  /** The database cannot be used for a while, or can be used again. */
  readonly onOutage: (words: string) => void
}

/** What the daemon needs. */
export interface DaemonDeps {
  readonly pollerDeps: PollerDeps
  readonly stories: StoryKeeper
  readonly digests: Pick<Digests, 'publishDue' | 'alert'>
  readonly prune: () => Promise<unknown>
  /** One step of bringing stored articles to the version of this program. */
  readonly renewSome: () => Promise<unknown>
}

const HOUR_MS = 3_600_000
const RENEW_MS = 1_000
const REFINE_MS = 180_000
const PUBLISH_MS = 30_000
/** A digest whose hour passed while no process ran is still made if that was not longer ago. */
const MISSED_MS = 24 * HOUR_MS

/** Polls feeds at their times, refines stories, makes digests at their hours and prunes, until the process is stopped. */
export async function runDaemon(deps: DaemonDeps, listener: DaemonListener): Promise<void> {
  const { pollerDeps, stories, digests, prune, renewSome } = deps
  const { now } = pollerDeps
  const since = now() - MISSED_MS
  const publish = async () => {
    for (const digest of await digests.publishDue(since, listener.onTrouble)) listener.onDigest(digest)
  }
  // In this order: an alert counts the newsrooms of a story, which are known once the story is refined.
  const refineAndAlert = async () => {
    await stories.refine(now(), 'touched')
    for (const report of await digests.alert()) listener.onAlert(report)
  }
  const chores = [
    { everyMs: HOUR_MS, run: prune },
    { everyMs: REFINE_MS, run: refineAndAlert },
    { everyMs: PUBLISH_MS, run: publish },
    { everyMs: RENEW_MS, run: renewSome },
  ]
  return outlastTrouble((worked) => serveSchedule(pollerDeps, listener.onPoll, chores, worked), {
    ...pollerDeps,
    say: listener.onOutage,
  })
}
