import { UserError } from '../core/domain/user-error.ts'
import type { StoryPosition } from '../io/store/stories.ts'
import type { CallEngine } from './engine-calls.ts'
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

/** The most stories that a reader follows at once. */
const MOST_FOLLOWED = 200

export function createWebStories(viewer: WebStoriesDeps): WebStories {
  const { store, reader, now, callEngine, markRead } = viewer

  async function storyNow(article: number): Promise<string | null> {
    const key = (await store.articleById(article))?.key
    return key === undefined ? null : ((await store.memberships([key]))[0]?.story ?? null)
  }

  return {
    list: (query, after, limit) => storyList(viewer, query, after, limit),
    async one(id, from, limit) {
      const story = await store.storyByKey(id)
      if (story === null) return null
      const [head] = await shownStories(viewer, [story])
      return { ...head!, ...(await membersPage(viewer, story, from, limit)) }
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
        throw new UserError(`you follow ${MOST_FOLLOWED} stories: let one go first`)
      return (await shownStories(viewer, [story]))[0]!
    },
    async split(article, isTrial) {
      const articles = await callEngine({ name: 'split', reader, article, isTrial })
      return { articles, story: await storyNow(article) }
    },
    async join(article, other, isTrial) {
      const articles = await callEngine({ name: 'join', reader, article, other, isTrial })
      return { articles, story: await storyNow(article) }
    },
  }
}
