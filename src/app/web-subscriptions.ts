import type { Reader } from '../core/domain/reader.ts'
import type { Source, SourceKind, Tier } from '../core/domain/source.ts'
import { UserError } from '../core/domain/user-error.ts'
import { feedUrl } from '../core/text/feed-url.ts'
import { isUrl } from '../core/text/is-url.ts'
import { languageOfTab } from '../core/text/language-of-tab.ts'
import { hasCutPassword, hideLogins, withoutLogin } from '../core/text/login.ts'
import type { LoadedSettings } from '../io/config/read-settings.ts'
import type { Store } from '../io/store/open-store.ts'
import type { SourcePosition, Subscribed, SubscriptionChange } from '../io/store/web/subscriptions.ts'
import type { FoundFeed } from './discover.ts'
import type { CallEngine } from './engine-calls.ts'
import type { ImportKind, JobProgress } from './import-jobs.ts'
import { orderSources } from './order-sources.ts'
import { countUnread } from './unread-counts.ts'

/** A source that a reader has, with what is unread of it. */
export interface ShownSubscription extends Subscribed {
  readonly unread: number
}

/** A discovered feed; `subscription` is the reader's, if they have it already. */
export interface Candidate extends FoundFeed {
  readonly subscription: number | null
}

/** What a reader says about a feed that they add. */
export interface NewSubscription {
  readonly url: string
  readonly tab: string | null
  readonly category: string | null
  readonly name: string | null
  readonly tier: Tier | null
  readonly kind: SourceKind
  readonly private: boolean
  readonly fullText: boolean
  readonly siteTitle: string | null
}

/** The sources of one reader as the server shows and changes them. Null: they have none of that id. */
export interface WebSubscriptions {
  readonly page: (after: SourcePosition | null, limit: number) => Promise<ShownSubscription[]>
  readonly one: (id: number) => Promise<ShownSubscription | null>
  readonly discover: (typed: string) => Promise<Candidate[]>
  readonly add: (wanted: NewSubscription) => Promise<ShownSubscription>
  readonly change: (id: number, change: SubscriptionChange) => Promise<ShownSubscription | null>
  /** Puts sources in order among the places that they have; false when the reader lacks one of them. */
  readonly order: (ids: readonly number[]) => Promise<boolean>
  readonly remove: (id: number) => Promise<Subscribed | null>
  readonly startImport: (kind: ImportKind, text: string) => Promise<JobProgress>
  readonly job: (id: string) => Promise<JobProgress | null>
  readonly exportOpml: () => Promise<string>
  /** The feeds that the reader filed under a category. */
  readonly feedsIn: (category: string) => Promise<readonly number[]>
}

/** What the subscriptions need. */
export interface WebSubscriptionsDeps {
  /** The reader's. */
  readonly store: Store
  readonly reader: Reader
  readonly loaded: LoadedSettings
  readonly callEngine: CallEngine
  readonly now: () => number
  /** Refuses a tab that there is not. */
  readonly requireTab: (key: string) => Promise<void>
}

/** Articles per poll of a source whose tab sets no limit. */
const ITEMS_A_FEED = 20

export function createWebSubscriptions(deps: WebSubscriptionsDeps): WebSubscriptions {
  const { store, reader, callEngine, now, requireTab } = deps
  const { tabs } = deps.loaded.settings

  async function withUnread(list: readonly Subscribed[]): Promise<ShownSubscription[]> {
    const { feeds } = await countUnread(store, reader.id)
    return list.map((one) => ({ ...one, unread: feeds.get(one.feed.id) ?? 0 }))
  }
  async function shown(source: number): Promise<ShownSubscription | null> {
    const one = await store.web.subscriptionOf(reader.id, { source })
    return one === null ? null : (await withUnread([one]))[0]!
  }
  return {
    page: async (after, limit) => withUnread(await store.web.subscriptionPage(reader.id, after, limit)),
    one: shown,
    async discover(typed) {
      const found = await callEngine({ name: 'discover', reader: reader.id, typed: checkedAddress(typed) })
      if (found.kind === 'noAnswer') {
        const { failure, status, message } = found
        throw new UserError({ code: 'nothingRead', failure, status, detail: hideLogins(message) })
      }
      if (found.kind === 'none') throw new UserError({ code: 'noFeedFound', tried: found.tried })
      const known = await store.web.subscribedAt(
        reader.id,
        found.feeds.map(({ url }) => url),
      )
      return found.feeds.map((feed) => ({
        ...feed,
        url: withoutLogin(feed.url),
        subscription: known.get(feed.url) ?? null,
      }))
    },
    async add({ siteTitle, ...wanted }) {
      const url = checkedAddress(wanted.url)
      if (wanted.tab !== null) await requireTab(wanted.tab)
      const settings = wanted.tab === null ? undefined : tabs[wanted.tab]
      const request = {
        ...wanted,
        url,
        owner: null,
        language: wanted.tab === null ? null : languageOfTab(wanted.tab, settings?.language),
        maxItems: settings?.maxItemsPerFeed ?? ITEMS_A_FEED,
        position: 1 + (await store.web.lastPosition(reader.id)),
      }
      const { source } = await store.addSource(request, now(), siteTitle)
      return (await shown(source.id))!
    },
    async change(id, change) {
      const one = await store.web.subscriptionOf(reader.id, { source: id })
      if (one === null) return null
      if (change.hidden === true && !one.source.shared) throw new UserError({ code: 'ownSource' })
      if (change.tab != null) await requireTab(change.tab)
      await store.web.changeSubscription(reader.id, id, change, now())
      return shown(id)
    },
    async order(ids) {
      const all = await store.web.sourcePositions(reader.id)
      const known = new Set(all.map(({ source }) => source))
      if (!ids.every((id) => known.has(id))) return false
      const places = orderSources(all, ids)
      if (places.length > 0) await store.web.placeSubscriptions(reader.id, places, now())
      return true
    },
    async remove(id) {
      const one = await store.web.subscriptionOf(reader.id, { source: id })
      if (one === null) return null
      refuseShared(one, reader)
      await store.retireSource(id, now())
      return one
    },
    startImport: (kind, text) => callEngine({ name: 'startImport', reader: reader.id, kind, text }),
    job: (id) => callEngine({ name: 'job', reader: reader.id, id }),
    feedsIn: (category) => store.web.feedsInCategory(reader.id, category),
    exportOpml: () => callEngine({ name: 'exportOpml', reader: reader.id }),
  }
}

/** Sources of the settings would come back; those of all readers are not one reader's to end. */
export const mayRemove = ({ shared, origin }: Source, { role }: Reader): boolean =>
  !shared || (origin !== 'file' && role === 'administrator')

function refuseShared({ source }: Subscribed, reader: Reader): void {
  if (mayRemove(source, reader)) return
  throw new UserError({ code: source.origin === 'file' ? 'sourceOfSettings' : 'sourceOfAll' })
}

function checkedAddress(typed: string): string {
  const url = feedUrl(typed)
  if (hasCutPassword(url)) throw new UserError({ code: 'cutPassword' })
  if (isUrl(url) && /^https?:/i.test(url)) return url
  throw new UserError({ code: 'noWebAddress' })
}
