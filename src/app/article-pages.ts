import { setImmediate } from 'node:timers/promises'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { ReaderArticle } from '../io/store/readers.ts'
import type { StoredStory } from '../io/store/stories.ts'
import type { ListedKey, ListFilter, ListPosition } from '../io/store/web/article-list.ts'
import type { ImageOf } from './images.ts'
import { withFullCounts } from './with-full-counts.ts'

/** What a page of articles is made of. */
export interface PageQuery extends ListFilter {
  /** Of each story the lead only. */
  readonly leads?: boolean | undefined
}

/** An article as lists show it: with its story, its score and what the reader did with it. */
export interface ShownArticle {
  readonly article: StoredArticle
  /** The address of a picture to show with it. */
  readonly image: string | null
  readonly story: StoredStory | null
  readonly score: number | null
  readonly state: ReaderArticle | null
  /** Whether a rule of the reader highlights it. */
  readonly highlighted: boolean
}

/** Whose articles, in the store as they see it. */
export interface ArticleViewer {
  readonly store: Store
  readonly reader: number
  readonly imageOf: ImageOf
}

/** Articles looked at in one statement: a few milliseconds. */
const STRETCH = 1_000

/** The articles of a list by time after a position, up to a number of them; `next` is where the following page begins. */
export async function pageByTime(
  store: Store,
  reader: number,
  query: PageQuery,
  page: { readonly after: ListPosition | null; readonly limit: number },
): Promise<{ readonly found: readonly ListedKey[]; readonly next: ListPosition | null }> {
  const found: ListedKey[] = []
  let from = page.after
  // Most lists fit nearly everything: a page of one is found at once, and others soon look at as much as they may.
  let length = Math.min(STRETCH, page.limit + 1)
  do {
    const stretch = await store.web.scanByTime(reader, query, from, length)
    length = Math.min(STRETCH, 4 * length)
    found.push(...(await leadsAmong(store, query, stretch.fitting)))
    from = stretch.next
    await setImmediate()
  } while (from !== null && found.length <= page.limit)
  const shown = found.slice(0, page.limit)
  return { found: shown, next: found.length > page.limit ? shown.at(-1)! : null }
}

/** The most articles that a list by importance holds. */
const MOST_IMPORTANT = 2_000

/** The keys of a list by importance, as scores are now. */
export async function keysByScore(store: Store, reader: number, query: PageQuery): Promise<string[]> {
  const found: string[] = []
  for (let skip = 0; ; skip += STRETCH) {
    const stretch = await store.web.scanByScore(reader, query, skip, STRETCH)
    for (const { key } of await leadsAmong(store, query, stretch.fitting)) found.push(key)
    await setImmediate()
    if (stretch.next === null || found.length >= MOST_IMPORTANT) return found.slice(0, MOST_IMPORTANT)
  }
}

/** Every article of a list, for marking all of it. */
export async function wholeList(store: Store, reader: number, query: PageQuery): Promise<ListedKey[]> {
  const { found } = await pageByTime(store, reader, query, { after: null, limit: Number.MAX_SAFE_INTEGER })
  return [...found]
}

/** `store` is the reader's: who sees a part of a story has another lead. */
async function leadsAmong(
  store: Store,
  { leads }: PageQuery,
  list: readonly ListedKey[],
): Promise<readonly ListedKey[]> {
  if (leads !== true || list.length === 0) return list
  const keys = list.map(({ key }) => key)
  const storyOf = new Map((await store.memberships(keys)).map(({ article, story }) => [article, story]))
  const stories = await store.storiesByKey([...new Set(storyOf.values())])
  const leadOf = new Map(stories.map(({ key, lead }) => [key, lead]))
  return list.filter(({ key }) => (leadOf.get(storyOf.get(key) ?? '') ?? key) === key)
}

/** Articles by key with what lists show beside them, in the given order; those the reader does not see are left out. */
export async function shownArticles(
  { store, reader, imageOf }: ArticleViewer,
  keys: readonly string[],
): Promise<ShownArticle[]> {
  const stored = await withFullCounts(store, await store.articlesByKey(keys))
  const articles = new Map(stored.map((one) => [one.key, one]))
  const known = keys.filter((key) => articles.has(key))
  const storyOf = new Map((await store.memberships(known)).map(({ article, story }) => [article, story]))
  const stories = new Map((await store.storiesByKey([...new Set(storyOf.values())])).map((one) => [one.key, one]))
  const scores = await store.scoresOf(reader, known)
  const states = new Map((await store.readerArticles(reader, known)).map((one) => [one.article, one]))
  const ids = known.map((key) => articles.get(key)!.id)
  const highlights = await store.web.ruleHits(reader, 'highlight', ids)
  return known.map((key) => ({
    highlighted: highlights.has(articles.get(key)!.id),
    article: articles.get(key)!,
    image: imageOf(articles.get(key)!),
    story: stories.get(storyOf.get(key) ?? '') ?? null,
    score: scores.get(key)?.score.value ?? null,
    state: states.get(key) ?? null,
  }))
}
