import type { Feed } from '../core/domain/feed.ts'
import type { PollRecord } from '../core/domain/poll.ts'
import type { Source } from '../core/domain/source.ts'
import type { ReleasedHost } from '../io/store/hosts.ts'
import type { Store } from '../io/store/open-store.ts'
import type { AdmissionWindow } from './admission-window.ts'
import { admitTogether } from './admit-poll.ts'
import type { PollParts, PollReport } from './poll-feed.ts'
import { type HostManners, pollHost } from './poll-host.ts'
import { holdLeases } from './poll-leases.ts'
import { hostsOfFeeds, hostsOfPass, hostsOfSchedule, type LeasedHost } from './poll-supply.ts'
import { turnstile } from './turnstile.ts'
import { writeTogether } from './write-together.ts'

/** What a poll writes waits so long for company: a transaction for each costs as much as the requests. */
const GATHER_MS = 10

/** The world as the poller needs it. */
export interface PollerParts extends Omit<PollParts, 'admit' | 'record' | 'layered'> {
  readonly store: Store
  /** What newcomers are compared with. */
  readonly window: AdmissionWindow
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
  readonly feeds: readonly Feed[] | null
  readonly onReport: (report: PollReport) => void
  /** Makes it a daemon: called when nothing is due, to wait a little; without it the pass ends there. */
  readonly idle?: () => Promise<void>
}

export interface PollSummary {
  readonly polled: number
  /** Hosts that another process was polling. */
  readonly busyHosts: readonly string[]
}

/** Hosts open for each request that may be under way: most of them keep a pause or wait to be tried again. */
const HOSTS_A_REQUEST = 8

/** Hosts taken from the store at a time, for each request that may be under way. */
const AHEAD = 2

/** Polls feeds politely: each host leased, one bad feed never in the way of another, all within the limits. */
export async function pollFeeds(request: PollRequest, parts: PollerParts): Promise<PollSummary> {
  let trouble: { readonly error: unknown } | null = null
  let polled = 0
  const stopped = () => trouble !== null || parts.stopped()
  const leases = holdLeases(parts)
  const hosts = supplyOf(request, { ...parts, leases, stopped, atOnce: parts.concurrency * AHEAD })
  const gathering = { gather: () => parts.sleep(GATHER_MS) }
  const released = writeTogether((list: readonly ReleasedHost[]) => storeReleases(parts.store, list), gathering)
  const hostParts = {
    ...parts,
    stopped,
    leases,
    layered: parts.window.policy.name === 'layered',
    admit: admitTogether(parts, parts.sleep),
    record: writeTogether((records: readonly PollRecord[]) => storeRecords(parts.store, records), gathering),
    turns: turnstile(parts.concurrency),
    report: (report: PollReport) => {
      polled++
      request.onReport(report)
    },
  }

  async function poll({ lease, targets, lastRequestAt }: LeasedHost): Promise<void> {
    const { lastAt, error } = await pollHost(lease, targets, lastRequestAt, hostParts)
    leases.drop(lease)
    await released({ lease, lastRequestAt: lastAt })
    if (error) throw error.cause
  }

  async function worker(): Promise<void> {
    try {
      for (let next = await hosts.take(); next !== null; next = await hosts.take()) await poll(next)
    } catch (error) {
      trouble ??= { error }
    }
  }

  await Promise.all(Array.from({ length: parts.concurrency * HOSTS_A_REQUEST }, worker))
  leases.close()
  await hosts.giveBack().catch((error: unknown) => {
    trouble ??= { error }
  })
  if (trouble !== null) throw (trouble as { readonly error: unknown }).error
  return { polled, busyHosts: hosts.busy }
}

function supplyOf({ feeds, idle }: PollRequest, parts: Parameters<typeof hostsOfPass>[0]) {
  if (feeds !== null) return hostsOfFeeds(feeds, parts)
  return idle ? hostsOfSchedule(parts, idle) : hostsOfPass(parts)
}

async function storeRecords(store: Store, records: readonly PollRecord[]): Promise<(record: PollRecord) => boolean> {
  const late = new Set(await store.recordPolls(records))
  return (record) => !late.has(record)
}

async function storeReleases(store: Store, list: readonly ReleasedHost[]): Promise<(released: ReleasedHost) => void> {
  await store.releaseHosts(list)
  return () => {}
}

/** The sources whose feeds may be polled: those the user still wants. */
export function activeFeeds(feeds: readonly Feed[], sources: readonly Source[]): Feed[] {
  const wanted = new Set(sources.filter((source) => source.retiredAt === null).map((source) => source.id))
  return feeds.filter((feed) => wanted.has(feed.source))
}
