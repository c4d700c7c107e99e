import type { PollRecord } from '../core/domain/poll.ts'
import type { ReleasedHost } from '../io/store/hosts.ts'
import type { Store } from '../io/store/open-store.ts'
import { admitTogether } from './admit-poll.ts'
import { createBatchWriter } from './batch-writer.ts'
import type { PollDeps, PollReport } from './poll-feed.ts'
import { type HostManners, pollHost } from './poll-host.ts'
import { holdLeases } from './poll-leases.ts'
import { hostsOfFeeds, hostsOfPass, hostsOfSchedule, type LeasedHost, type PolledFeed } from './poll-supply.ts'
import type { RecentCache } from './recent-cache.ts'
import { createSemaphore } from './semaphore.ts'

/** What a poll writes waits so long for company: a transaction for each costs as much as the requests. */
const GATHER_MS = 10

/** The world as the poller needs it. */
export interface PollerDeps extends Omit<PollDeps, 'admit' | 'record' | 'layered'> {
  readonly store: Store
  /** What newcomers are compared with. */
  readonly window: RecentCache
  /** Names this process among those that share the store. */
  readonly owner: string
  readonly concurrency: number
  readonly manners: HostManners
  readonly sleep: (ms: number) => Promise<void>
  readonly every: (ms: number, call: () => void) => () => void
  /** Whether somebody asked us to stop: what is under way is finished, nothing new is begun. */
  readonly stopped: () => boolean
}

export interface PollRequest {
  /** Feeds to poll whatever their schedule says; null for those that are due. */
  readonly feeds: readonly PolledFeed[] | null
  readonly onReport: (report: PollReport) => void
  /** Makes it a daemon: called when nothing is due, to wait a little; without it the pass ends there. */
  readonly idle?: () => Promise<void>
}

export interface PollSummary {
  readonly polled: number
  /** Hosts that another process was polling. */
  readonly busyHosts: readonly string[]
}

/** Hosts open for each request that may be under way: some of them keep a pause or wait to be tried again. */
const HOSTS_A_REQUEST = 8

/** Hosts taken from the store at a time, for each request that may be under way. */
const AHEAD = 2

/** Polls feeds politely: each host leased, one bad feed never in the way of another, all within the limits. */
export async function pollFeeds(request: PollRequest, deps: PollerDeps): Promise<PollSummary> {
  let trouble: { readonly error: unknown } | null = null
  let polled = 0
  const stopped = () => trouble !== null || deps.stopped()
  const leases = holdLeases(deps)
  const hosts = supplyOf(request, { ...deps, leases, stopped, atOnce: deps.concurrency * AHEAD })
  const turns = createSemaphore(deps.concurrency)
  const gathering = { gather: () => deps.sleep(GATHER_MS) }
  const released = createBatchWriter((list: readonly ReleasedHost[]) => storeReleases(deps.store, list), gathering)
  const hostDeps = {
    ...deps,
    stopped,
    leases,
    layered: deps.window.policy.name === 'layered',
    admit: admitTogether(deps, deps.sleep),
    record: createBatchWriter((records: readonly PollRecord[]) => storeRecords(deps.store, records), gathering),
    turns,
    report: (report: PollReport) => {
      polled++
      request.onReport(report)
    },
  }

  async function poll({ lease, targets, lastRequestAt }: LeasedHost): Promise<void> {
    const { lastAt, error } = await pollHost(lease, targets, lastRequestAt, hostDeps)
    leases.drop(lease)
    await released({ lease, lastRequestAt: lastAt })
    if (error) throw error.cause
  }

  const fail = (error: unknown) => {
    trouble ??= { error }
  }
  const open = createSemaphore(deps.concurrency * HOSTS_A_REQUEST)
  const polls = new Set<Promise<void>>()

  /** A host is opened when it can be asked at once: what is known of it would only grow old in memory. */
  async function openHosts(): Promise<void> {
    for (;;) {
      await open.room()
      await turns.room()
      const next = await hosts.take()
      if (next === null) return
      const polling: Promise<void> = open
        .pass(() => poll(next))
        .catch(fail)
        .finally(() => polls.delete(polling))
      polls.add(polling)
    }
  }

  await openHosts().catch(fail)
  await Promise.all(polls)
  leases.close()
  await hosts.giveBack().catch(fail)
  if (trouble !== null) throw (trouble as { readonly error: unknown }).error
  return { polled, busyHosts: hosts.busy }
}

function supplyOf({ feeds, idle }: PollRequest, deps: Parameters<typeof hostsOfPass>[0]) {
  if (feeds !== null) return hostsOfFeeds(feeds, deps)
  return idle ? hostsOfSchedule(deps, idle) : hostsOfPass(deps)
}

async function storeRecords(store: Store, records: readonly PollRecord[]): Promise<(record: PollRecord) => boolean> {
  const late = new Set(await store.recordPolls(records))
  return (record) => !late.has(record)
}

async function storeReleases(store: Store, list: readonly ReleasedHost[]): Promise<(released: ReleasedHost) => void> {
  await store.releaseHosts(list)
  return () => {}
}
