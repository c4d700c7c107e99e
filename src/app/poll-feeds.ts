import type { Feed } from '../core/domain/feed.ts'
import type { HostLease } from '../core/domain/host-lease.ts'
import type { FeedDay, PollRecord } from '../core/domain/poll.ts'
import type { Source } from '../core/domain/source.ts'
import type { ReleasedHost } from '../io/store/hosts.ts'
import type { Store } from '../io/store/open-store.ts'
import type { PollParts, PollReport, PollTarget } from './poll-feed.ts'
import { type HostManners, pollHost } from './poll-host.ts'
import { turnstile } from './turnstile.ts'
import { writeTogether } from './write-together.ts'

/** The world as the poller needs it. */
export interface PollerParts extends Omit<PollParts, 'record'> {
  /** Names this process among those that share the store. */
  readonly owner: string
  readonly concurrency: number
  readonly manners: HostManners
  readonly sleep: (ms: number) => Promise<void>
  /** Whether somebody asked us to stop: what is under way is finished, nothing new is begun. */
  readonly stopped: () => boolean
}

export interface PollRequest {
  /** Feeds to poll whatever their schedule says; null for those that are due. */
  readonly feeds: readonly Feed[] | null
  readonly onReport: (report: PollReport) => void
}

export interface PollSummary {
  readonly polled: number
  /** Hosts that another process was polling. */
  readonly busyHosts: readonly string[]
}

/** Long enough for a slow host with a few feeds; renewed while one takes longer. */
const LEASE_MS = 120_000
const HEALTH_DAYS = 30
const DAY_MS = 86_400_000

/** Hosts taken ahead of those being asked, so that none waits for the store. */
const AHEAD = 2

/** Polls feeds politely: each host leased, one bad feed never in the way of another, all within the limits. */
export async function pollFeeds(request: PollRequest, parts: PollerParts): Promise<PollSummary> {
  const hosts = request.feeds === null ? dueHosts(parts) : namedHosts(request.feeds, parts)
  const recorded = writeTogether((records: readonly PollRecord[]) => storeRecords(parts.store, records))
  const released = writeTogether((list: readonly ReleasedHost[]) => storeReleases(parts.store, list))
  const requests = turnstile(parts.concurrency)
  let polled = 0

  async function worker(): Promise<void> {
    for (;;) {
      const next = await hosts.take()
      if (next === null) return
      const { lease, targets, lastRequestAt } = next
      const lastAt = await pollHost(lease, targets, lastRequestAt, {
        ...parts,
        record: recorded,
        requests,
        keepLease: leaseKeeper(parts),
        report: (report) => {
          polled++
          request.onReport(report)
        },
      })
      await released({ lease, lastRequestAt: lastAt })
    }
  }

  await Promise.all(Array.from({ length: parts.concurrency }, worker))
  return { polled, busyHosts: hosts.busy }
}

async function storeRecords(store: Store, records: readonly PollRecord[]): Promise<(record: PollRecord) => boolean> {
  const late = new Set(await store.recordPolls(records))
  return (record) => !late.has(record)
}

async function storeReleases(store: Store, list: readonly ReleasedHost[]): Promise<(released: ReleasedHost) => void> {
  await store.releaseHosts(list)
  return () => {}
}

/** Renews when half of the lease is gone. */
function leaseKeeper({ store, now }: PollerParts): (lease: HostLease) => Promise<boolean> {
  let until = 0
  return async (lease) => {
    until ||= lease.until
    if (until - now() > LEASE_MS / 2) return true
    until = now() + LEASE_MS
    return (await store.renewLease(lease, until)) !== null
  }
}

/** A host that is ours for a while, with what is to be polled there. */
interface LeasedHost {
  readonly lease: HostLease
  readonly targets: readonly PollTarget[]
  readonly lastRequestAt: number | null
}

interface HostSupply {
  readonly take: () => Promise<LeasedHost | null>
  readonly busy: readonly string[]
}

