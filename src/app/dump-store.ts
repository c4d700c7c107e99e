import type { Event } from '../core/domain/event.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredMembership } from '../io/store/stories.ts'
import type { FeedOverview } from './feed-overview.ts'

/** All that is stored of feeds, articles, events and stories. */
export interface StoreDump {
  readonly feeds: readonly FeedOverview[]
  readonly articles: readonly StoredArticle[]
  readonly events: readonly Event[]
  readonly memberships: readonly StoredMembership[]
}

/** More rows than any store that is printed whole has. */
const ALL = 1_000_000

/** Reads all of a small store, such as that of the demonstration. */
export async function dumpStore(store: Store, feeds: readonly FeedOverview[]): Promise<StoreDump> {
  return {
    feeds,
    articles: await store.articlePage({ limit: ALL }),
    events: await store.events(0, ALL),
    memberships: await store.membershipsSince(0),
  }
}
