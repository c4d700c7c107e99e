import type { Pack, PackFeed } from '../core/domain/pack.ts'
import type { SourceRequest } from '../core/domain/source.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { Store } from '../io/store/open-store.ts'
import type { WebTabs } from './web-tabs.ts'

/** A feed of a pack; `subscription` is the reader's, if they have it already. */
export interface ShownPackFeed extends PackFeed {
  readonly subscription: number | null
}

export interface ShownPack extends Omit<Pack, 'feeds'> {
  readonly feeds: readonly ShownPackFeed[]
}

/** What became of the feeds that a reader ticked. */
export interface PackSubscription {
  readonly added: number
  /** Followed before, and left where they are. */
  readonly known: number
  /** The keys of the tabs that hold what was added. */
  readonly tabs: readonly string[]
}

/** The starter packs, as one reader has them. */
export interface WebPacks {
  readonly list: () => Promise<ShownPack[]>
  /** Follows a whole pack; null when there is none of that id. */
  readonly subscribeTo: (pack: string) => Promise<PackSubscription | null>
  /** Follows some feeds of packs, each in the tab of its pack. */
  readonly subscribe: (urls: readonly string[]) => Promise<PackSubscription>
}

/** What the packs need. */
export interface WebPacksDeps {
  /** The reader's. */
  readonly store: Store
  readonly reader: number
  readonly packs: () => Promise<readonly Pack[]>
  readonly tabs: Pick<WebTabs, 'add'>
  readonly now: () => number
}

/** Articles of a feed that its tab chooses from. */
const ITEMS_A_FEED = 20

export function createWebPacks({ store, reader, packs, tabs, now }: WebPacksDeps): WebPacks {
  const subscribedTo = (feeds: readonly PackFeed[]) =>
    store.web.subscribedAt(
      reader,
      feeds.map(({ url }) => url),
    )

  /** Follows what the reader does not follow yet; a tab is made only for what it will hold. */
  async function follow(chosen: readonly Pack[]): Promise<PackSubscription> {
    const known = await subscribedTo(chosen.flatMap(({ feeds }) => feeds))
    const isNew = ({ url }: PackFeed) => !known.has(url)
    const requests: SourceRequest[] = []
    const filed = new Set<string>()
    let position = await store.web.lastPosition(reader)
    for (const { name, language, feeds } of chosen.filter((pack) => pack.feeds.some(isNew))) {
      const tab = await tabs.add({ name, language: baseOf(language) })
      filed.add(tab.id)
      for (const feed of feeds.filter(isNew))
        requests.push(requestOf(feed, { tab: tab.id, language: baseOf(language), position: ++position }))
    }
    if (requests.length > 0) await store.addSources(requests, now())
    return { added: requests.length, known: known.size, tabs: [...filed] }
  }
  return {
    async list() {
      const all = await packs()
      const known = await subscribedTo(all.flatMap(({ feeds }) => feeds))
      const shown = (feed: PackFeed) => ({ ...feed, subscription: known.get(feed.url) ?? null })
      return all.map((pack) => ({ ...pack, feeds: pack.feeds.map(shown) }))
    },
    async subscribeTo(id) {
      const pack = (await packs()).find((one) => one.id === id)
      return pack === undefined ? null : follow([pack])
    },
    async subscribe(urls) {
      const all = await packs()
      const wanted = new Set(urls)
      const chosen = all.map((pack) => ({ ...pack, feeds: pack.feeds.filter(({ url }) => wanted.delete(url)) }))
      if (wanted.size > 0) throw new UserError({ code: 'notInPack' })
      return follow(chosen)
    },
  }
}

const baseOf = (language: string): string => language.split('-')[0]!

const requestOf = ({ url }: PackFeed, place: Pick<SourceRequest, 'tab' | 'language' | 'position'>): SourceRequest => ({
  url,
  ...place,
  category: null,
  name: null,
  tier: null,
  kind: 'major',
  owner: null,
  maxItems: ITEMS_A_FEED,
})