/** A feed is polled once in a pass, even if what came of it could not be stored and it is still due. */
function dueHosts(parts: PollerParts): HostSupply {
  const taken = new Set<number>()
  return supply(parts, async (count) => {
    const leases = await parts.store.claimDueHosts(claimOf(parts), count)
    const due = await parts.store.dueFeeds(
      leases.map((lease) => lease.host),
      parts.now(),
    )
    const feeds = due.filter((feed) => !taken.has(feed.id))
    for (const feed of feeds) taken.add(feed.id)
    return { leases, feeds, more: feeds.length > 0 }
  })
}

function namedHosts(feeds: readonly Feed[], parts: PollerParts): HostSupply {
  const names = [...new Set(feeds.map((feed) => feed.host))]
  return supply(parts, async (count, busy) => {
    const wanted = names.splice(0, count)
    const leases = await parts.store.claimHosts(claimOf(parts), wanted)
    const claimed = new Set(leases.map((lease) => lease.host))
    busy.push(...wanted.filter((name) => !claimed.has(name)))
    return { leases, feeds: feeds.filter((feed) => claimed.has(feed.host)), more: names.length > 0 }
  })
}

type Claimed = { readonly leases: readonly HostLease[]; readonly feeds: readonly Feed[]; readonly more: boolean }

/** Takes hosts from the store a few at a time and hands them out one by one. */
function supply(parts: PollerParts, claim: (count: number, busy: string[]) => Promise<Claimed>): HostSupply {
  const ready: LeasedHost[] = []
  const busy: string[] = []
  let filling: Promise<void> | null = null
  let empty = false

  async function fill(): Promise<void> {
    const { leases, feeds, more } = await claim(parts.concurrency * AHEAD, busy)
    empty = !more
    ready.push(...(await withMemory(leases, feeds, parts)))
  }

  return {
    busy,
    async take() {
      while (ready.length === 0 && !empty && !parts.stopped()) {
        filling ??= fill().finally(() => {
          filling = null
        })
        await filling
      }
      if (!parts.stopped()) return ready.shift() ?? null
      await parts.store.releaseHosts(ready.splice(0).map(({ lease }) => ({ lease, lastRequestAt: null })))
      return null
    },
  }
}

async function withMemory(
  leases: readonly HostLease[],
  feeds: readonly Feed[],
  parts: PollerParts,
): Promise<LeasedHost[]> {
  const { store } = parts
  const asked = await store.lastRequests(leases.map((lease) => lease.host))
  const sources = new Map((await store.sourcesById(feeds.map((feed) => feed.source))).map((one) => [one.id, one]))
  const days = new Map<number, FeedDay[]>(feeds.map((feed) => [feed.id, []]))
  const today = Math.floor(parts.now() / DAY_MS)
  for (const day of await store.feedDays(today - HEALTH_DAYS, [...days.keys()])) days.get(day.feed)!.push(day)

  const targets = new Map<string, PollTarget[]>(leases.map(({ host }) => [host, []]))
  const leaseOf = new Map(leases.map((lease) => [lease.host, lease]))
  for (const feed of feeds) {
    const lease = leaseOf.get(feed.host)!
    targets.get(feed.host)!.push({ feed, source: sources.get(feed.source)!, days: days.get(feed.id)!, lease })
  }
  return leases.map((lease) => ({
    lease,
    targets: targets.get(lease.host)!,
    lastRequestAt: asked.get(lease.host) ?? null,
  }))
}

const claimOf = ({ owner, now }: PollerParts) => ({ owner, now: now(), until: now() + LEASE_MS })

/** The sources whose feeds may be polled: those the user still wants. */
export function activeFeeds(feeds: readonly Feed[], sources: readonly Source[]): Feed[] {
  const wanted = new Set(sources.filter((source) => source.retiredAt === null).map((source) => source.id))
  return feeds.filter((feed) => wanted.has(feed.source))
}
