import type { SourceKind, Tier } from '../core/domain/source.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { ParsedOpml } from '../core/opml/read-opml.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import { languageOfTab } from '../core/text/language-of-tab.ts'
import { urlKey } from '../core/text/url-key.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { AddedSource } from '../io/store/add-sources.ts'
import type { Store } from '../io/store/open-store.ts'
import type { Discovery, discover } from './discover.ts'
import { type ExportedFeeds, exportOpml, exportYaml } from './export-feeds.ts'
import {
  type FeedDetail,
  type FeedOverview,
  feedDetail,
  feedOverviews,
  hiddenFeeds,
  wantedSources,
} from './feed-overview.ts'
import { findFeed } from './find-feed.ts'
import type { ImportReport, OpmlFile } from './import-opml.ts'
import { listEvents, type NamedEvent } from './list-events.ts'
import { tabForSource, tabsOf } from './tabs.ts'

/** What a user may say about a source when adding it. */
export interface SourceOptions {
  readonly tab: string | null
  readonly category: string | null
  readonly name: string | null
  readonly tier: Tier | null
  readonly kind: SourceKind
  /** Its articles are compared with those of no other feed, and nobody else follows it with it. */
  readonly private?: boolean
  /** The pages of its new articles are fetched for their full text. */
  readonly fullText?: boolean
}

/** Sources and their feeds: list, add, remove, import, export, discover. */
export interface Feeds {
  readonly list: () => Promise<FeedOverview[]>
  /** How many `list` gives; their health and schedules, which take seconds for a hundred thousand, are not read. */
  readonly count: () => Promise<number>
  /** One feed with its last polls, by number, address or name. */
  readonly detail: (wanted: string) => Promise<FeedDetail>
  /** After the given time no further candidate is fetched. */
  readonly discover: (typed: string, withinMs?: number) => Promise<Discovery>
  /** `title` is the feed's own, shown until it is polled. */
  readonly add: (url: string, options: SourceOptions, title?: string | null) => Promise<AddedSource>
  /** The key of the tab to file a source under; an error when there is none and it may not be new. */
  readonly tabFor: (wanted: string, mayBeNew: boolean) => Promise<string>
  readonly remove: (wanted: string) => Promise<FeedOverview>
  /** Hides a feed that all readers have from the one who asks. */
  readonly hide: (wanted: string) => Promise<FeedOverview>
  /** Shows a hidden feed again. */
  readonly unhide: (wanted: string) => Promise<FeedOverview>
  readonly readSubscriptions: (file: OpmlFile) => Promise<ParsedOpml>
  readonly importOpml: (reading: ParsedOpml, onStored: (done: number) => void) => Promise<ImportReport>
  readonly exportAs: (form: 'opml' | 'yaml') => Promise<ExportedFeeds>
  /** What happened to feeds after an event, or the latest events. */
  readonly events: (after: number | null, limit: number) => Promise<NamedEvent[]>
}

/** What the feeds need. */
export interface FeedsDeps {
  readonly store: Store
  readonly reader: number
  readonly loaded: LoadedSettings
  readonly policy: PollPolicy
  readonly now: () => number
  readonly stopped: () => boolean
  readonly fetchPage: Parameters<typeof discover>[1]
}

/** Articles per poll of a source whose tab sets no limit. */
const ITEMS_A_FEED = 20

export function createFeeds({ store, reader, loaded, policy, now, stopped, fetchPage }: FeedsDeps): Feeds {
  const { tabs } = loaded.settings
  const tabLanguage = (tab: string | null) => (tab === null ? null : languageOfTab(tab, tabs[tab]?.language))
  const list = () => feedOverviews(store, now(), policy)
  const find = async (wanted: string) => findFeed(await list(), wanted)
  return {
    list,
    count: async () => (await wantedSources(store)).length,
    detail: async (wanted) => feedDetail(store, await find(wanted), now(), policy),
    discover: async (typed, withinMs = Number.POSITIVE_INFINITY) => {
      const until = now() + withinMs
      return (await import('./discover.ts')).discover(typed, fetchPage, () => now() < until)
    },
    tabFor: async (wanted, mayBeNew) =>
      tabForSource(tabsOf(tabs, await store.sources(), await store.web.ownTabs(reader)), wanted, mayBeNew),
    async add(url, options, title = null) {
      const maxItems = (options.tab === null ? undefined : tabs[options.tab]?.maxItemsPerFeed) ?? ITEMS_A_FEED
      const position = 1 + Math.max(0, ...(await store.sources()).map((source) => source.position))
      const language = tabLanguage(options.tab)
      return store.addSource({ url, ...options, owner: null, language, maxItems, position }, now(), title)
    },
    async remove(wanted) {
      const one = await find(wanted)
      refuseFileSource(one, loaded)
      await store.retireSource(one.source.id, now())
      return one
    },
    async hide(wanted) {
      const one = await find(wanted)
      if (!one.source.shared) throw new UserError(`${one.name} is yours alone: \`copytaster feeds remove\` ends it`)
      await store.hideSource(reader, one.source.id, true, now())
      return one
    },
    async unhide(wanted) {
      const one = findFeed(await hiddenFeeds(store, reader, now(), policy), wanted)
      await store.hideSource(reader, one.source.id, false, now())
      return one
    },
    readSubscriptions: async (file) => (await import('./import-opml.ts')).readSubscriptions(file),
    importOpml: async (reading, onStored) => {
      const { importOpml } = await import('./import-opml.ts')
      const ownTabs = await store.web.ownTabs(reader)
      return importOpml(reading, { store, now: now(), tabs, ownTabs, tabLanguage, stopped, onStored })
    },
    exportAs: async (form) =>
      form === 'yaml'
        ? exportYaml(store, tabs)
        : exportOpml(store, { tabs, ownTabs: await store.web.ownTabs(reader) }, now()),
    events: (after, limit) => listEvents(store, after, limit),
  }
}

/** A source of the settings file would come back with the next command. */
function refuseFileSource({ name, source }: FeedOverview, { file, sourceLines }: LoadedSettings): void {
  if (source.origin !== 'file') return
  const lines = sourceLines.get(urlKey(source.url) ?? '')
  throw new UserError(`${name} is a source of ${file}: remove line ${lines?.join(' or ') ?? '?'} there instead`)
}
