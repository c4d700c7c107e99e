import { UserError } from '../core/domain/user-error.ts'
import type { ParsedStarred } from '../core/opml/read-starred.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import { languageOfTab } from '../core/text/language-of-tab.ts'
import type { ReaderTime } from '../core/text/search-query.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { StoredFullText } from '../io/store/full-texts.ts'
import type { Store } from '../io/store/open-store.ts'
import { type ArticleReasons, explainArticle } from './explain-story.ts'
import type { FeedOverview } from './feed-overview.ts'
import { articleNamed, findArticle } from './find-article.ts'
import type { FullTexts } from './full-texts.ts'
import type { StarredReport } from './import-starred.ts'
import type { CrawlIngest, IngestReport } from './ingest-crawl.ts'
import { type ArticleListQuery, type ListedArticle, listArticles } from './list-articles.ts'
import { parseSearch } from './parse-search.ts'
import type { RecentCache } from './recent-cache.ts'
import { rebuildSearch, type SearchRequest, type ShownHit, searchArticles } from './search-articles.ts'
import { tabForSource, tabNamed, tabsOf } from './tabs.ts'
import { isDoneWithin } from './with-timeout.ts'

/** Stored articles: list, search, explain, and store those of a crawl. */
export interface Articles {
  readonly list: (query: ArticleListQuery) => Promise<ListedArticle[]>
  readonly search: (request: SearchRequest, onIndexed: (done: number) => void) => Promise<ShownHit[]>
  /** The keys of what a query finds in the index as it is, the best first; of the last days only, if given. */
  readonly searchKeys: (line: string, limit: number, days: number | null) => Promise<string[]>
  /** Builds the search index again; gives how many articles are in it. */
  readonly rebuildSearch: (onIndexed: (done: number) => void) => Promise<number>
  /** By number or address; null when there is none. */
  readonly find: (wanted: string) => Promise<StoredArticle | null>
  /** The text of an article's own page, or why there is none; null when nobody asked for it. */
  readonly fullText: (article: number) => Promise<StoredFullText | null>
  /** Fetches the page of an article that the reader sees; false when it was not there within a time. */
  readonly fetchFullText: (wanted: string, withinMs: number) => Promise<boolean>
  /** Why an article is in its story: by number or address. */
  readonly why: (wanted: string) => Promise<ArticleReasons>
  /** `newTab`: the tab need not be known. */
  readonly ingestCrawl: (crawl: Omit<CrawlIngest, 'language'> & { readonly newTab: boolean }) => Promise<IngestReport>
  /** Saves articles that were starred in another program; stores those that are not stored. */
  readonly importStarred: (starred: ParsedStarred, onDone: (done: number) => void) => Promise<StarredReport>
}

/** What the articles need. */
export interface ArticlesDeps {
  readonly store: Store
  readonly tabs: Settings['tabs']
  readonly reader: number
  readonly readerTime: () => ReaderTime
  readonly feeds: () => Promise<readonly FeedOverview[]>
  readonly recentCache: RecentCache
  readonly policy: PollPolicy
  readonly now: () => number
  /** Null where the past is looked at. */
  readonly fetchFullText: FullTexts['fetch'] | null
}

const DAY_MS = 86_400_000

export function createArticles(deps: ArticlesDeps): Articles {
  const { store, tabs, reader, readerTime, feeds } = deps
  // Articles of sources that were removed keep their tab.
  const knownTabs = async () => tabsOf(tabs, await store.sources(), await store.web.ownTabs(reader))
  const findTab = async (place: string, tab: string) => tabNamed(await knownTabs(), tab, place).id
  const parse = (line: string) => parseSearch(line, { store, reader, tabs, ...readerTime() })
  return {
    searchKeys: async (line, limit, days) => {
      const after = days === null ? null : (await store.web.firstIdSince(readerTime().now - days * DAY_MS)) - 1
      return store.web.searchKeys(reader, await parse(line), { limit, after })
    },
    list: (query) => listArticles(query, store, { feeds, findTab, ...readerTime(), reader }),
    search: (request, onIndexed) => searchArticles(request, { findTab, ...readerTime() }, store, onIndexed),
    rebuildSearch: (onIndexed) => rebuildSearch(store, onIndexed),
    find: (wanted) => articleNamed(store, wanted),
    fullText: (article) => store.fullTextOf(article),
    fetchFullText: async (wanted, withinMs) => {
      if (deps.fetchFullText === null) throw new UserError('nothing is fetched for a look at the past: leave out --at')
      return isDoneWithin(withinMs, deps.fetchFullText(await findArticle(store, wanted)))
    },
    why: async (wanted) => explainArticle(store, await findArticle(store, wanted), reader),
    ingestCrawl: async ({ newTab, ...crawl }) => {
      const tab = crawl.tab === null ? null : tabForSource(await knownTabs(), crawl.tab, newTab)
      const language = tab === null ? null : languageOfTab(tab, tabs[tab]?.language)
      const { ingestCrawl } = await import('./ingest-crawl.ts')
      return ingestCrawl({ ...crawl, tab, language }, deps)
    },
    importStarred: async (starred, onDone) =>
      (await import('./import-starred.ts')).importStarred(starred, { ...deps, onDone }),
  }
}
