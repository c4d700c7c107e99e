import { type ReaderTime, type SearchQuery, searchQuery } from '../core/text/search-query.ts'
import type { Settings } from '../io/config/settings-schema.ts'
import type { Store } from '../io/store/open-store.ts'
import { withTab } from './search-articles.ts'
import { tabNamed, tabsOf } from './tabs.ts'

/** What a query is understood by. */
export interface SearchReader extends ReaderTime {
  /** The reader's. */
  readonly store: Store
  readonly reader: number
  readonly tabs: Settings['tabs']
}

/** Parses a query; a tab in it is one of the reader's. */
export async function parseSearch(line: string, { store, reader, tabs, ...time }: SearchReader): Promise<SearchQuery> {
  return withTab(searchQuery(line, time), null, async (place, tab) => {
    const known = tabsOf(tabs, await store.sources(), await store.web.ownTabs(reader))
    return tabNamed(known, tab, place).id
  })
}
