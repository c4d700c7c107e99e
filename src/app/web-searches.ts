import type { SavedSearch } from '../core/domain/rule.ts'
import { UserError } from '../core/domain/user-error.ts'
import { type SearchQuery, searchQuery } from '../core/text/search-query.ts'
import { type ArticleViewer, type ShownArticle, shownArticles } from './article-pages.ts'
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
  readonly save: (wanted: Pick<SavedSearch, 'name' | 'query' | 'asTab'>) => Promise<SavedSearch>
  readonly change: (
    id: number,
    change: Partial<Pick<SavedSearch, 'name' | 'query' | 'asTab'>>,
  ) => Promise<SavedSearch | null>
  readonly remove: (id: number) => Promise<boolean>
}

/** What the searches need. */
export interface WebSearchesDeps extends ArticleViewer {
  readonly zone: string
  readonly now: () => number
  readonly snapshots: ListSnapshots
  readonly callEngine: CallEngine
  readonly tabs: WebTabs
}

/** The most articles that a search gives. */
const MOST_FOUND = 1_000
/** How many searches a reader may keep. */
const MOST_SAVED = 200

export function createWebSearches(deps: WebSearchesDeps): WebSearches {
  const { store, reader, zone, now, snapshots, callEngine, tabs } = deps

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
      const known = await store.web.savedSearches(reader)
      const same = known.find(({ name, query }) => name === wanted.name && query === wanted.query)
      if (same !== undefined) return same
      if (known.length >= MOST_SAVED) throw new UserError(`you keep ${MOST_SAVED} searches: remove one first`)
      return store.web.addSavedSearch(reader, { ...wanted, createdAt: now() })
    },
    async change(id, change) {
      if (change.query !== undefined) await check(change.query)
      const isThere = Object.keys(change).length === 0 || (await store.web.changeSavedSearch(reader, id, change))
      return isThere ? ((await store.web.savedSearches(reader)).find((one) => one.id === id) ?? null) : null
    },
    remove: (id) => store.web.removeSavedSearch(reader, id),
  }
}
