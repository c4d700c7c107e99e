import type { EngagementKind } from '../core/domain/interest.ts'
import type { Pack } from '../core/domain/pack.ts'
import { FIRST_READER, type Reader } from '../core/domain/reader.ts'
import type { DigestChannel } from '../core/domain/rule.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import { createStoredDigests, type DigestArchive } from './digest-archive.ts'
import type { discover } from './discover.ts'
import type { CallEngine } from './engine-calls.ts'
import { createFeeds, type Feeds } from './feeds.ts'
import { createFirstLogin, type FirstLogin } from './first-login.ts'
import { createFrontPages } from './front-page.ts'
import type { Images } from './images.ts'
import { createListSnapshots } from './list-snapshots.ts'
import { createLiveEvents, type LiveEvents } from './live-events.ts'
import type { ComposeMail } from './messages.ts'
import { learn, standingOf } from './reader-profile.ts'
import { readerStore } from './reader-store.ts'
import { createReaders, type Readers } from './readers.ts'
import { createSessions, type Sessions, type SessionsDeps } from './sessions.ts'
import { createWebAdvice, type MachineProbes, type WebAdvice } from './web-advice.ts'
import { createWebArticles, type WebArticles } from './web-articles.ts'
import { createWebDeliveries, type WebDeliveries } from './web-deliveries.ts'
import { createWebFeeds, type WebFeeds } from './web-feeds.ts'
import { createWebInterests, type WebInterests } from './web-interests.ts'
import { createWebJobs, type WebJobs } from './web-jobs.ts'
import { createWebPacks, type WebPacks } from './web-packs.ts'
import { createWebRules, type WebRules } from './web-rules.ts'
import { createWebSearches, type WebSearches } from './web-searches.ts'
import { type ProgramFacts, type ServerOverview, serverOverview } from './web-server.ts'
import { createWebSettings, type WebSettings } from './web-settings.ts'
import { createWebStories, type WebStories } from './web-stories.ts'
import { createWebSubscriptions, type WebSubscriptions } from './web-subscriptions.ts'
import { createWebTabs, type WebTabs } from './web-tabs.ts'
import { createWebToday, type WebToday } from './web-today.ts'
import { createWebVisits, type WebVisits } from './web-visits.ts'

/** What one reader sees and does through the server, by noun. */
export interface ReaderWeb {
  readonly articles: WebArticles
  readonly stories: WebStories
  readonly feeds: Feeds
  readonly subscriptions: WebSubscriptions
  readonly followed: WebFeeds
  readonly advice: WebAdvice
  readonly tabs: WebTabs
  readonly packs: WebPacks
  readonly searches: WebSearches
  readonly rules: WebRules
  readonly interests: WebInterests
  readonly digests: DigestArchive
  readonly deliveries: WebDeliveries
  readonly readers: Readers
  readonly visits: WebVisits
  readonly today: WebToday
  readonly settings: WebSettings
}

/** Everything the server does. */
export interface WebApp {
  readonly sessions: Sessions
  readonly firstLogin: FirstLogin
  readonly images: Images
  readonly readers: () => Promise<readonly Reader[]>
  readonly forReader: (reader: Reader) => ReaderWeb
  readonly callEngine: CallEngine
  readonly live: LiveEvents
  readonly now: () => number
  /** The time zone of readers who chose none. */
  readonly zone: string
  /** For administrators. */
  readonly server: () => Promise<ServerOverview>
  /** For administrators. */
  readonly jobs: WebJobs
  /** Whether all of it is invented. */
  readonly isDemo: boolean
  /** Whether the database answers. */
  readonly isReady: () => Promise<boolean>
}

/** What the server's app is made of. */
export interface WebAppDeps extends Omit<SessionsDeps, 'store'> {
  readonly store: Store
  readonly loaded: LoadedSettings
  readonly policy: PollPolicy
  readonly callEngine: CallEngine
  readonly fetchPage: Parameters<typeof discover>[1]
  readonly hashPassword: (password: string) => Promise<string>
  readonly composeMail: ComposeMail
  readonly images: Images
  /** Whether all of it is invented; false unless given. */
  readonly isDemo?: boolean
  readonly machine: MachineProbes
  readonly program: ProgramFacts
  /** The starter packs that come with the program. */
  readonly packs: () => Promise<readonly Pack[]>
}

