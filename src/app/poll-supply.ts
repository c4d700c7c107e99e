import type { Feed } from '../core/domain/feed.ts'
import type { HostLease } from '../core/domain/host-lease.ts'
import type { FeedDay } from '../core/domain/poll.ts'
import type { HostJob, HostJobs } from '../io/jobs/host-jobs.ts'
import type { Store } from '../io/store/open-store.ts'
import { type HeldLeases, LEASE_MS } from './poll-leases.ts'
import type { PollTarget } from './poll-target.ts'

/** A feed to be polled, and its host at the time of the request. */
export type PolledFeed = Pick<Feed, 'id' | 'host'>

/** A host this process has leased, with the feeds to poll there. */
export interface LeasedHost {
  readonly lease: HostLease
  readonly targets: readonly PollTarget[]
  readonly lastRequestAt: number | null
  /** Called once its polls have ended, or it is given back. */
  readonly onEnd?: () => void
}

/** Queue of leased hosts, refilled from the store. */
export interface HostSupply {
  /** The next host; null when there is none left or the process is stopping. */
  readonly take: () => Promise<LeasedHost | null>
  /** Releases the leases of hosts that were not taken. */
  readonly releaseUntaken: () => Promise<void>
  /** Hosts that another process was polling. */
  readonly busy: readonly string[]
}

/** What the queue needs. */
export interface SupplyDeps {
  readonly store: Store
  readonly owner: string
  readonly leases: HeldLeases
  readonly now: () => number
  readonly stopped: () => boolean
  /** How many hosts are leased per query. */
  readonly atOnce: number
}

interface Claimed {
  readonly leases: readonly HostLease[]
  readonly feeds: readonly Feed[]
  /** False when another query would find nothing. */
  readonly more: boolean
}

const HEALTH_DAYS = 30
const DAY_MS = 86_400_000

/** Hosts with due feeds, until there are none. A feed is polled once per pass, even if its poll could not be stored. */
export function hostsOfPass(deps: SupplyDeps): HostSupply {
  const taken = new Set<number>()
  return supply(deps, async () => {
    const due = await claimDue(deps)
    const feeds = due.feeds.filter((feed) => !taken.has(feed.id))
    for (const feed of feeds) taken.add(feed.id)
    return { ...due, feeds, more: feeds.length > 0 }
  })
}

/** Hosts with due feeds, without end; `idle` is awaited when there are none. */
export function hostsOfSchedule(deps: SupplyDeps, idle: () => Promise<void>): HostSupply {
  return supply(deps, async () => {
    const due = await claimDue(deps)
    if (due.feeds.length === 0) await idle()
    return { ...due, more: true }
  })
}

/** The longest wait for a job: the store is asked at least so often whether it is still the same. */
const LONGEST_WAIT_MS = 2_000

/**
 * Hosts that a queue gives to this process, without end. The lease decides: a host that another process holds goes back to the queue,
 * as does one whose poll ended.
 */
export function hostsOfJobs(deps: SupplyDeps, hosts: HostJobs, onIdle: () => void): HostSupply {
  const given = new Map<string, HostJob>()
  return supply(
    deps,
    async () => {
      const jobs = await hosts.take(deps.atOnce, LONGEST_WAIT_MS)
      try {
        const leases = await deps.store.claimHosts(claimOf(deps), [...new Set(jobs.map(({ host }) => host))])
        if (jobs.length === 0) onIdle()
        const claimed = new Set(hostsOf(leases))
        for (const job of jobs) {
          if (claimed.has(job.host) && !given.has(job.host)) given.set(job.host, job)
          else job.busy()
        }
        return { leases, feeds: await deps.store.dueFeeds([...claimed], deps.now()), more: true }
      } catch (error) {
        // A lease that was taken ends by itself, and brings the job back.
        for (const job of jobs) job.busy()
        throw error
      }
    },
    (host) => {
      const job = given.get(host)
      given.delete(host)
      return job?.done
    },
  )
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
    const feeds = await reloadFeeds([...claimed], new Set([...claimed].flatMap((host) => ids.get(host)!)), deps.store)
    return { leases, feeds, more: names.length > 0 }
  })
}

/** Reads feeds again after their hosts are leased: another process may have polled them meanwhile, or changed their host. */
async function reloadFeeds(hosts: readonly string[], ids: ReadonlySet<number>, store: Store): Promise<Feed[]> {
  const alive = await store.dueFeeds(hosts, Number.MAX_SAFE_INTEGER)
  const feeds = alive.filter((feed) => ids.has(feed.id))
  const found = new Set(feeds.map((feed) => feed.id))
  for (const id of ids) {
    const feed = found.has(id) ? null : await store.feedById(id)
    if (feed && hosts.includes(feed.host)) feeds.push(feed)
  }
  return feeds
}

/** The queue itself: one query at a time fills it, however many callers wait in `take`. */
function supply(
  deps: SupplyDeps,
  claim: (busy: string[]) => Promise<Claimed>,
  onEndOf: (host: string) => (() => void) | undefined = () => undefined,
): HostSupply {
  const ready: LeasedHost[] = []
  const busy: string[] = []
  let filling: Promise<void> | null = null
  let empty = false

  async function fill(): Promise<void> {
    const { leases, feeds, more } = await claim(busy)
    for (const lease of leases) deps.leases.hold(lease)
    empty = !more
    const ends = new Map(leases.map(({ host }) => [host, onEndOf(host)]))
    try {
      for (const host of await loadHosts(leases, feeds, deps)) {
        const onEnd = ends.get(host.lease.host)
        ready.push(onEnd === undefined ? host : { ...host, onEnd })
      }
    } catch (error) {
      for (const onEnd of ends.values()) onEnd?.()
      throw error
    }
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
    releaseUntaken: async () => {
      const untaken = ready.splice(0)
      await deps.store.releaseHosts(untaken.map(({ lease }) => ({ lease, lastRequestAt: null })))
      for (const { onEnd } of untaken) onEnd?.()
    },
  }
}

/** Loads what the polls of these hosts need: sources, health of the last days, last request. */
async function loadHosts(
  leases: readonly HostLease[],
  feeds: readonly Feed[],
  { store, now }: SupplyDeps,
): Promise<LeasedHost[]> {
  const asked = await store.lastRequests(hostsOf(leases))
  const sources = new Map((await store.sourcesById(feeds.map((feed) => feed.source))).map((one) => [one.id, one]))
  const logins = await store.logins([...sources.keys()])
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
    const login = logins.get(feed.source) ?? null
    targets.push({ feed, source: sources.get(feed.source)!, days: days.get(feed.id)!, lease, login })
  }
  return hosts
}

const hostsOf = (leases: readonly HostLease[]) => leases.map((lease) => lease.host)
const claimOf = ({ owner, now }: SupplyDeps) => ({ owner, now: now(), until: now() + LEASE_MS })
