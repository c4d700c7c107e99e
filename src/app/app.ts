import type { DedupPolicy } from '../core/dedup/policies.ts'
import type { NotAFeed } from '../core/domain/feed-document.ts'
import type { Prepared, WaitingFeed } from '../core/domain/prepared.ts'
import { FIRST_READER, type Reader } from '../core/domain/reader.ts'
import { DEFAULT_SETTINGS, type ReaderSettings } from '../core/domain/reader-settings.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import type { PrepareRequest } from '../core/prepare.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { NamedChannel } from '../io/deliver/channel.ts'
import type { Fetcher } from '../io/fetch/create-fetcher.ts'
import type { fetchFeed } from '../io/fetch/fetch-feed.ts'
import type { Cluster } from '../io/jobs/cluster.ts'
import type { RunJobs } from '../io/jobs/jobs.ts'
import type { Store } from '../io/store/open-store.ts'
import type { Clock } from '../io/system/clock.ts'
import { createPollAdmitter } from './admit-poll.ts'
import { articleChores, finishChores, stepChores } from './article-chores.ts'
import { type Articles, createArticles } from './articles.ts'
import { type DaemonListener, runDaemon } from './daemon.ts'
import { nextDigestClock, readerSchedule } from './digest-schedule.ts'
import { createDigests, type Digests } from './digests.ts'
import { dumpStore, type StoreDump } from './dump-store.ts'
import { feedOverviews } from './feed-overview.ts'
import { createFeeds, type Feeds } from './feeds.ts'
import { kindNamed, type NamedKind } from './find-article.ts'
import { type FollowRulesDeps, followRules } from './follow-rules.ts'
import { createFullTexts, type FullTextDeps, type FullTexts } from './full-texts.ts'
import { createJobs, type Jobs } from './jobs.ts'
import type { ComposeMail } from './messages.ts'
import { parseSearch } from './parse-search.ts'
import type { PollerDeps } from './poll-feeds.ts'
import { createPolls, type Polls } from './polls.ts'
import { type Pruned, prune } from './prune.ts'
import { digestsOfAll } from './reader-digests.ts'
import { standingOf } from './reader-profile.ts'
import { readerStore } from './reader-store.ts'
import { createReaders, type Readers, servedReaders } from './readers.ts'
import { createRecentCache, type RecentCache } from './recent-cache.ts'
import { createStoryKeeper, IDLE_KEEPER, type StoryKeeper } from './refine-stories.ts'
import { renewPrints } from './renew-prints.ts'
import { createRobotsCache } from './robots-cache.ts'
import { createSharedAdmission } from './shared-admission.ts'
import { type MeasureStage, unmeasured } from './stages.ts'
import { standBy } from './stand-by.ts'
import { storeAsOf } from './store-as-of.ts'
import { LONG_TRANSACTIONS, SHORT_TRANSACTIONS } from './store-parts.ts'
import { createStories, dedupPolicy, type Stories } from './stories.ts'
import type { Slicer } from './time-slices.ts'

/** Everything outside the program, as the composition root opens it. */
export interface AppDeps {
  readonly loaded: LoadedSettings
  readonly store: Store
  readonly fetcher: Fetcher
  readonly fetchFeed: typeof fetchFeed
  readonly prepare: (request: PrepareRequest) => Promise<Prepared>
  readonly prepareInThreads: (request: PrepareRequest) => Promise<WaitingFeed | NotAFeed>
  /** Gives memory back that a long pass took, before its stories are refined. */
  readonly freeAfterPolls?: () => Promise<void>
  /** How the pages of articles are fetched and read. */
  readonly pages: Pick<FullTextDeps, 'fetch' | 'read' | 'userAgent'>
  readonly clock: Clock
  readonly runJobs: RunJobs
  /** The other processes that share the store; none unless given. */
  readonly cluster?: OtherProcesses | undefined
  /** Names this process among those that share the store. */
  readonly owner: string
  readonly policy: PollPolicy
  readonly channels: readonly NamedChannel[]
  readonly composeMail: ComposeMail
  /** Yields to the event loop during long work, unless another is given. */
  readonly slicer?: Slicer
  /** Aborted when the process is asked to stop. */
  readonly stop: AbortSignal
  readonly measure?: MeasureStage
  /** The channels to a mail address of a reader's own. */
  readonly channelsTo?: (email: string) => readonly NamedChannel[]
  readonly hashPassword: (password: string) => Promise<string>
  /** Who asks; the first reader unless given. */
  readonly reader?: Reader | undefined
  /** The past moment to look at; null for now. */
  readonly at?: number | null
}

/** The processes that share a store, as far as the app knows them. */
export interface OtherProcesses extends Pick<Cluster, 'hosts' | 'leads' | 'standsBy'> {
  /** How to wait for them; by the clock of the app unless given. */
  readonly sleep?: Clock['sleep']
}

