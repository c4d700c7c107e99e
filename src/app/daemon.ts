import type { DigestChannel } from '../core/domain/rule.ts'
import type { AlertMessage, NamedChannel } from '../io/deliver/channel.ts'
import type { HostJobs } from '../io/jobs/host-jobs.ts'
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
import { serveJobs, serveSchedule } from './serve.ts'

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
  /** The channels that the settings configure. */
  readonly channels: readonly Pick<NamedChannel, 'name'>[]
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
  /** The hosts that a queue gives to this process, where several share the store. */
  readonly hostJobs?: HostJobs | undefined
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
 * stopped. Each of these has a lane of its own, deliveries one for each channel: a publisher, a mail server or a chore that takes long
 * holds up nothing else.
 */
export async function runDaemon(deps: DaemonDeps, listener: DaemonListener): Promise<void> {
  const { clock, stop, runJobs } = deps
  const pages = byAny(job('pages', 'pages', 5 * SECOND_MS, 10 * MINUTE_MS, deps.fetchPages))
  const others = [...digestJobs(deps, listener), ...choreJobs(deps), pages, ...admissionJobs(deps)]
  const run = { stop, now: clock.now, sleep: clock.sleep, onOverdue: listener.onTrouble }
  return retryOnOutage((worked) => runJobs([pollJob(deps, listener, worked), ...others], run), {
    ...deps.pollerDeps,
    say: listener.onOutage,
  })
}

/** Goes on by itself: it knows when the next feed is due. */
function pollJob({ pollerDeps, clock, hostJobs }: DaemonDeps, { onPoll }: DaemonListener, worked: () => void): Job {
  const polling = (stop: AbortSignal): PollerDeps => ({
    ...pollerDeps,
    stopped: () => stop.aborted,
    sleep: (ms) => clock.sleep(ms, stop),
  })
  // A busy daemon never has nothing to do: a poll that is stored also tells that the database works.
  const onReport = (report: PollReport) => {
    worked()
    onPoll(report)
  }
  return job('polls', 'polls', 0, null, (stop) =>
    hostJobs === undefined
      ? serveSchedule(polling(stop), onReport, worked)
      : serveJobs(polling(stop), hostJobs, onReport, worked),
  )
}

/** Where processes share a store, the one that admits takes what the others prepared. */
function admissionJobs({ pollerDeps: { shared } }: DaemonDeps): Job[] {
  return shared === undefined ? [] : [job('admission', 'admission', 0, null, shared.serve)]
}

function digestJobs(deps: DaemonDeps, listener: DaemonListener): Job[] {
  const { digests, stories, clock } = deps
  const since = clock.now() - MISSED_MS
  const lanes = deps.channels.map(({ name }) => channelLane(name, since, deps, listener))
  const wakeAll = () => {
    for (const lane of lanes) lane.wake()
  }
  const make = async () => {
    for (const digest of await digests.makeDue(since, listener.onTrouble)) {
      wakeAll()
      listener.onDigest(digest)
    }
    if ((await digests.searches.makeDue(since, listener.onTrouble)) > 0) wakeAll()
  }
  // In this order: an alert counts the newsrooms of a story, which are known once the story is refined.
  const refine = async () => {
    await stories.refine(clock.now(), 'touched')
    const alerts = await digests.breaking()
    for (const lane of lanes) lane.alert(alerts)
  }
  return [
    byAny(job('digests', 'digests', 15 * SECOND_MS, 10 * MINUTE_MS, make)),
    byLeader(job('stories', 'stories', 3 * MINUTE_MS, 10 * MINUTE_MS, refine)),
    ...lanes.flatMap(({ jobs }) => jobs),
  ]
}

interface ChannelLane {
  readonly jobs: readonly Job[]
  /** Something was made that is to be delivered at once. */
  readonly wake: () => void
  /** Replaces what waits: whatever was not sent is found again. */
  readonly alert: (alerts: readonly AlertMessage[]) => void
}

/** The deliveries by one channel: a mail server that hangs does not delay what goes to a file or a phone. */
function channelLane(
  channel: DigestChannel,
  since: number,
  { digests, clock: { now } }: DaemonDeps,
  listener: DaemonListener,
): ChannelLane {
  // What is lost with the process is found again: nothing was claimed yet.
  let alerts: readonly AlertMessage[] = []
  let deliverAt = now()
  const deliver = async (stop: AbortSignal) => {
    // At once what was made just now; now and then what failed before, or what another process made.
    if (now() < deliverAt && deliverAt - now() <= LOOK_AGAIN_MS) return
    deliverAt = now() + LOOK_AGAIN_MS
    const only = [channel]
    for (const { deliveries } of await digests.deliverDue(since, stop, only)) deliveries.forEach(listener.onDelivery)
    for (const report of await digests.searches.deliverDue(since, stop, only)) listener.onDelivery(report)
  }
  const send = async (stop: AbortSignal) => {
    const waiting = alerts
    alerts = []
    if (waiting.length === 0) return
    for (const report of await digests.sendAlerts(waiting, stop, [channel])) listener.onAlert(report)
  }
  const [deliveries, word] = [`deliveries by ${channel}`, `alerts by ${channel}`]
  return {
    jobs: [
      byAny(job(deliveries, deliveries, SECOND_MS, 10 * MINUTE_MS, deliver)),
      byLeader(job(word, word, SECOND_MS, 10 * MINUTE_MS, send)),
    ],
    wake: () => {
      deliverAt = now()
    },
    alert: (found) => {
      alerts = found
    },
  }
}

function choreJobs({ prune, renewSome, followRules, pollerDeps: { store } }: DaemonDeps): Job[] {
  const indexAll = (stop: AbortSignal) =>
    repeatStep(
      () => store.updateSearch(ARTICLES_A_STEP),
      () => stop.aborted,
    )
  return [
    byAny(job('pruning', 'chores', HOUR_MS, HOUR_MS, prune)),
    byAny(job('renewing articles', 'chores', SECOND_MS, HOUR_MS, renewSome)),
    byLeader(job('search', 'chores', SECOND_MS, HOUR_MS, indexAll)),
    byLeader(job('rules', 'chores', 2 * SECOND_MS, HOUR_MS, followRules)),
  ]
}

const job = (
  name: string,
  lane: string,
  everyMs: number,
  timeoutMs: number | null,
  run: (stop: AbortSignal) => Promise<unknown>,
): Job => ({ name, lane, everyMs, timeoutMs, run })

/** Of the processes that share a store, the one that admits also follows what was admitted. */
const byLeader = (one: Job): Job => ({ ...one, by: 'leader' })
const byAny = (one: Job): Job => ({ ...one, by: 'any' })
