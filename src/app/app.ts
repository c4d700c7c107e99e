import { type DedupPolicy, policyOf } from '../core/dedup/policies.ts'
import type { DigestFormat } from '../core/digest/render-digest.ts'
import type { Digest } from '../core/domain/digest.ts'
import type { EngagementKind } from '../core/domain/interest.ts'
import type { Prepared } from '../core/domain/prepared.ts'
import type { SourceKind, Tier } from '../core/domain/source.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { OpmlReading } from '../core/opml/read-opml.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import type { PrepareRequest } from '../core/prepare.ts'
import { sinceInstant } from '../core/text/search-query.ts'
import { urlKey } from '../core/text/url-key.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { Fetcher } from '../io/fetch/create-fetcher.ts'
import type { fetchFeed } from '../io/fetch/fetch-feed.ts'
import type { timeoutsWithin } from '../io/fetch/limits.ts'
import type { PlannedFeed } from '../io/store/feeds.ts'
import type { Store } from '../io/store/open-store.ts'
import type { Clock } from '../io/system/clock.ts'
import { admissionWindow } from './admission-window.ts'
import { articleChores, finishChores, stepChores } from './article-chores.ts'
import { type DeliveryReport, type DeliveryWays, renderedText } from './deliver-digest.ts'
import { type Discovery, discover } from './discover.ts'
import { createEditions, type Edition } from './editions.ts'
import {
  explainArticle,
  explainStory,
  joinArticles,
  listStories,
  openToCorrection,
  splitArticle,
} from './explain-story.ts'
import { exportOpml, exportYaml } from './export-feeds.ts'
import { type FeedOverview, feedDetail, feedOverviews } from './feed-overview.ts'
import { findArticle, kindNamed, storyNamed } from './find-article.ts'
import { findFeed } from './find-feed.ts'
import { type ImportReport, importOpml, readSubscriptions } from './import-opml.ts'
import { type CrawlIngest, type IngestReport, ingestCrawl } from './ingest-crawl.ts'
import { keepHouse } from './keep-house.ts'
import { type ArticleWish, listArticles } from './list-articles.ts'
import { listEvents } from './list-events.ts'
import type { PollReport } from './poll-feed.ts'
import { type PollerParts, type PollSummary, pollFeeds } from './poll-feeds.ts'
import { currentProfile, forgetProfile, learn, standingOf } from './reader-profile.ts'
import { storyKeeper } from './refine-stories.ts'
import { renewPrints } from './renew-prints.ts'
import { replay } from './replay.ts'
import { rebuildSearch, type SearchRequest, type ShownHit, searchArticles } from './search-articles.ts'
import { serveSchedule } from './serve.ts'

/** The world, as the composition root hands it in. */
export interface AppParts {
  readonly loaded: LoadedSettings
  readonly store: Store
  readonly fetcher: Fetcher
  readonly fetchFeed: typeof fetchFeed
  readonly timeoutsWithin: typeof timeoutsWithin
  readonly prepare: (request: PrepareRequest) => Promise<Prepared>
  readonly prepareInThreads: (request: PrepareRequest) => Promise<Prepared>
  readonly clock: Clock
  readonly owner: string
  readonly policy: PollPolicy
  readonly deliver: DeliveryWays
  /** Given when somebody asks us to stop. */
  readonly stop: AbortSignal
}

/** What a person may say of a source when adding it. */
export interface SourceWish {
  readonly tab: string | null
  readonly category: string | null
  readonly name: string | null
  readonly tier: Tier | null
  readonly kind: SourceKind
}

const HOUR_MS = 3_600_000
const REFINE_MS = 180_000
const PUBLISH_MS = 30_000
const CHORE_MS = 1_000
/** A digest whose hour passed while nothing ran is made up, if that was not too long ago. */
const MISSED_MS = 24 * HOUR_MS

/** The one reader there is, until there are users. */
const FIRST_READER = 1

/** Below this many feeds a thread costs more than it saves. */
const FEW_FEEDS = 8

/** Which rules decide, as `dedup` in the settings says. */
export type DedupChoice = LoadedSettings['settings']['dedup']

function policyFor({ policy, ...thresholds }: DedupChoice): DedupPolicy {
  return policyOf(policy, thresholds)
}

export type App = ReturnType<typeof createApp>

