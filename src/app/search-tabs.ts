import type { TabPlan } from '../core/digest/digest-input.ts'
import { UserError } from '../core/domain/user-error.ts'
import type { SearchQuery } from '../core/text/search-query.ts'
import type { Store } from '../io/store/open-store.ts'
import { ITEMS_A_TAB } from './tabs.ts'

/** What showing searches as tabs needs. */
export interface SearchTabsDeps {
  /** The reader's. */
  readonly store: Store
  readonly reader: number
  readonly parseSearch: (line: string) => Promise<SearchQuery>
}

/** Each is a search of the index for each digest. */
const MOST_TABS = 10
/** How far back a tab reaches, as others do. */
const REACH_MS = 7 * 86_400_000
const MOST_FOUND = 200

/** The saved searches that a reader has as tabs; one whose query cannot be followed any more is left out. */
export async function searchTabs({ store, reader, parseSearch }: SearchTabsDeps, at: number): Promise<TabPlan[]> {
  const searches = (await store.web.savedSearches(reader)).filter(({ asTab }) => asTab).slice(0, MOST_TABS)
  if (searches.length === 0) return []
  const after = (await store.web.firstIdSince(at - REACH_MS)) - 1
  const plans: TabPlan[] = []
  for (const { id, name, query } of searches) {
    const parsed = await parseSearch(query).catch(withoutUserError)
    if (parsed === null) continue
    const found = new Set(await store.web.searchKeys(reader, parsed, { limit: MOST_FOUND, after }))
    plans.push({ id: `search-${id}`, name, language: null, limit: ITEMS_A_TAB, categories: [], found })
  }
  return plans
}

function withoutUserError(error: unknown): null {
  if (error instanceof UserError) return null
  throw error
}
