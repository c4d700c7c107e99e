import { type ReaderTime, sinceInstant } from '../core/text/search-query.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { FeedOverview } from './feed-overview.ts'
import { findFeed } from './find-feed.ts'

/** Which articles a user asks for, as typed. */
export interface ArticleListQuery {
  readonly tab: string | null
  readonly feed: string | null
  /** A day, an instant or a time ago. */
  readonly since: string | null
  readonly limit: number
  /** `importance` shows what was scored, by its last score. */
  readonly sort: 'newest' | 'importance'
}

/** An article with its last score; null before the first digest it could be in. */
export interface ListedArticle extends StoredArticle {
  readonly score: number | null
}

/** Gives the key of the tab that a user names at a place, such as `--tab`. */
export type FindTab = (place: string, tab: string) => Promise<string>

interface ListDeps extends ReaderTime {
  readonly feeds: () => Promise<readonly FeedOverview[]>
  readonly findTab: FindTab
  readonly reader: number
}

/** Stored articles, newest or most important first. */
export async function listArticles(
  request: ArticleListQuery,
  store: Store,
  { feeds, findTab, reader, ...time }: ListDeps,
): Promise<ListedArticle[]> {
  const byImportance = request.sort === 'importance'
  const query = {
    ...(request.tab === null ? {} : { tab: await findTab('--tab', request.tab) }),
    ...(request.feed === null ? {} : { feed: findFeed(await feeds(), request.feed).feed.id }),
    ...(request.since === null ? {} : { from: sinceInstant('--since', request.since, time) }),
  }
  const page = byImportance
    ? await store.bestScored(reader, { ...query, limit: request.limit })
    : await store.articlePage({ ...query, limit: request.limit })
  const scores = await store.scoresOf(
    reader,
    page.map(({ key }) => key),
  )
  const listed = page.map((article) => ({ ...article, score: scores.get(article.key)?.score.value ?? null }))
  return byImportance ? listed.sort((a, b) => b.score! - a.score! || (a.key < b.key ? -1 : 1)) : listed
}
