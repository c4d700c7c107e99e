import type { Feed } from '../core/domain/feed.ts'
import type { HostLease } from '../core/domain/host-lease.ts'
import type { FeedDay } from '../core/domain/poll.ts'
import type { Store } from '../io/store/open-store.ts'
import type { PollTarget } from './poll-feed.ts'
import { type HeldLeases, LEASE_MS } from './poll-leases.ts'

/** A feed to be polled and where it was when that was asked for. */
export type PolledFeed = Pick<Feed, 'id' | 'host'>

/** A host that is ours for a while, with what is to be polled there. */
export interface LeasedHost {
  readonly lease: HostLease
  readonly targets: readonly PollTarget[]
  readonly lastRequestAt: number | null
}

/** Hands out hosts one by one. */
export interface HostSupply {
  /** The next host; null when there is none left, or somebody asked us to stop. */
  readonly take: () => Promise<LeasedHost | null>
  /** Gives back the hosts that nobody took. */
  readonly giveBack: () => Promise<void>
  /** Hosts that another process was polling. */
  readonly busy: readonly string[]
}

/** The world as the supply needs it. */
export interface SupplyDeps {
  readonly store: Store
  readonly owner: string
  readonly leases: HeldLeases
  readonly now: () => number
  readonly stopped: () => boolean
  /** How many hosts are taken from the store at a time. */
  readonly atOnce: number
}

interface Claimed {
  readonly leases: readonly HostLease[]
  readonly feeds: readonly Feed[]
  /** Whether it is worth asking again. */
  readonly more: boolean
}

const HEALTH_DAYS = 30
const DAY_MS = 86_400_000

/** Hosts with something due, until there is none. A feed is polled once in a pass, even if it could not be stored. */
export function hostsOfPass(deps: SupplyDeps): HostSupply {
  const taken = new Set<number>()
  return supply(deps, async () => {
    const due = await claimDue(deps)
    const feeds = due.feeds.filter((feed) => !taken.has(feed.id))
    for (const feed of feeds) taken.add(feed.id)
    return { ...due, feeds, more: feeds.length > 0 }
  })
}

/** Hosts with something due, for ever; `idle` passes the time when there is none. */
export function hostsOfSchedule(deps: SupplyDeps, idle: () => Promise<void>): HostSupply {
  return supply(deps, async () => {
    const due = await claimDue(deps)
    if (due.feeds.length === 0) await idle()
    return { ...due, more: true }
  })
}

async function claimDue(deps: SupplyDeps): Promise<Omit<Claimed, 'more'>> {
  const leases = await deps.store.claimDueHosts(claimOf(deps), deps.atOnce)
  return { leases, feeds: await deps.store.dueFeeds(hostsOf(leases), deps.now()) }
}

/** The hosts of these feeds, due or not. */
export function hostsOfFeeds(wanted: readonly PolledFeed[], deps: SupplyDeps): HostSupply {
  const ids = new Map<string, number[]>()
  for (const feed of wanted) ids.set(feed.host, [...(ids.get(feed.host) ?? []), feed.id])
  const names = [...ids.keys()]
  return supply(deps, async (busy) => {
    const hosts = names.splice(0, deps.atOnce)
    const leases = await deps.store.claimHosts(claimOf(deps), hosts)
    const claimed = new Set(hostsOf(leases))
    busy.push(...hosts.filter((name) => !claimed.has(name)))
    const feeds = await readAnew([...claimed], new Set([...claimed].flatMap((host) => ids.get(host)!)), deps.store)
    return { leases, feeds, more: names.length > 0 }
  })
}

/** Feeds as they are now that their hosts are ours: another process may have polled them since, or moved them away. */
async function readAnew(hosts: readonly string[], ids: ReadonlySet<number>, store: Store): Promise<Feed[]> {
  const alive = await store.dueFeeds(hosts, Number.MAX_SAFE_INTEGER)
  const feeds = alive.filter((feed) => ids.has(feed.id))
  const found = new Set(feeds.map((feed) => feed.id))
  for (const id of ids) {
    const feed = found.has(id) ? null : await store.feedById(id)
    if (feed && hosts.includes(feed.host)) feeds.push(feed)
  }
  return feeds
}

/** Takes hosts from the store some at a time, however many ask, and hands them out one by one. */
function supply(deps: SupplyDeps, claim: (busy: string[]) => Promise<Claimed>): HostSupply {
  const ready: LeasedHost[] = []
  const busy: string[] = []
  let filling: Promise<void> | null = null
  let empty = false

  async function fill(): Promise<void> {
    const { leases, feeds, more } = await claim(busy)
    for (const lease of leases) deps.leases.hold(lease)
    empty = !more
    ready.push(...(await withMemory(leases, feeds, deps)))
  }

  return {
    busy,
    async take() {
      while (ready.length === 0 && !empty && !deps.stopped()) {
        filling ??= fill().finally(() => {
          filling = null
        })
        await filling
      }
      return deps.stopped() ? null : (ready.shift() ?? null)
    },
    giveBack: () => deps.store.releaseHosts(ready.splice(0).map(({ lease }) => ({ lease, lastRequestAt: null }))),
  }
}

/** Hosts with all that their polls need to know. */
async function withMemory(
  leases: readonly HostLease[],
  feeds: readonly Feed[],
  { store, now }: SupplyDeps,
): Promise<LeasedHost[]> {
  const asked = await store.lastRequests(hostsOf(leases))
  const sources = new Map((await store.sourcesById(feeds.map((feed) => feed.source))).map((one) => [one.id, one]))
  const days = new Map<number, FeedDay[]>(feeds.map((feed) => [feed.id, []]))
  const today = Math.floor(now() / DAY_MS)
  for (const day of await store.feedDays(today - HEALTH_DAYS, [...days.keys()])) days.get(day.feed)!.push(day)

  const hosts = leases.map((lease) => ({
    lease,
    targets: [] as PollTarget[],
    lastRequestAt: asked.get(lease.host) ?? null,
  }))
  const byName = new Map(hosts.map((host) => [host.lease.host, host]))
  for (const feed of feeds) {
    const { lease, targets } = byName.get(feed.host)!
    targets.push({ feed, source: sources.get(feed.source)!, days: days.get(feed.id)!, lease })
  }
  return hosts
}

const hostsOf = (leases: readonly HostLease[]) => leases.map((lease) => lease.host)
const claimOf = ({ owner, now }: SupplyDeps) => ({ owner, now: now(), until: now() + LEASE_MS })