/** What one reader sees and does, by noun. */
export interface ReaderApp {
  readonly feeds: Feeds
  readonly articles: Articles
  readonly stories: Stories
  readonly digests: Digests
  readonly readers: Readers
  /** Whether a name is an article's, a story's or a feed's. */
  readonly kindOf: (wanted: string) => Promise<NamedKind>
}

/** Everything the product does, by noun, as the reader who asks: a command or a route takes the nouns it needs. */
export interface App extends ReaderApp {
  /** The same for any reader. */
  readonly forReader: (reader: Reader) => ReaderApp
  readonly polls: Polls
  readonly jobs: Jobs
  readonly now: () => number
  /** The time zone of the settings; null for the machine's. */
  readonly zone: string | null
  readonly listenAt: string
  /** All that is stored, for a store small enough to print whole. */
  readonly dump: () => Promise<StoreDump>
  readonly prune: () => Promise<Pruned>
  /** Compares the rules of a reader, or of all, with the articles that they were not compared with. */
  readonly followRules: (reader: number | null) => Promise<void>
  /** Runs until the process is stopped. */
  readonly serve: (listener: DaemonListener) => Promise<void>
}

/** Puts the nouns together over one store, clock and network. */
export function createApp(deps: AppDeps): App {
  const { policy, loaded, clock, at = null } = deps
  const { settings } = loaded
  const store = at === null ? deps.store : storeAsOf(deps.store, at)
  const now = at === null ? clock.now : () => at
  const stopped = () => deps.stop.aborted
  const zone = settings.digest.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const rules = dedupPolicy(settings.dedup)
  const recentCache = createRecentCache(rules, deps.slicer)
  const keeper = at === null ? createStoryKeeper(store, rules, deps.slicer) : IDLE_KEEPER
  const fullTexts = createFullTexts(fullTextDeps(deps))
  const shared: SharedDeps = { ...deps, store, now, zone, rules, recentCache, keeper, fullTexts }
  const forReader = (one: Reader) =>
    createReaderApp(shared, { reader: one.id, channels: channelsOf(one, deps), own: one.settings })
  const first = () => createReaderApp(shared, { reader: FIRST_READER, channels: deps.channels, own: DEFAULT_SETTINGS })
  const own = deps.reader === undefined ? first() : forReader(deps.reader)
  const pollerDeps = pollerDepsOf(deps, recentCache, nextDigestClock(settings.digest.schedule, zone))
  const daemonDeps = sharing(pollerDeps('daemon', true), deps)
  const chores = articleChores(rules)
  const renewSome = () => stepChores(chores, store)
  const pruneStore = async () => {
    await renewPrints(store, rules)
    return prune(store, settings.dedup.retentionDays, now(), stopped)
  }
  return {
    ...own,
    forReader,
    followRules: (reader) => followRules(reader, ruleDeps(shared)),
    jobs: createJobs(store),
    polls: createPolls({
      pollerDeps,
      daemonDeps,
      feeds: own.feeds.list,
      stories: keeper,
      renewSome,
      freeMemory: deps.freeAfterPolls,
    }),
    now,
    zone: settings.digest.timezone ?? null,
    listenAt: settings.server.listen,
    dump: async () => dumpStore(store, await feedOverviews(store, now(), policy)),
    prune: async () => {
      await finishChores(chores, store, stopped)
      return pruneStore()
    },
    serve: (listener) => {
      const digests = digestsOfAll(() => servedReaders(store, now()), forReader)
      return runDaemon(
        {
          ...deps,
          hostJobs: deps.cluster?.hosts,
          pollerDeps: daemonDeps,
          stories: keeper,
          digests,
          prune: pruneStore,
          renewSome,
          fetchPages: fullTexts.fetchWaiting,
          followRules: () => followRules(null, ruleDeps(shared)),
        },
        listener,
      )
    },
  }
}

/** The same where one of several processes admits for all. */
function sharing(pollerDeps: PollerDeps, { cluster, store, owner, clock }: AppDeps): PollerDeps {
  if (cluster === undefined) return pollerDeps
  const { now } = clock
  const { leads, standsBy, sleep = clock.sleep } = cluster
  const admitHere = createPollAdmitter(pollerDeps, sleep)
  const keepReady = () => standBy({ ...pollerDeps, leads, standsBy })
  const shared = createSharedAdmission({ store, owner, leads, admitHere, standBy: keepReady, now, sleep })
  return { ...pollerDeps, shared }
}

/** The first reader's channels are those of the settings; others get mail at their own address. */
function channelsOf({ id, email }: Reader, { channels, channelsTo }: AppDeps): readonly NamedChannel[] {
  if (id === FIRST_READER) return channels
  return email === null || channelsTo === undefined ? [] : channelsTo(email)
}

