import { UserError } from '../core/domain/user-error.ts'
import { keyHash } from '../core/text/key-hash.ts'
import { urlKey } from '../core/text/url-key.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredStory } from '../io/store/stories.ts'
import type { FeedOverview } from './feed-overview.ts'
import { feedsNamed } from './find-feed.ts'

/** The article a user names by number or address; null when there is none. */
export async function articleNamed(store: Store, wanted: string): Promise<StoredArticle | null> {
  if (/^\d+$/.test(wanted)) return store.articleById(Number(wanted))
  const key = urlKey(wanted)
  const id = key === null ? null : await store.articleAtAddress(keyHash(key))
  return id === null ? null : store.articleById(id)
}

/** The same, or an error that says how to find one. */
export async function findArticle(store: Store, wanted: string): Promise<StoredArticle> {
  const article = await articleNamed(store, wanted)
  if (article === null) {
    throw new UserError(`no article is called "${wanted}"; \`copytaster articles\` and \`search\` show their numbers`)
  }
  return article
}

/** What can be a story's key, or the beginning of one. */
const STORY_NAME = /^[0-9a-f]{4,32}$/

/** The story a user names by its key or enough of its beginning; null when there is none. */
export async function storyNamed(store: Store, wanted: string): Promise<StoredStory | null> {
  if (!STORY_NAME.test(wanted)) return null
  const whole = await store.storyByKey(wanted)
  if (whole !== null) return whole
  const fitting = await store.storyKeysFrom(wanted, 3)
  if (fitting.length > 1)
    throw new UserError(
      `several stories begin with "${wanted}", such as ${fitting.join(' and ')}: give more of the name`,
    )
  return fitting.length === 0 ? null : store.storyByKey(fitting[0]!)
}

/** What a name can stand for. */
export type NamedKind = 'article' | 'story' | 'feed'

/** What a name alone stands for; an error asks for more when it could be an article or a feed. */
export async function kindNamed(store: Store, wanted: string, feeds: readonly FeedOverview[]): Promise<NamedKind> {
  const article = await articleNamed(store, wanted)
  const isNumber = feeds.some(({ feed }) => String(feed.id) === wanted)
  if (article !== null && isNumber) {
    throw new UserError(`"${wanted}" is an article and a feed: say \`why article ${wanted}\` or \`why feed ${wanted}\``)
  }
  if (article !== null) return 'article'
  if (!isNumber && (await storyNamed(store, wanted)) !== null) return 'story'
  if (feedsNamed(feeds, wanted).length > 0) return 'feed'
  throw new UserError(
    `no article, story or feed is called "${wanted}"; \`copytaster articles\`, \`stories\` and \`feeds list\` show them`,
  )
}