/** Everything the product does, over one world. */
export function createApp(parts: AppParts) {
  const { store, clock, policy } = parts
  const { settings } = parts.loaded
  const fetchPage = (url: string) =>
    parts.fetcher.fetch(url, { timeouts: parts.timeoutsWithin(settings.fetch.once.timeout), signal: parts.stop })

  const dedupPolicy = policyFor(settings.dedup)
  const window = admissionWindow(dedupPolicy)
  const keeper = storyKeeper(store, dedupPolicy)
  const pollerParts = (mode: 'once' | 'daemon', many: boolean): PollerParts => ({
    store,
    window,
    owner: parts.owner,
    concurrency: settings.fetch.concurrency,
    manners: {
      perHost: settings.fetch.perHost,
      pauseMs: settings.fetch.hostPause,
      retriesMs: settings.fetch[mode].retries,
    },
    fetchFeed: (url, validators) => {
      const timeouts = parts.timeoutsWithin(settings.fetch[mode].timeout)
      return parts.fetchFeed(parts.fetcher, { url, validators, timeouts, signal: parts.stop })
    },
    prepare: many ? parts.prepareInThreads : parts.prepare,
    now: clock.now,
    sleep: (ms) => clock.sleep(ms, parts.stop),
    every: clock.every,
    stopped: () => parts.stop.aborted,
    policy,
  })
  const tabLanguage = (tab: string | null): string | null =>
    tab === null ? null : (settings.tabs[tab]?.language ?? /^(zh|en|ja)_/.exec(tab)?.[1] ?? null)
  const overviews = () => feedOverviews(store, clock.now(), policy)
  const readerTime = () => ({
    now: clock.now(),
    zone: settings.digest.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const reader = FIRST_READER
  const standing = standingOf(settings)
  const editions = createEditions({
    store,
    settings,
    standing,
    reader,
    zone: readerTime().zone,
    now: clock.now,
    feeds: overviews,
    settle: (now) => keeper.refine(now, 'whole'),
    ways: parts.deliver,
  })
  const correctable = async (wanted: string) => openToCorrection(await findArticle(store, wanted), clock.now())
  const chores = articleChores(dedupPolicy)
  const keptHouse = async () => {
    await renewPrints(store, dedupPolicy)
    return keepHouse(store, settings.dedup.retentionDays, clock.now(), () => parts.stop.aborted)
  }

  return {
    now: clock.now,
    zone: settings.digest.timezone ?? null,
    feeds: overviews,

    /** All that is stored, for a world small enough to be looked at whole. */
    everything: async () => ({
      feeds: await overviews(),
      articles: await store.articlePage({ limit: 1_000_000 }),
      events: await store.events(0, 1_000_000),
      memberships: await store.membershipsSince(0),
    }),

    feed: async (wanted: string) => feedDetail(store, findFeed(await overviews(), wanted), clock.now(), policy),

    /** The feeds a poll would touch; how many they are is also for the progress bar. */
    async pollPlan(names: readonly string[], all: boolean): Promise<readonly PlannedFeed[]> {
      if (names.length === 0) return store.plannedFeeds(all ? Number.MAX_SAFE_INTEGER : clock.now())
      const feeds = await overviews()
      return names.map((name) => polledFeed(findFeed(feeds, name)))
    },

    async poll(
      plan: readonly PlannedFeed[],
      chosen: boolean,
      onReport: (report: PollReport) => void,
    ): Promise<PollSummary> {
      const many = plan.length > FEW_FEEDS
      const summary = await pollFeeds({ feeds: chosen ? plan : null, onReport }, pollerParts('once', many))
      // A command polls once: what newcomers were compared with makes room for the stories.
      window.forget()
      await keeper.refine(clock.now(), 'touched')
      await stepChores(chores, store)
      return summary
    },

    /** Polls at the feeds' times, settles stories, makes digests at their hours and keeps house, until stopped. */
    serve: (
      onReport: (report: PollReport) => void,
      onEdition: (edition: Edition) => void,
      onTrouble: (words: string) => void,
      onAlert: (report: DeliveryReport) => void,
    ): Promise<void> => {
      const since = clock.now() - MISSED_MS
      const publish = async () => {
        for (const edition of await editions.publishDue(since, onTrouble)) onEdition(edition)
      }
      // Who tells a story is known once it is settled: an alert counts newsrooms.
      const settleAndAlert = async () => {
        await keeper.refine(clock.now(), 'touched')
        for (const report of await editions.alert()) onAlert(report)
      }
      return serveSchedule(pollerParts('daemon', true), onReport, [
        { everyMs: HOUR_MS, run: keptHouse },
        { everyMs: CHORE_MS, run: () => stepChores(chores, store) },
        { everyMs: REFINE_MS, run: settleAndAlert },
        { everyMs: PUBLISH_MS, run: publish },
      ])
    },

    listenAt: settings.server.listen,

    /** One pass of the daemon: what is due now. */
    pollDue: (onReport: (report: PollReport) => void) =>
      pollFeeds({ feeds: null, onReport }, pollerParts('daemon', true)),

    editions,

    rendered: (digest: Digest, format: DigestFormat) => renderedText(digest, format, parts.deliver),

    /** Learns from what the reader says of an article. */
    async engage(wanted: string, kind: EngagementKind) {
      const article = await findArticle(store, wanted)
      await learn(store, { reader, standing, article }, kind, clock.now())
      return article
    },

    profile: () => currentProfile(store, reader, standing, clock.now()),

    forgetProfile: () => forgetProfile(store, reader, standing, clock.now()),

    /** Settles the stories of the last days from all that is stored. */
    settleStories: () => keeper.refine(clock.now(), 'whole'),

    stories: ({ since, ...wish }: { limit: number; leastMembers: number; since: string | null }) =>
      listStories(store, { ...wish, since: since === null ? null : sinceInstant('--since', since, readerTime()) }),

    /** What a name means: an article or a feed by number, either by address, a story by the beginning of its name. */
    kindOf: async (wanted: string) => kindNamed(store, wanted, await overviews()),

    whyArticle: async (wanted: string) =>
      explainArticle(store, await findArticle(store, wanted), { feeds: await overviews(), reader }),

    async whyStory(wanted: string) {
      const story = await storyNamed(store, wanted)
      if (story === null) throw new UserError(`no story is called "${wanted}"; \`copytaster stories\` shows them`)
      return explainStory(store, story)
    },

    async split(wanted: string) {
      const article = await correctable(wanted)
      const from = await splitArticle(store, article, clock.now())
      await keeper.refine(clock.now(), 'whole')
      return { article, from }
    },

    async join(one: string, other: string) {
      const pair = [await correctable(one), await correctable(other)] as const
      const members = await joinArticles(store, ...pair, clock.now())
      await keeper.refine(clock.now(), 'whole')
      return { pair, members }
    },

    replay: (other: DedupChoice) => replay(store, [dedupPolicy, policyFor(other)]),

    nextDueAt: () => store.nextDueAt(),

    discover: (typed: string): Promise<Discovery> => discover(typed, fetchPage),

    async addFeed(url: string, wish: SourceWish) {
      const language = tabLanguage(wish.tab)
      const maxItems = (wish.tab === null ? undefined : settings.tabs[wish.tab]?.maxItemsPerFeed) ?? 20
      const position = 1 + Math.max(0, ...(await store.sources()).map((source) => source.position))
      return store.addSource({ url, ...wish, owner: null, language, maxItems, position }, clock.now())
    },

    readSubscriptions,

    importFeeds: (reading: OpmlReading, onStored: (done: number) => void): Promise<ImportReport> => {
      const { tabs } = settings
      return importOpml(reading, {
        store,
        now: clock.now(),
        tabs,
        tabLanguage,
        stopped: () => parts.stop.aborted,
        onStored,
      })
    },

    exportFeeds: (form: 'opml' | 'yaml'): Promise<string> =>
      form === 'yaml' ? exportYaml(store, settings.tabs) : exportOpml(store, settings.tabs, clock.now()),

    articles: (wish: ArticleWish) => listArticles(wish, store, overviews, { ...readerTime(), reader }),

    search: (request: SearchRequest, onIndexed: (done: number) => void): Promise<ShownHit[]> =>
      searchArticles(request, readerTime(), store, onIndexed),

    rebuildSearch: (onIndexed: (done: number) => void) => rebuildSearch(store, onIndexed),

    events: (after: number | null, limit: number) => listEvents(store, after, limit),

    async prune() {
      await finishChores(chores, store, () => parts.stop.aborted)
      return keptHouse()
    },

    ingestCrawl: ({ tab, ...request }: Omit<CrawlIngest, 'language'>): Promise<IngestReport> =>
      ingestCrawl({ ...request, tab, language: tabLanguage(tab) }, { store, window, now: clock.now, policy }),

    async removeFeed(wanted: string): Promise<FeedOverview> {
      const one = findFeed(await overviews(), wanted)
      if (one.source.origin === 'file') {
        const line = parts.loaded.sourceLines.get(urlKey(one.source.url) ?? '')
        throw new UserError(`${one.name} is a source of ${parts.loaded.file}: remove line ${line ?? '?'} there instead`)
      }
      await store.retireSource(one.source.id, clock.now())
      return one
    },
  }
}

function polledFeed({ feed, source, name }: FeedOverview): PlannedFeed {
  if (source.origin !== 'crawl') return { id: feed.id, host: feed.host, url: source.url }
  throw new UserError(`${name} is read from crawls, there is nothing to poll: use \`copytaster crawl ingest\``)
}