/** What the nouns of all readers share. */
interface SharedDeps extends Omit<AppDeps, 'reader'> {
  readonly now: () => number
  readonly zone: string
  readonly rules: DedupPolicy
  readonly recentCache: RecentCache
  readonly keeper: StoryKeeper
  readonly fullTexts: FullTexts
}

/** One reader among those of a server. */
interface OneReader {
  readonly reader: number
  readonly channels: readonly NamedChannel[]
  /** What they chose for themselves. */
  readonly own: ReaderSettings
}

function createReaderApp(shared: SharedDeps, { own: chosen, ...own }: OneReader): ReaderApp {
  const { loaded, policy, now, rules, recentCache, keeper, fullTexts, at = null } = shared
  const zone = chosen.zone ?? shared.zone
  const { schedule, types } = readerSchedule(loaded.settings.digest.schedule, chosen.digestHours)
  const settings = { ...loaded.settings, digest: { ...loaded.settings.digest, schedule } }
  const store = readerStore(shared.store, own.reader)
  const readerTime = () => ({ now: now(), zone })
  const stopped = () => shared.stop.aborted
  const deps = { ...shared, ...own, store, settings, zone, types, standing: standingOf(settings) }
  const feeds = createFeeds({ ...own, store, loaded, policy, now, stopped, fetchPage: pageFetcher(shared) })
  // What is new is muted before a digest shows it.
  const refine = async (at: number, extent: 'whole' | 'touched') => {
    await keeper.refine(at, extent)
    await followRules(own.reader, ruleDeps(shared))
  }
  const refineStories = (at: number) => refine(at, 'whole')
  const refineTouched = (at: number) => refine(at, 'touched')
  return {
    feeds,
    articles: createArticles({
      ...deps,
      tabs: settings.tabs,
      readerTime,
      feeds: feeds.list,
      recentCache,
      policy,
      fetchFullText: at === null ? fullTexts.fetch : null,
    }),
    stories: createStories({ ...own, store, policy: rules, keeper, readerTime, now }),
    digests: createDigests({
      ...deps,
      feeds: feeds.list,
      isMailed: chosen.digestMail,
      languages: chosen.languages,
      refineStories,
      refineTouched,
      parseSearch: (line) => ruleDeps(shared).parse(own.reader, line),
    }),
    readers: createReaders(deps),
    kindOf: async (wanted) => kindNamed(store, wanted, await feeds.list()),
  }
}

/** Rules are followed over the whole store, and mean what their readers mean. */
function ruleDeps(shared: SharedDeps): FollowRulesDeps {
  const { store, now, stop, loaded, zone } = shared
  const { tabs } = loaded.settings
  return {
    store,
    now,
    stopped: () => stop.aborted,
    parse: (reader, line) => parseSearch(line, { store: readerStore(store, reader), reader, tabs, now: now(), zone }),
  }
}

/** Pages are fetched under the same leases and pauses as feeds. */
function fullTextDeps({ pages, store, clock, owner, stop, loaded }: AppDeps): FullTextDeps {
  return {
    ...pages,
    store,
    owner,
    robots: createRobotsCache(clock.now),
    pauseMs: loaded.settings.fetch.hostPause,
    now: clock.now,
    every: clock.every,
    elapsed: clock.elapsed,
    sleep: (ms) => clock.sleep(ms, stop),
    stopped: () => stop.aborted,
  }
}

const pageFetcher =
  ({ fetcher, loaded, stop }: AppDeps) =>
  (url: string) =>
    fetcher.fetch(url, { timeoutMs: loaded.settings.fetch.once.timeout, signal: stop })

/** What polling needs, for a command that polls once or for the daemon. */
function pollerDepsOf(deps: AppDeps, recentCache: RecentCache, nextDigestAt: PollerDeps['nextDigestAt']) {
  const { store, clock, policy, owner, stop, measure = unmeasured } = deps
  const { fetch } = deps.loaded.settings
  return (mode: 'once' | 'daemon', many: boolean): PollerDeps => ({
    store,
    recentCache,
    owner,
    concurrency: fetch.concurrency,
    manners: { perHost: fetch.perHost, pauseMs: fetch.hostPause, retriesMs: fetch[mode].retries },
    fetchFeed: (url, validators) =>
      deps.fetchFeed(deps.fetcher, { url, validators, timeoutMs: fetch[mode].timeout, signal: stop }),
    prepare: (request) => measure('parse', () => (many ? deps.prepareInThreads : deps.prepare)(request)),
    measure,
    now: clock.now,
    sleep: (ms) => clock.sleep(ms, stop),
    every: clock.every,
    elapsed: clock.elapsed,
    stopped: () => stop.aborted,
    policy,
    nextDigestAt,
    transactions: mode === 'once' ? LONG_TRANSACTIONS : SHORT_TRANSACTIONS,
    ...(deps.slicer && { slicer: deps.slicer }),
  })
}
