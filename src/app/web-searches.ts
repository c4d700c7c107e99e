import type { DigestChannel, SavedSearch, SearchSchedule } from '../core/domain/rule.ts'
import { UserError } from '../core/domain/user-error.ts'
import { type SearchQuery, searchQuery } from '../core/text/search-query.ts'
import type { StoredDelivery } from '../io/store/web/deliveries.ts'
import type { SearchDigest } from '../io/store/web/search-digests.ts'
import { type ArticleViewer, type ShownArticle, shownArticles } from './article-pages.ts'
import { searchSubject } from './delivery-subject.ts'
import type { CallEngine } from './engine-calls.ts'
import type { ListSnapshots } from './list-snapshots.ts'
import { hitSnippet, searchTerms, withTab } from './search-articles.ts'
import type { WebTabs } from './web-tabs.ts'

/** An article that a search found, with the piece of its text that shows it. */
export interface FoundArticle extends ShownArticle {
  readonly snippet: ReturnType<typeof hitSnippet>
}

/** A page of what a search found: `next` is a place in the list that was held. */
export interface FoundPage {
  readonly items: readonly FoundArticle[]
  readonly list: string
  readonly next: number | null
}

/** Searches of one reader, and those that they keep. Null or false: they have none of that id, or it is held no more. */
export interface WebSearches {
  /** Refuses a query that cannot be understood. */
  readonly check: (line: string) => Promise<SearchQuery>
  readonly find: (
    line: string,
    from: { readonly list: string; readonly at: number } | null,
    limit: number,
  ) => Promise<FoundPage | null>
  readonly saved: () => Promise<SavedSearch[]>
  readonly save: (wanted: WantedSearch) => Promise<SavedSearch>
  readonly change: (id: number, change: Partial<WantedSearch>) => Promise<SavedSearch | null>
  readonly remove: (id: number) => Promise<boolean>
  /** The channels by which a digest of a search can be delivered to this reader. */
  readonly channels: readonly DigestChannel[]
  /** The last digests of a search that they keep, newest first, with what became of their deliveries. */
  readonly digests: (id: number, limit: number) => Promise<FoundDigestHead[] | null>
  readonly digestOn: (id: number, localDate: string) => Promise<SearchDigest | null>
}

/** What a reader says about a search that they keep. */
export type WantedSearch = Pick<SavedSearch, 'name' | 'query' | 'asTab' | 'digest'>

/** The digest of a search, and its deliveries. */
export interface FoundDigestHead {
  readonly found: SearchDigest
  readonly deliveries: readonly StoredDelivery[]
}

/** What the searches need. */
export interface WebSearchesDeps extends ArticleViewer {
  readonly zone: string
  readonly now: () => number
  readonly snapshots: ListSnapshots
  readonly callEngine: CallEngine
  readonly tabs: WebTabs
  readonly channels: readonly DigestChannel[]
}

/** The most articles that a search gives. */
const MOST_FOUND = 1_000
/** How many searches a reader may keep. */
const MOST_SAVED = 200

export function createWebSearches(deps: WebSearchesDeps): WebSearches {
  const { store, reader, zone, now, snapshots, callEngine, tabs, channels } = deps

  function checkChannels(digest: SearchSchedule | null): void {
    const missing = digest?.channels?.find((name) => !channels.includes(name))
    if (missing !== undefined) throw new UserError({ code: 'noChannel', channel: missing })
  }

  const check: WebSearches['check'] = (line) =>
    withTab(searchQuery(line, { now: now(), zone }), null, async (_, wanted) => tabs.named(wanted))

  async function foundArticles(keys: readonly string[], query: SearchQuery): Promise<FoundArticle[]> {
    const terms = searchTerms(query)
    const shown = await shownArticles(deps, keys)
    const texts = await store.textsOf(shown.map(({ article }) => article.key))
    const textOf = ({ article }: ShownArticle) => ({ ...article, text: texts.get(article.key) ?? null })
    return shown.map((one) => ({ ...one, snippet: hitSnippet(textOf(one), terms) }))
  }
  return {
    check,
    async find(line, from, limit) {
      const query = await check(line)
      const held = from === null ? null : snapshots.get(reader, from.list)
      if (from !== null && held === null) return null
      const list =
        held ??
        snapshots.hold(reader, 0, await callEngine({ name: 'search', reader, line, limit: MOST_FOUND, days: null }))
      const at = from?.at ?? 0
      const next = at + limit < list.keys.length ? at + limit : null
      return { items: await foundArticles(list.keys.slice(at, at + limit), query), list: list.id, next }
    },
    saved: () => store.web.savedSearches(reader),
    async save(wanted) {
      await check(wanted.query)
      checkChannels(wanted.digest)
      const known = await store.web.savedSearches(reader)
      const same = known.find(({ name, query }) => name === wanted.name && query === wanted.query)
      if (same !== undefined) return same
      if (known.length >= MOST_SAVED) throw new UserError({ code: 'tooManySearches', most: MOST_SAVED })
      const digestSince = wanted.digest === null ? null : now()
      return store.web.addSavedSearch(reader, { ...wanted, createdAt: now(), digestSince })
    },
    async change(id, change) {
      if (change.query !== undefined) await check(change.query)
      checkChannels(change.digest ?? null)
      const stored = change.digest === undefined ? change : { ...change, digestSince: change.digest && now() }
      const isThere = Object.keys(change).length === 0 || (await store.web.changeSavedSearch(reader, id, stored))
      return isThere ? ((await store.web.savedSearches(reader)).find((one) => one.id === id) ?? null) : null
    },
    remove: (id) => store.web.removeSavedSearch(reader, id),
    channels,
    async digests(id, limit) {
      if (!(await store.web.savedSearches(reader)).some((one) => one.id === id)) return null
      const found = await store.web.searchDigests(reader, id, limit)
      const subjectOf = ({ localDate }: SearchDigest) => searchSubject(reader, id, localDate)
      const deliveries = found.length === 0 ? [] : await store.web.deliveriesOf(found.map(subjectOf))
      return found.map((one) => ({
        found: one,
        deliveries: deliveries.filter(({ subject }) => subject === subjectOf(one)),
      }))
    },
    digestOn: (id, localDate) => store.web.searchDigestOn(reader, id, localDate),
  }
}
