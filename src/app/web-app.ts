import type { EngagementKind } from '../core/domain/interest.ts'
import { FIRST_READER, type Reader } from '../core/domain/reader.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import { createStoredDigests, type DigestArchive } from './digest-archive.ts'
import type { discover } from './discover.ts'
import type { CallEngine } from './engine-calls.ts'
import { createFeeds, type Feeds } from './feeds.ts'
import { createFirstLogin, type FirstLogin } from './first-login.ts'
import { createFrontPage } from './front-page.ts'
import type { Images } from './images.ts'
import { createListSnapshots } from './list-snapshots.ts'
import { createLiveEvents, type LiveEvents } from './live-events.ts'
import type { ComposeMail } from './messages.ts'
import { learn, standingOf } from './reader-profile.ts'
import { readerStore } from './reader-store.ts'
import { createReaders, type Readers } from './readers.ts'
import { createSessions, type Sessions, type SessionsDeps } from './sessions.ts'
import { createWebArticles, type WebArticles } from './web-articles.ts'
import { createWebFeeds, type WebFeeds } from './web-feeds.ts'
import { createWebInterests, type WebInterests } from './web-interests.ts'
import { createWebRules, type WebRules } from './web-rules.ts'
import { createWebSearches, type WebSearches } from './web-searches.ts'
import { createWebStories, type WebStories } from './web-stories.ts'
import { createWebSubscriptions, type WebSubscriptions } from './web-subscriptions.ts'
import { createWebTabs, type WebTabs } from './web-tabs.ts'

/** What one reader sees and does through the server, by noun. */
export interface ReaderWeb {
  readonly articles: WebArticles
  readonly stories: WebStories
  readonly feeds: Feeds
  readonly subscriptions: WebSubscriptions
  readonly followed: WebFeeds
  readonly tabs: WebTabs
  readonly searches: WebSearches
  readonly rules: WebRules
  readonly interests: WebInterests
  readonly digests: DigestArchive
  readonly readers: Readers
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
  const fronts = new Map<number, DigestArchive['current']>()

  /** Held, because each holds the digest of this moment. */
  function frontOf(reader: number): DigestArchive['current'] {
    const front = fronts.get(reader) ?? createFrontPage({ ask: () => callEngine({ name: 'today', reader }), now })
    fronts.set(reader, front)
    return front
  }
  function forReader(account: Reader): ReaderWeb {
    const { id: reader } = account
    const own = storeOf(reader)
    const { imageOf } = deps.images
    const feeds = createFeeds({ ...deps, store: own, reader, stopped: () => false })
    const standing = standingOf(loaded.settings)
    const tabs = createWebTabs({ ...deps, store: own, reader })
    const learned = (article: StoredArticle, kind: EngagementKind, at: number) =>
      learn(own, { reader, standing, article }, kind, at)
    const articles = createWebArticles({
      store: own,
      reader,
      imageOf,
      now,
      snapshots,
      learn: learned,
      onChange: live.wake,
    })
    const searches = createWebSearches({ ...deps, store: own, reader, imageOf, zone, snapshots, tabs })
    return {
      articles,
      stories: createWebStories({ store: own, reader, imageOf, now, callEngine, markRead: articles.markRead }),
      feeds,
      subscriptions: createWebSubscriptions({ ...deps, store: own, reader: account, requireTab: tabs.require }),
      tabs,
      searches,
      interests: createWebInterests({ store: own, reader, standing, now }),
      rules: createWebRules({ ...deps, store: own, reader, imageOf, check: searches.check }),
      followed: createWebFeeds({ ...deps, store: own, reader }),
      digests: {
        ...createStoredDigests({ store: own, reader, composeMail: deps.composeMail }),
        current: frontOf(reader),
      },
      readers: createReaders({ ...deps, store: own, reader, standing }),
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
    isReady: async () => (await store.readers()).some(({ id }) => id === FIRST_READER),
  }
}
