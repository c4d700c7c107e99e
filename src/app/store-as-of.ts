import type { Store } from '../io/store/open-store.ts'

/**
 * The store for a look back at a past moment: what is listed was published or happened before it, and what is computed for it
 * is not kept. Stories are those of now: how they were grouped then is not stored.
 */
export function storeAsOf(store: Store, at: number): Store {
  const earlier = (to: number | null | undefined) => Math.min(to ?? at, at)
  return {
    ...store,
    viewOf: (reader) => storeAsOf(store.viewOf(reader), at),
    articlePage: (query) => store.articlePage({ ...query, to: earlier(query.to) }),
    bestScored: (reader, query) => store.bestScored(reader, { ...query, to: earlier(query.to) }),
    searchArticles: (query, limit) => store.searchArticles({ ...query, to: earlier(query.to) }, limit),
    storyPage: (query) => store.storyPage({ ...query, until: at }),
    events: async (after, limit) => (await store.events(after, limit)).filter((event) => event.at < at),
    latestEvents: (limit) => store.latestEvents(limit, at),
    writeScores: async () => {},
    writeStories: async () => {},
    changeProfile: async (reader, change) => change(await store.profileOf(reader)),
  }
}
