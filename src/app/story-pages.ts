import { setImmediate } from 'node:timers/promises'
import type { StoredMembership, StoredStory, StoryPosition } from '../io/store/stories.ts'
import { type ArticleViewer, type ShownArticle, shownArticles } from './article-pages.ts'
import { type ExplainedLink, explainLinks } from './explain-story.ts'
import { type StoryHistory, storyHistory } from './story-history.ts'

/** What a list of stories is limited to. */
export interface StoryListQuery {
  readonly leastMembers: number
  /** Stories with an article published since this instant. */
  readonly since?: number | undefined
  /** Stories with an article of this tab. */
  readonly tab?: string | undefined
  /** Stories with an unread article, or without. */
  readonly unread?: boolean | undefined
  readonly followed?: boolean | undefined
}

/** A story as lists show it. */
export interface ShownStory {
  readonly story: StoredStory
  readonly lead: ShownArticle | null
  /** How many of its articles the reader has not read. */
  readonly unread: number
  readonly isFollowed: boolean
}

/** A member of a story, with the links that hold it there. */
export interface ShownMember {
  readonly shown: ShownArticle
  readonly membership: StoredMembership
  /** The id of the earlier member whose text it copies; null for an original. */
  readonly copyOf: number | null
  readonly links: readonly ExplainedLink[]
}

/** A story with some of its members by time; `next` is where the following ones begin. */
export interface ShownStoryPage extends ShownStory {
  readonly members: readonly ShownMember[]
  readonly next: number | null
  readonly history: StoryHistory
}

/** Whose stories, in the store as they see it. */
export type StoryViewer = ArticleViewer

/** Stories looked at in one step where not all of them fit. */
const STRETCH = 200
const ALL_TIME = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }

/** A page of the list; `next` is the story after which the following page begins. */
export async function storyList(
  viewer: StoryViewer,
  query: StoryListQuery,
  after: StoryPosition | null,
  limit: number,
): Promise<{ readonly items: readonly ShownStory[]; readonly next: StoryPosition | null }> {
  const length = query.tab === undefined && query.unread === undefined ? limit + 1 : Math.max(STRETCH, limit + 1)
  const found: StoredStory[] = []
  let from = after
  for (;;) {
    const some = await stretch(viewer, query, from, length)
    found.push(...(await fitting(viewer, query, some)))
    from = some.at(-1) ?? null
    if (some.length < length || found.length > limit) break
    await setImmediate()
  }
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const next = found.length > limit && last !== undefined ? { lastAt: last.lastAt, key: last.key } : null
  return { items: await shownStories(viewer, page), next }
}

/** A followed story as it is now, and the ids under which it was followed. */
interface FollowedStory {
  readonly story: StoredStory
  readonly ids: string[]
  /** How many newsrooms told it when the reader began to follow it. */
  readonly newsrooms: number
}

/** The stories that a reader follows, by their present ids. */
export async function followedStories({
  store,
  reader,
}: Pick<ArticleViewer, 'store' | 'reader'>): Promise<Map<string, FollowedStory>> {
  const followed = await store.web.followedStories(reader)
  const known = new Map((await store.storiesByKey(followed.map(({ key }) => key))).map((story) => [story.key, story]))
  const found = new Map<string, FollowedStory>()
  for (const { key, newsrooms } of followed) {
    const story = known.get(key) ?? (await store.storyByKey(key))
    if (story === null) continue
    const there = found.get(story.key)
    if (there === undefined) found.set(story.key, { story, ids: [key], newsrooms })
    else there.ids.push(key)
  }
  return found
}

/** The next stories in the order of the list, before they are looked at. */
async function stretch(
  viewer: StoryViewer,
  query: StoryListQuery,
  after: StoryPosition | null,
  length: number,
): Promise<StoredStory[]> {
  const { leastMembers, since } = query
  if (query.followed !== true)
    return viewer.store.storyPage({
      limit: length,
      leastMembers,
      ...(since === undefined ? {} : { since }),
      ...(after === null ? {} : { after }),
    })
  const stories = [...(await followedStories(viewer)).values()].map(({ story }) => story)
  return stories
    .filter(({ members, lastAt }) => members >= leastMembers && lastAt >= (since ?? Number.NEGATIVE_INFINITY))
    .filter((story) => after === null || comesFirst(after, story) < 0)
    .sort(comesFirst)
    .slice(0, length)
}

/** The keys of the members of stories, by story. */
async function membersByStory({ store }: StoryViewer, stories: readonly StoredStory[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(stories.map(({ key }) => [key, []]))
  for (const { story, key } of await store.membersOfStories([...found.keys()], ALL_TIME)) found.get(story)?.push(key)
  return found
}

async function fitting(
  viewer: StoryViewer,
  query: StoryListQuery,
  stories: readonly StoredStory[],
): Promise<readonly StoredStory[]> {
  const { tab, unread } = query
  const { store, reader } = viewer
  if (tab === undefined && unread === undefined) return stories
  const members = await membersByStory(viewer, stories)
  const keys = [...members.values()].flat()
  const inTab = tab === undefined ? null : await store.web.fittingKeys(reader, { tab }, keys)
  const isUnread = unread === undefined ? null : await store.web.fittingKeys(reader, { unread: true }, keys)
  return stories.filter(({ key }) => {
    const own = members.get(key) ?? []
    const fits = isUnread === null || own.some((one) => isUnread.has(one)) === unread
    return fits && (inTab === null || own.some((one) => inTab.has(one)))
  })
}

/** Stories with what lists show beside them. */
export async function shownStories(viewer: StoryViewer, stories: readonly StoredStory[]): Promise<ShownStory[]> {
  const { store, reader } = viewer
  const members = await membersByStory(viewer, stories)
  const leads = new Map(
    (
      await shownArticles(
        viewer,
        stories.map(({ lead }) => lead),
      )
    ).map((one) => [one.article.key, one]),
  )
  const unread = await store.web.fittingKeys(reader, { unread: true }, [...members.values()].flat())
  const follows = await followedStories(viewer)
  return stories.map((story) => ({
    story,
    lead: leads.get(story.lead) ?? null,
    unread: (members.get(story.key) ?? []).filter((key) => unread.has(key)).length,
    isFollowed: follows.has(story.key),
  }))
}

/** Members of a story by time, from a place on, and how it went; `next` is the place of the following ones. */
export async function membersPage(viewer: StoryViewer, story: StoredStory, from: number, limit: number) {
  const { store } = viewer
  const all = await store.membersOf(story.key)
  const some = all.slice(from, from + limit)
  const keys = some.map(({ article }) => article)
  const articles = new Map((await shownArticles(viewer, keys)).map((one) => [one.article.key, one]))
  const links = await explainLinks(store, keys)
  const ids = new Map(all.map(({ article, articleId }) => [article, articleId]))
  const members = some.flatMap((membership): ShownMember[] => {
    const one = articles.get(membership.article)
    const copyOf = membership.copyOf === null ? null : (ids.get(membership.copyOf) ?? null)
    return one === undefined ? [] : [{ shown: one, membership, copyOf, links: links.get(membership.article) ?? [] }]
  })
  const next = from + limit < all.length ? from + limit : null
  return { members, next, history: await storyHistory(viewer, all) }
}

/** The order of lists: the story with the newest article first. */
const comesFirst = (a: StoryPosition, b: StoryPosition): number =>
  b.lastAt - a.lastAt || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
