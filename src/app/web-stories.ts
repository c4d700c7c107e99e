import { UserError } from '../core/domain/user-error.ts'
import type { ArticleHead } from '../io/store/articles.ts'
import type { StoryPosition } from '../io/store/stories.ts'
import type { CallEngine, CorrectedStories } from './engine-calls.ts'
import {
  followedStories,
  membersPage,
  type ShownStory,
  type ShownStoryPage,
  type StoryListQuery,
  type StoryViewer,
  shownStories,
  storyList,
} from './story-pages.ts'
import type { Marked } from './web-articles.ts'

/** What a correction by hand did, or would do. */
export interface Correction {
  readonly articles: number
  /** The story that the article is in afterwards. */
  readonly story: string | null
  /** The stories that the articles concerned are in afterwards, the one of the article first, by what the reader sees of them. */
  readonly stories: readonly CorrectedStory[]
}

export interface CorrectedStory {
  readonly id: string
  /** Null where the reader does not see it. */
  readonly lead: ArticleHead | null
  readonly articles: readonly ArticleHead[]
}

/** Stories as the server shows and changes them for one reader. What the reader does not see is as if it were not there. */
export interface WebStories {
  readonly list: (
    query: StoryListQuery,
    after: StoryPosition | null,
    limit: number,
  ) => Promise<{ readonly items: readonly ShownStory[]; readonly next: StoryPosition | null }>
  /** By its id, or one it had before it was merged. */
  readonly one: (id: string, from: number, limit: number) => Promise<ShownStoryPage | null>
  /** The article that came in first, whose id stays while the story grows, and whether all of them are read. */
  readonly origin: (id: string) => Promise<{ readonly firstArticle: number; readonly isRead: boolean } | null>
  /** Marks all its articles as read. */
  readonly markRead: (id: string) => Promise<Marked | null>
  /** Null when there is no such story. */
  readonly follow: (id: string, wanted: boolean) => Promise<ShownStory | null>
  readonly split: (article: number, isTrial: boolean) => Promise<Correction>
  readonly join: (article: number, other: number, isTrial: boolean) => Promise<Correction>
}

/** What the stories need. */
export interface WebStoriesDeps extends StoryViewer {
  readonly now: () => number
  readonly callEngine: CallEngine
  readonly markRead: (keys: readonly string[]) => Promise<Marked>
}

const byTime = (a: ArticleHead, b: ArticleHead): number => a.published - b.published || (a.key < b.key ? -1 : 1)

/** The most stories that a reader follows at once. */
const MOST_FOLLOWED = 200

export function createWebStories(viewer: WebStoriesDeps): WebStories {
  const { store, reader, now, callEngine, markRead } = viewer

  /** Of articles that the reader does not see nothing is told. */
  async function seenOf(article: number, { articles, stories }: CorrectedStories): Promise<Correction> {
    const keys = stories.flatMap(({ members }) => members)
    const heads = new Map((await store.articleHeads(keys)).map((one) => [one.key, one]))
    const seen = stories.flatMap(({ key, lead, members }) => {
      const all = members.flatMap((one) => heads.get(one) ?? []).sort(byTime)
      return all.length === 0 ? [] : { id: key, lead: heads.get(lead) ?? null, articles: all }
    })
    const isOwn = (one: CorrectedStory) => one.articles.some(({ id }) => id === article)
    const others = seen.filter((one) => !isOwn(one)).sort((a, b) => byTime(a.articles[0]!, b.articles[0]!))
    const sorted = [...seen.filter(isOwn), ...others]
    return { articles, story: sorted.find(isOwn)?.id ?? null, stories: sorted }
  }

  return {
    list: (query, after, limit) => storyList(viewer, query, after, limit),
    async one(id, from, limit) {
      const story = await store.storyByKey(id)
      if (story === null) return null
      const [head] = await shownStories(viewer, [story])
      return { ...head!, ...(await membersPage(viewer, story, from, limit)) }
    },
    async origin(id) {
      const members = await store.membersOf(id)
      if (members.length === 0) return null
      const keys = members.map(({ article }) => article)
      const read = (await store.readerArticles(reader, keys)).filter(({ readAt }) => readAt !== null)
      return {
        firstArticle: Math.min(...members.map(({ articleId }) => articleId)),
        isRead: read.length === keys.length,
      }
    },
    async markRead(id) {
      const story = await store.storyByKey(id)
      return story && markRead((await store.membersOf(story.key)).map(({ article }) => article))
    },
    async follow(id, wanted) {
      const story = await store.storyByKey(id)
      if (story === null) return null
      const ids = (await followedStories(viewer)).get(story.key)?.ids ?? []
      if (!wanted && ids.length > 0) await store.web.unfollowStories(reader, ids)
      const followed = { ...story, since: now() }
      if (wanted && ids.length === 0 && !(await store.web.followStory(reader, followed, MOST_FOLLOWED)))
        throw new UserError({ code: 'tooManyFollowed', most: MOST_FOLLOWED })
      return (await shownStories(viewer, [story]))[0]!
    },
    split: async (article, isTrial) => seenOf(article, await callEngine({ name: 'split', reader, article, isTrial })),
    join: async (article, other, isTrial) =>
      seenOf(article, await callEngine({ name: 'join', reader, article, other, isTrial })),
  }
}
