import type { Prepared } from '../core/domain/prepared.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import type { PrepareRequest } from '../core/prepare.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { NamedChannel } from '../io/deliver/channel.ts'
import type { Fetcher } from '../io/fetch/create-fetcher.ts'
import type { fetchFeed } from '../io/fetch/fetch-feed.ts'
import type { RunJobs } from '../io/jobs/jobs.ts'
import type { Store } from '../io/store/open-store.ts'
import type { Clock } from '../io/system/clock.ts'
import { articleChores, finishChores, stepChores } from './article-chores.ts'
import { type Articles, createArticles } from './articles.ts'
import { type DaemonListener, runDaemon } from './daemon.ts'
import { nextDigestClock } from './digest-schedule.ts'
import { createDigests, type Digests } from './digests.ts'
import { dumpStore, type StoreDump } from './dump-store.ts'
import { createFeeds, type Feeds } from './feeds.ts'
import { kindNamed, type NamedKind } from './find-article.ts'
import type { ComposeMail } from './messages.ts'
import type { PollerDeps } from './poll-feeds.ts'
import { createPolls, type Polls } from './polls.ts'
import { type Pruned, prune } from './prune.ts'
import { standingOf } from './reader-profile.ts'
import { createReaders, type Readers } from './readers.ts'
import { createRecentCache, type RecentCache } from './recent-cache.ts'
import { createStoryKeeper, IDLE_KEEPER } from './refine-stories.ts'
import { renewPrints } from './renew-prints.ts'
import { storeAsOf } from './store-as-of.ts'
import { createStories, dedupPolicy, type Stories } from './stories.ts'

/** Everything outside the program, as the composition root opens it. */
export interface AppDeps {
  readonly loaded: LoadedSettings
  readonly store: Store
  readonly fetcher: Fetcher
  readonly fetchFeed: typeof fetchFeed
  readonly prepare: (request: PrepareRequest) => Promise<Prepared>
  readonly prepareInThreads: (request: PrepareRequest) => Promise<Prepared>
  readonly clock: Clock
  readonly runJobs: RunJobs
  /** Names this process among those that share the store. */
  readonly owner: string
  readonly policy: PollPolicy
  readonly channels: readonly NamedChannel[]
  readonly composeMail: ComposeMail
  /** Aborted when the process is asked to stop. */
  readonly stop: AbortSignal
  /** The past moment to look at; null for now. */
  readonly at?: number | null
}

/** Everything the product does, by noun: a command or a route takes the nouns it needs. */
export interface App {
  readonly feeds: Feeds
  readonly polls: Polls
  readonly articles: Articles
  readonly stories: Stories
  readonly digests: Digests
  readonly readers: Readers
  readonly now: () => number
  /** The time zone of the settings; null for the machine's. */
  readonly zone: string | null
  readonly listenAt: string
  /** Whether a name is an article's, a story's or a feed's. */
  readonly kindOf: (wanted: string) => Promise<NamedKind>
  /** All that is stored, for a store small enough to print whole. */
  readonly dump: () => Promise<StoreDump>
  readonly prune: () => Promise<Pruned>
  /** Runs until the process is stopped. */
  readonly serve: (listener: DaemonListener) => Promise<void>
}

/** The only reader, until there are user accounts. */
const FIRST_READER = 1

/** Puts the nouns together over one store, clock and network. */
export function createApp(deps: AppDeps): App {
  const { policy, loaded, clock, at = null } = deps
  const { settings } = loaded
  const store = at === null ? deps.store : storeAsOf(deps.store, at)
  const now = at === null ? clock.now : () => at
  const stopped = () => deps.stop.aborted
  const zone = settings.digest.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const readerTime = () => ({ now: now(), zone })
  const rules = dedupPolicy(settings.dedup)
  const recentCache = createRecentCache(rules)
  const keeper = at === null ? createStoryKeeper(store, rules) : IDLE_KEEPER
  const reader = { store, reader: FIRST_READER, standing: standingOf(settings), now }
  const feeds = createFeeds({ store, loaded, policy, now, stopped, fetchPage: pageFetcher(deps) })
  const pollerDeps = pollerDepsOf(deps, recentCache, nextDigestClock(settings.digest.schedule, zone))
  const refineStories = (at: number) => keeper.refine(at, 'whole')
  const refineTouched = (at: number) => keeper.refine(at, 'touched')
  const digests = createDigests({ ...deps, ...reader, settings, zone, feeds: feeds.list, refineStories, refineTouched })
  const chores = articleChores(rules)
  const renewSome = () => stepChores(chores, store)
  const pruneStore = async () => {
    await renewPrints(store, rules)
    return prune(store, settings.dedup.retentionDays, now(), stopped)
  }
  return {
    feeds,
    polls: createPolls({ pollerDeps, feeds: feeds.list, stories: keeper, renewSome }),
    articles: createArticles({ ...reader, tabs: settings.tabs, readerTime, feeds: feeds.list, recentCache, policy }),
    stories: createStories({ store, policy: rules, keeper, readerTime, now }),
    digests,
    readers: createReaders(reader),
    now,
    zone: settings.digest.timezone ?? null,
    listenAt: settings.server.listen,
    kindOf: async (wanted) => kindNamed(store, wanted, await feeds.list()),
    dump: async () => dumpStore(store, await feeds.list()),
    prune: async () => {
      await finishChores(chores, store, stopped)
      return pruneStore()
    },
    serve: (listener) =>
      runDaemon(
        { ...deps, pollerDeps: pollerDeps('daemon', true), stories: keeper, digests, prune: pruneStore, renewSome },
        listener,
      ),
  }
}

const pageFetcher =
  ({ fetcher, loaded, stop }: AppDeps) =>
  (url: string) =>
    fetcher.fetch(url, { timeoutMs: loaded.settings.fetch.once.timeout, signal: stop })

/** What polling needs, for a command that polls once or for the daemon. */
function pollerDepsOf(deps: AppDeps, recentCache: RecentCache, nextDigestAt: PollerDeps['nextDigestAt']) {
  const { store, clock, policy, owner, stop } = deps
  const { fetch } = deps.loaded.settings
  return (mode: 'once' | 'daemon', many: boolean): PollerDeps => ({
    store,
    recentCache,
    owner,
    concurrency: fetch.concurrency,
    manners: { perHost: fetch.perHost, pauseMs: fetch.hostPause, retriesMs: fetch[mode].retries },
    fetchFeed: (url, validators) =>
      deps.fetchFeed(deps.fetcher, { url, validators, timeoutMs: fetch[mode].timeout, signal: stop }),
    prepare: many ? deps.prepareInThreads : deps.prepare,
    now: clock.now,
    sleep: (ms) => clock.sleep(ms, stop),
    every: clock.every,
    stopped: () => stop.aborted,
    policy,
    nextDigestAt,
  })
}
