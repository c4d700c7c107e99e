import { type ReaderTime, type SearchQuery, type SearchTerm, searchQuery } from '../core/text/search-query.ts'
import { type SnippetPiece, snippet } from '../core/text/snippet.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { SearchHit } from '../io/store/search.ts'
import type { FindTab } from './list-articles.ts'
import { repeatStep } from './repeat-step.ts'

export interface SearchRequest {
  readonly line: string
  readonly tab: string | null
  readonly limit: number
}

/** A hit with a snippet of its text, or of its title, that shows the matching words. */
export interface ShownHit extends SearchHit {
  readonly snippet: readonly SnippetPiece[]
}

const SNIPPET_LENGTH = 160
const ARTICLES_A_STEP = 500

/** Full-text search for a line such as `"interest rate" source:bbc`, best hit first. The index is brought up to date before. */
export async function searchArticles(
  request: SearchRequest,
  { findTab, ...time }: ReaderTime & { readonly findTab: FindTab },
  store: Store,
  onIndexed: (done: number) => void,
): Promise<ShownHit[]> {
  const query = await withTab(searchQuery(request.line, time), request.tab, findTab)
  await followSearch(store, onIndexed)
  const terms = searchTerms(query)
  const hits = await store.searchArticles(query, request.limit)
  return hits.map((hit) => ({ ...hit, snippet: hitSnippet(hit.article, terms) }))
}

/** The terms that a snippet shows. */
export const searchTerms = (query: SearchQuery): SearchTerm[] =>
  query.clauses
    .filter(({ wanted }) => wanted)
    .flatMap(({ or = [], ...first }) => [first, ...or])
    .filter(({ field }) => field === 'any' || field === 'title')
    .map(({ term }) => term)

/** A query with the key of the tab that it names. */
export async function withTab(query: SearchQuery, tab: string | null, findTab: FindTab): Promise<SearchQuery> {
  if (tab !== null) return { ...query, tab: await findTab('--tab', tab) }
  return query.tab === null ? query : { ...query, tab: await findTab('tab:', query.tab) }
}

/** A piece of an article that shows some terms. */
export function hitSnippet(
  article: Pick<StoredArticle, 'text' | 'description' | 'title'>,
  terms: readonly SearchTerm[],
): readonly SnippetPiece[] {
  const texts = [article.text, article.description, article.title]
  for (const text of texts) {
    const pieces = text === null ? null : snippet(text, terms, SNIPPET_LENGTH)
    if (pieces !== null) return pieces
  }
  return [{ text: (article.description ?? article.title).slice(0, SNIPPET_LENGTH), hit: false }]
}

/** Adds to the index every article that is not in it yet. */
export async function followSearch(
  store: Pick<Store, 'updateSearch'>,
  onIndexed: (done: number) => void,
): Promise<void> {
  await repeatStep(async () => {
    const done = await store.updateSearch(ARTICLES_A_STEP)
    if (done > 0) onIndexed(done)
    return done
  })
}

/** Deletes the search index and builds it again; gives how many articles are in it. */
export async function rebuildSearch(store: Store, onIndexed: (done: number) => void): Promise<number> {
  let count = 0
  await store.clearSearch()
  await followSearch(store, (done) => {
    count += done
    onIndexed(done)
  })
  return count
}
