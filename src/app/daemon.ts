import type { AlertMessage } from '../io/deliver/channel.ts'
import type { Job, RunJobs } from '../io/jobs/jobs.ts'
import type { Clock } from '../io/system/clock.ts'
import type { DeliveryReport } from './deliver.ts'
import type { PollerDeps } from './poll-feeds.ts'
import type { PollReport } from './poll-report.ts'
import type { ScheduledWork } from './reader-digests.ts'
import type { StoryKeeper } from './refine-stories.ts'
import { repeatStep } from './repeat-step.ts'
import { retryOnOutage } from './retry-on-outage.ts'
import type { ScheduledDigest } from './scheduled-digests.ts'
import { serveSchedule } from './serve.ts'

/** What the daemon reports while it runs. */
export interface DaemonListener {
  readonly onPoll: (report: PollReport) => void
  readonly onDigest: (digest: ScheduledDigest) => void
  readonly onDelivery: (report: DeliveryReport) => void
  readonly onAlert: (report: DeliveryReport) => void
  /** A digest could not be made, or a job takes too long; called again each time it is tried. */
  readonly onTrouble: (words: string) => void
  /** The database cannot be used for a while, or can be used again. */
  readonly onOutage: (words: string) => void
}

/** What the daemon needs. */
export interface DaemonDeps {
  readonly pollerDeps: PollerDeps
  readonly stories: StoryKeeper
  readonly digests: ScheduledWork
  readonly prune: () => Promise<unknown>
  /** One step of bringing stored articles to the version of this program. */
  readonly renewSome: () => Promise<unknown>
  /** One round of the pages of articles whose feeds are to have their full text. */
  readonly fetchPages: () => Promise<unknown>
  /** Compares rules with the articles that were indexed since. */
  readonly followRules: () => Promise<unknown>
  readonly clock: Clock
  readonly stop: AbortSignal
  readonly runJobs: RunJobs
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** A digest whose hour passed while no process ran is still made if that was not longer ago. */
const MISSED_MS = 24 * HOUR_MS
/** How often deliveries that failed, and digests of other processes, are looked for. */
const LOOK_AGAIN_MS = 30 * SECOND_MS
/** Articles added to the search index in one step, at most. */
const ARTICLES_A_STEP = 200

/**
 * Polls feeds at their times, makes digests at their hours, delivers them, refines stories and keeps house, until the process is
 * stopped. Each of these has a lane of its own: a publisher, a mail server or a chore that takes long holds up nothing else.
 */
export async function runDaemon(deps: DaemonDeps, listener: DaemonListener): Promise<void> {
  const { clock, stop, runJobs } = deps
  const pages = job('pages', 'pages', 5 * SECOND_MS, 10 * MINUTE_MS, deps.fetchPages)
  const others = [...digestJobs(deps, listener), ...choreJobs(deps), pages]
  const run = { stop, now: clock.now, sleep: clock.sleep, onOverdue: listener.onTrouble }
  return retryOnOutage((worked) => runJobs([pollJob(deps, listener, worked), ...others], run), {
    ...deps.pollerDeps,
    say: listener.onOutage,
  })
}

/** Goes on by itself: it knows when the next feed is due. */
function pollJob({ pollerDeps, clock }: DaemonDeps, { onPoll }: DaemonListener, worked: () => void): Job {
  const polling = (stop: AbortSignal): PollerDeps => ({
    ...pollerDeps,
    stopped: () => stop.aborted,
    sleep: (ms) => clock.sleep(ms, stop),
  })
  return job('polls', 'polls', 0, null, (stop) => serveSchedule(polling(stop), onPoll, worked))
}

function digestJobs({ digests, stories, clock: { now } }: DaemonDeps, listener: DaemonListener): Job[] {
  const since = now() - MISSED_MS
  // Waiting for the lane of deliveries. What is lost with the process is found again: nothing was claimed yet.
  let alerts: readonly AlertMessage[] = []
  let deliverAt = now()
  const make = async () => {
    for (const digest of await digests.makeDue(since, listener.onTrouble)) {
      deliverAt = now()
      listener.onDigest(digest)
    }
    if ((await digests.searches.makeDue(since, listener.onTrouble)) > 0) deliverAt = now()
  }
  const deliver = async (stop: AbortSignal) => {
    // At once what was made just now; now and then what failed before, or what another process made.
    if (now() < deliverAt && deliverAt - now() <= LOOK_AGAIN_MS) return
    deliverAt = now() + LOOK_AGAIN_MS
    for (const { deliveries } of await digests.deliverDue(since, stop)) deliveries.forEach(listener.onDelivery)
    for (const report of await digests.searches.deliverDue(since, stop)) listener.onDelivery(report)
  }
  const alert = async (stop: AbortSignal) => {
    const waiting = alerts
    alerts = []
    if (waiting.length > 0) for (const report of await digests.sendAlerts(waiting, stop)) listener.onAlert(report)
  }
  // In this order: an alert counts the newsrooms of a story, which are known once the story is refined.
  const refine = async () => {
    await stories.refine(now(), 'touched')
    alerts = await digests.breaking()
  }
  return [
    job('digests', 'digests', 15 * SECOND_MS, 10 * MINUTE_MS, make),
    job('deliveries', 'deliveries', SECOND_MS, 10 * MINUTE_MS, deliver),
    job('alerts', 'alerts', SECOND_MS, 10 * MINUTE_MS, alert),
    job('stories', 'stories', 3 * MINUTE_MS, 10 * MINUTE_MS, refine),
  ]
}

function choreJobs({ prune, renewSome, followRules, pollerDeps: { store } }: DaemonDeps): Job[] {
  const indexAll = (stop: AbortSignal) =>
    repeatStep(
      () => store.updateSearch(ARTICLES_A_STEP),
      () => stop.aborted,
    )
  return [
    job('pruning', 'chores', HOUR_MS, HOUR_MS, prune),
    job('renewing articles', 'chores', SECOND_MS, HOUR_MS, renewSome),
    job('search', 'chores', SECOND_MS, HOUR_MS, indexAll),
    job('rules', 'chores', 2 * SECOND_MS, HOUR_MS, followRules),
  ]
}

const job = (
  name: string,
  lane: string,
  everyMs: number,
  timeoutMs: number | null,
  run: (stop: AbortSignal) => Promise<unknown>,
): Job => ({ name, lane, everyMs, timeoutMs, run })
