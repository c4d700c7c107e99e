import { setImmediate } from 'node:timers/promises'
import type { ArticleHead } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { ReaderArticle } from '../io/store/readers.ts'
import type { StoredStory } from '../io/store/stories.ts'
import type { ListedKey, ListFilter, ListOrder, ListPosition } from '../io/store/web/article-list.ts'
import { hasPicture, type ImageOf } from './images.ts'
import { withFullCounts } from './with-full-counts.ts'

/** What a page of articles is made of. */
export interface PageQuery extends ListFilter {
  /** Of each story the lead only. */
  readonly leads?: boolean | undefined
}

/** An article as lists show it, without its text: with its story, its score and what the reader did with it. */
export interface ShownArticle {
  readonly article: ArticleHead
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

/** Which page of a list by time. */
export interface WantedPage extends ListOrder {
  /** Where the page before ended; null for the first. */
  readonly after: ListPosition | null
  readonly limit: number
}

/** Articles of a list; `next` is where the following page begins. */
export interface ListedPage {
  readonly found: readonly ListedKey[]
  readonly next: ListPosition | null
}

/** The articles of a list by time after a position, up to a number of them. */
export async function pageByTime(
  store: Store,
  reader: number,
  query: PageQuery,
  page: WantedPage,
): Promise<ListedPage> {
  const found: ListedKey[] = []
  let from = page.after
  // Most lists fit nearly everything: a page of one is found at once, and others soon look at as much as they may.
  let length = Math.min(STRETCH, page.limit + 1)
  do {
    const stretch = await store.web.scanByTime(reader, query, from, length, page)
    length = Math.min(STRETCH, 4 * length)
    found.push(...(await leadsAmong(store, query, stretch.fitting)))
    from = stretch.next
    await setImmediate()
  } while (from !== null && found.length <= page.limit)
  const shown = found.slice(0, page.limit)
  return { found: shown, next: found.length > page.limit ? shown.at(-1)! : null }
}

/** The most articles that a list by importance holds: as many as a search gives. */
const MOST_IMPORTANT = 1_000

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
  const stories = await store.storiesOfArticles(keys)
  return list.filter(({ key }) => (stories.get(key)?.lead ?? key) === key)
}

/** Articles by key with what lists show beside them, in the given order; those the reader does not see are left out. */
export async function shownArticles(
  { store, reader, imageOf }: ArticleViewer,
  keys: readonly string[],
): Promise<ShownArticle[]> {
  const articles = new Map((await withFullCounts(store, await store.articleHeads(keys))).map((one) => [one.key, one]))
  const known = keys.flatMap((key) => articles.get(key) ?? [])
  const seen = known.map(({ key }) => key)
  const stories = await store.storiesOfArticles(seen)
  const scores = await store.web.scoreValues(reader, seen)
  const states = new Map((await store.readerArticles(reader, seen)).map((one) => [one.article, one]))
  const ids = known.map(({ id }) => id)
  const highlights = await store.web.ruleHits(reader, 'highlight', ids)
  const bodies = await store.web.bodiesWithPictures(known.filter(({ media }) => !hasPicture(media)).map(({ id }) => id))
  return known.map((article) => ({
    highlighted: highlights.has(article.id),
    article,
    image: imageOf({ ...article, body: bodies.get(article.id) ?? null }),
    story: stories.get(article.key) ?? null,
    score: scores.get(article.key) ?? null,
    state: states.get(article.key) ?? null,
  }))
}
