import type { PollRecord } from '../core/domain/poll.ts'
import type { HostJobs } from '../io/jobs/host-jobs.ts'
import type { ReleasedHost } from '../io/store/hosts.ts'
import type { Store } from '../io/store/open-store.ts'
import { createPollAdmitter } from './admit-poll.ts'
import { createBatchWriter } from './batch-writer.ts'
import { createCommitDelay } from './commit-delay.ts'
import type { PollDeps } from './poll-feed.ts'
import { type HostManners, pollHost } from './poll-host.ts'
import { holdLeases } from './poll-leases.ts'
import type { PollReport } from './poll-report.ts'
import {
  hostsOfFeeds,
  hostsOfJobs,
  hostsOfPass,
  hostsOfSchedule,
  type LeasedHost,
  type PolledFeed,
} from './poll-supply.ts'
import type { RecentCache } from './recent-cache.ts'
import { createSemaphore } from './semaphore.ts'
import type { SharedAdmission } from './shared-admission.ts'
import type { MeasureStage } from './stages.ts'
import type { TransactionSize } from './store-parts.ts'
import type { Slicer } from './time-slices.ts'

/** How long a write waits for others to share its transaction: one transaction per poll costs as much as the requests. */
const WAIT_FOR_MORE_MS = 10

/** What polling needs. */
export interface PollerDeps extends Omit<PollDeps, 'admit' | 'record' | 'layered'> {
  readonly store: Store
  /** The prints that new articles are compared with. */
  readonly recentCache: RecentCache
  readonly measure?: MeasureStage
  /** Names this process among those that share the store. */
  readonly owner: string
  /** Admission, where one of several processes admits for all. */
  readonly shared?: SharedAdmission
  /** Short ones unless given. */
  readonly transactions?: TransactionSize
  readonly concurrency: number
  readonly manners: HostManners
  readonly sleep: (ms: number) => Promise<void>
  readonly every: (ms: number, call: () => void) => () => void
  /** A monotonic clock. */
  readonly elapsed: () => number
  /** Called between two decisions about articles; a test whose clock stands still passes one that never pauses. */
  readonly slicer?: Slicer
  /** True once the process is asked to stop: polls in progress are finished, no new one starts. */
  readonly stopped: () => boolean
}

export interface PollRequest {
  /** Feeds to poll whatever their schedule says; null for those that are due. */
  readonly feeds: readonly PolledFeed[] | null
  readonly onReport: (report: PollReport) => void
  /** For a daemon: awaited when nothing is due, before the store is asked again. Without it the pass ends there. */
  readonly idle?: () => Promise<void>
  /** For a daemon among several: the hosts that a queue gives to this process; `onIdle` is called when there are none. */
  readonly jobs?: { readonly hosts: HostJobs; readonly onIdle: () => void }
}

export interface PollSummary {
  readonly polled: number
  /** Hosts that another process was polling. */
  readonly busyHosts: readonly string[]
}

/** Hosts open at once, per request allowed at once: most open hosts wait for a pause or a retry. */
const HOSTS_PER_REQUEST = 8

/** Hosts leased from the store per query, per request allowed at once. */
const LEASES_PER_REQUEST = 2

/** Polls feeds under the limits per host and overall: each host is leased first, and a feed that fails delays no other. */
export async function pollFeeds(request: PollRequest, deps: PollerDeps): Promise<PollSummary> {
  let trouble: { readonly error: unknown } | null = null
  let polled = 0
  const stopped = () => trouble !== null || deps.stopped()
  const leases = holdLeases(deps)
  const hosts = supplyOf(request, { ...deps, leases, stopped, atOnce: deps.concurrency * LEASES_PER_REQUEST })
  const requestSlots = createSemaphore(deps.concurrency)
  let isSupplied = true
  // A permit is held until the poll is stored: the others are of polls under way, which are stored next.
  const delay = createCommitDelay(
    deps.sleep,
    (waiting) => requestSlots.taken() > waiting || (isSupplied && requestSlots.taken() < deps.concurrency),
  )
  const batch = { waitForMore: () => delay.wait(WAIT_FOR_MORE_MS) }
  const release = createBatchWriter((list: readonly ReleasedHost[]) => storeReleases(deps.store, list), batch)
  const hostDeps = {
    ...deps,
    stopped,
    leases,
    layered: deps.recentCache.policy.name === 'layered',
    admit: deps.shared?.admit ?? delay.counted(createPollAdmitter(deps, delay.wait)),
    record: delay.counted(
      createBatchWriter((records: readonly PollRecord[]) => storeRecords(deps.store, records), batch),
    ),
    requestSlots,
    report: (report: PollReport) => {
      polled++
      request.onReport(report)
    },
  }

  async function poll({ lease, targets, lastRequestAt, onEnd }: LeasedHost): Promise<void> {
    try {
      const { lastAt, error } = await pollHost(lease, targets, lastRequestAt, hostDeps)
      leases.drop(lease)
      await release({ lease, lastRequestAt: lastAt })
      if (error) throw error.cause
    } finally {
      onEnd?.()
    }
  }

  const fail = (error: unknown) => {
    trouble ??= { error }
  }
  const hostSlots = createSemaphore(deps.concurrency * HOSTS_PER_REQUEST)
  const polls = new Set<Promise<void>>()

  /** Opens a host only when a request can be sent to it now: what was read about it would be out of date later. */
  async function openHosts(): Promise<void> {
    for (;;) {
      await hostSlots.untilFree()
      await requestSlots.untilFree()
      const next = await hosts.take()
      if (next === null) {
        isSupplied = false
        return delay.check()
      }
      const polling: Promise<void> = hostSlots
        .run(() => poll(next))
        .catch(fail)
        .finally(() => polls.delete(polling))
      polls.add(polling)
    }
  }

  await openHosts().catch(fail)
  await Promise.all(polls)
  leases.close()
  await hosts.releaseUntaken().catch(fail)
  if (trouble !== null) throw (trouble as { readonly error: unknown }).error
  return { polled, busyHosts: hosts.busy }
}

function supplyOf({ feeds, idle, jobs }: PollRequest, deps: Parameters<typeof hostsOfPass>[0]) {
  if (jobs) return hostsOfJobs(deps, jobs.hosts, jobs.onIdle)
  if (feeds !== null) return hostsOfFeeds(feeds, deps)
  return idle ? hostsOfSchedule(deps, idle) : hostsOfPass(deps)
}

async function storeRecords(store: Store, records: readonly PollRecord[]): Promise<(record: PollRecord) => boolean> {
  const leaseLost = new Set(await store.recordPolls(records))
  return (record) => !leaseLost.has(record)
}

async function storeReleases(store: Store, list: readonly ReleasedHost[]): Promise<(released: ReleasedHost) => void> {
  await store.releaseHosts(list)
  return () => {}
}