/** The channels of the settings are the first reader's; others get mail at their own address. */
function channelNames({ id, email }: Reader, delivery: Settings['delivery']): DigestChannel[] {
  const configured = (Object.keys(delivery) as DigestChannel[]).filter((name) => delivery[name] !== undefined)
  if (id === FIRST_READER) return configured
  return configured.filter((name) => name === 'email' && email !== null)
}

export function createWebApp(deps: WebAppDeps): WebApp {
  const { store, loaded, now, callEngine, newSecret } = deps
  const snapshots = createListSnapshots(now, newSecret)
  const views = new Map<number, Store>()

  /** Held, because making one takes longer than what many requests ask of it. */
  function storeOf(reader: number): Store {
    const view = views.get(reader) ?? readerStore(store, reader)
    views.set(reader, view)
    return view
  }
  const live = createLiveEvents({ store, storeOf })
  const zone = loaded.settings.digest.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const frontOf = createFrontPages({ callEngine, now })
  const ofReaders = new WeakMap<Reader, ReaderWeb>()

  /** Held for a request, which asks for it several times: reading who asked makes another account. */
  function forReader(account: Reader): ReaderWeb {
    const own = ofReaders.get(account) ?? newReaderWeb(account)
    ofReaders.set(account, own)
    return own
  }
  function newReaderWeb(account: Reader): ReaderWeb {
    const { id: reader, settings: chosen } = account
    const own = storeOf(reader)
    const { imageOf } = deps.images
    const feeds = createFeeds({ ...deps, store: own, reader, stopped: () => false })
    const standing = standingOf(loaded.settings)
    const tabs = createWebTabs({ ...deps, store: own, reader })
    const learned = (article: StoredArticle, kind: EngagementKind, at: number) =>
      learn(own, { reader, standing, article }, kind, at)
    const front = frontOf(reader)
    const visits = createWebVisits({ store: own, reader, now })
    const articles = createWebArticles({
      store: own,
      reader,
      imageOf,
      now,
      snapshots,
      learn: learned,
      callEngine,
      onChange: live.wake,
    })
    const searches = createWebSearches({
      ...deps,
      store: own,
      reader,
      imageOf,
      zone: chosen.zone ?? zone,
      snapshots,
      tabs,
      channels: channelNames(account, loaded.settings.delivery),
    })
    return {
      articles,
      stories: createWebStories({ store: own, reader, imageOf, now, callEngine, markRead: articles.markRead }),
      feeds,
      subscriptions: createWebSubscriptions({ ...deps, store: own, reader: account, requireTab: tabs.require }),
      tabs,
      packs: createWebPacks({ ...deps, store: own, reader, tabs }),
      searches,
      interests: createWebInterests({ store: own, reader, standing, now }),
      rules: createWebRules({ ...deps, store: own, reader, imageOf, check: searches.check }),
      followed: createWebFeeds({ ...deps, store: own, reader }),
      advice: createWebAdvice({ ...deps, store: own, reader: account, zone }),
      digests: {
        ...createStoredDigests({ store: own, reader, composeMail: deps.composeMail }),
        current: front.current,
      },
      deliveries: createWebDeliveries({ store: own, reader, callEngine, now }),
      readers: createReaders({ ...deps, store: own, reader, standing }),
      visits,
      today: createWebToday({ store: own, reader, now, articles, visits, ...front }),
      settings: createWebSettings({ store: own, reader }),
    }
  }
  return {
    sessions: createSessions(deps),
    firstLogin: createFirstLogin(deps),
    images: deps.images,
    readers: () => store.readers(),
    forReader,
    callEngine,
    live,
    now,
    zone,
    server: () =>
      serverOverview({ store, program: deps.program, schedule: loaded.settings.digest.schedule, zone, now }),
    jobs: createWebJobs(store),
    isDemo: deps.isDemo ?? false,
    isReady: async () => (await store.readers()).some(({ id }) => id === FIRST_READER),
  }
}
