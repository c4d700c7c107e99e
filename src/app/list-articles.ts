import { type ReaderTime, sinceInstant } from '../core/text/search-query.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { FeedOverview } from './feed-overview.ts'
import { findFeed } from './find-feed.ts'

/** Which articles a person wants to see, in their words. */
export interface ArticleWish {
  readonly tab: string | null
  readonly feed: string | null
  /** A day, an instant or a time ago. */
  readonly since: string | null
  readonly limit: number
}

/** Stored articles, newest first. */
export async function listArticles(
  wish: ArticleWish,
  store: Store,
  feeds: () => Promise<readonly FeedOverview[]>,
  time: ReaderTime,
): Promise<StoredArticle[]> {
  return store.articlePage({
    limit: wish.limit,
    ...(wish.tab === null ? {} : { tab: wish.tab }),
    ...(wish.feed === null ? {} : { feed: findFeed(await feeds(), wish.feed).feed.id }),
    ...(wish.since === null ? {} : { from: sinceInstant('--since', wish.since, time) }),
  })
}
