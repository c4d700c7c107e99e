import { itemsOf } from '../core/digest/self-check.ts'
import { type TodayShape, todayShape } from '../core/digest/today-shape.ts'
import type { Digest, SummarySentence } from '../core/domain/digest.ts'
import type { Store } from '../io/store/open-store.ts'
import type { ShownArticle } from './article-pages.ts'
import type { DigestArchive } from './digest-archive.ts'
import { type StoryGrowth, storyGrowth } from './story-growth.ts'
import type { StoryNewsCache } from './story-news-cache.ts'
import type { WebArticles } from './web-articles.ts'
import type { WebVisits } from './web-visits.ts'

/** A story of the front page: what is unread in it, and what came since the last visit. */
export interface TodayStory extends StoryGrowth {
  /** What is new in it; null where nothing came, or all of it did. */
  readonly sentence: SummarySentence | null
}

/** The front page of this moment, with what is the reader's own. */
export interface TodayPage {
  readonly digest: Digest
  /** When the reader's last visit ended. */
  readonly since: number | null
  readonly shape: TodayShape
  /** Whether a story has a second newsroom. */
  readonly isCorroborated: boolean
  /** How many feeds the reader follows. */
  readonly feeds: number
  /** By the key of the digest's item. */
  readonly stories: readonly TodayStory[]
  /** The newest unread articles of feeds that rarely write, one of each. */
  readonly rare: readonly ShownArticle[]
  /** The newest of all articles, where no story is corroborated or everything fits into one column. */
  readonly newest: readonly ShownArticle[]
}

/** The front page of one reader. */
export interface WebToday {
  /** In the reader's languages, or in others; null while the first digest is being made. */
  readonly page: (languages?: readonly string[]) => Promise<TodayPage | null>
}

/** What the front page needs. */
export interface WebTodayDeps {
  /** The reader's. */
  readonly store: Store
  readonly reader: number
  readonly now: () => number
  readonly articles: Pick<WebArticles, 'shown' | 'byTime'>
  readonly visits: Pick<WebVisits, 'since'>
  readonly current: DigestArchive['current']
  readonly news: StoryNewsCache
}

const DAY_MS = 86_400_000
/** A feed writes rarely when it published at most so much in so long. */
const RARELY = { articles: 4, ms: 30 * DAY_MS }
/** How old an article of such a feed may be, if it came before the last visit. */
const RECENT_MS = 14 * DAY_MS
const MOST_RARE = 12
/** Articles looked at to find them: most are read, or of the same feeds. */
const RARE_TO_LOOK_AT = 200
const MOST_NEWEST = 100

export function createWebToday(deps: WebTodayDeps): WebToday {
  const { store, reader, now, articles, visits, current, news } = deps

  async function rare(since: number | null): Promise<ShownArticle[]> {
    const from = now() - RARELY.ms
    const recentFrom = Math.max(from, Math.min(now() - RECENT_MS, since ?? Number.POSITIVE_INFINITY))
    const span = { most: RARELY.articles, from, recentFrom }
    const found = await store.web.rareArticles(reader, span, RARE_TO_LOOK_AT)
    const keys = found.map(({ key }) => key)
    const unread = await store.web.fittingKeys(reader, { unread: true }, keys)
    const seen = new Set<number>()
    const newest = found.filter(({ key, feed }) => unread.has(key) && !seen.has(feed) && seen.add(feed))
    return articles.shown(newest.slice(0, MOST_RARE).map(({ key }) => key))
  }

  async function stories(digest: Digest, since: number | null): Promise<TodayStory[]> {
    const grown = await storyGrowth(store, reader, itemsOf(digest), since)
    const told = [...digest.topStories, ...digest.noteworthy.flatMap(({ items }) => items)]
    const isTold = new Set(told.map(({ key }) => key))
    const sentences = await news(grown.filter(({ key, hasGrown }) => hasGrown && isTold.has(key)))
    return grown.map((one) => ({ ...one, sentence: sentences.get(one.key) ?? null }))
  }
  return {
    async page(languages) {
      const digest = await current(languages)
      if (digest === null) return null
      const since = await visits.since()
      const feeds = await store.web.countFollowed(reader)
      const shape = todayShape(feeds)
      const isCorroborated = digest.isUncorroborated !== true
      const wantsNewest = shape === 'column' || !isCorroborated
      return {
        digest,
        since,
        shape,
        isCorroborated,
        feeds,
        stories: await stories(digest, since),
        rare: await rare(since),
        newest: wantsNewest ? (await articles.byTime({ leads: true }, null, MOST_NEWEST)).items : [],
      }
    },
  }
}
