import type { Article } from '../domain/article.ts'
import type { CrawlStory } from '../domain/crawl-story.ts'
import type { Text } from '../domain/entry.ts'
import type { SourceRequest } from '../domain/source.ts'
import { countWords } from '../text/count-words.ts'
import type { DetectLanguage } from '../text/detect-language.ts'
import { excerpt } from '../text/excerpt.ts'
import { finalCategory } from '../text/final-category.ts'
import { keyHash } from '../text/key-hash.ts'
import { parseDate } from '../text/parse-date.ts'
import { readingMinutes } from '../text/reading-minutes.ts'
import { storable } from '../text/storable.ts'
import { urlKey } from '../text/url-key.ts'
import { articleCategories } from './article-categories.ts'
import type { ArticleDate } from './article-date.ts'
import { articleLanguage, languageSample } from './article-language.ts'
import { articlePublisher } from './article-publisher.ts'
import { plainTitle } from './article-title.ts'
import { contentHash } from './content-hash.ts'
import { keyWithoutAddress } from './normalize-entry.ts'
import { isPartialContent } from './partial-content.ts'
import { sourceName } from './source-name.ts'

/** The context of a crawled story. */
export interface CrawlStoryContext {
  /** Number of the feed that holds the articles of this crawl. */
  readonly feed: number
  readonly source: Pick<SourceRequest, 'url' | 'tab' | 'category' | 'name' | 'language'>
  /** The story's own canonical address: the link whose text is the headline. */
  readonly url: string | null
  readonly siteName: string | null
  readonly crawledAt: number | null
  /** True when the site's time zone is not known. */
  readonly zoneGuessed: boolean
  /** The time of ingest. */
  readonly now: number
  readonly detectLanguage: DetectLanguage | null
}

const longestDescription = 500

/**
 * Converts a crawled story to an article. The page it was found on is kept as provenance and never used as its address.
 */
export function normalizeCrawlStory(story: CrawlStory, context: CrawlStoryContext): Article {
  const { source, url } = context
  const title = plainTitle(plain(story.headline)) ?? story.headline
  const text = story.body_snippet
  const wordCount = text === null ? 0 : countWords(text)
  const addressKey = url === null ? null : keyHash(urlKey(url)!)
  const { root_url, page_url, crawl_depth } = story.provenance
  const language = articleLanguage(
    [source.language, story.language],
    () => languageSample(title, text),
    context.detectLanguage,
  )
  const description = describe(story.subheadline ?? text)
  const rssCategory = story.section ?? source.category
  const newsroom = sourceName(source.name, context.siteName === null ? null : plain(context.siteName), root_url)
  return storable({
    key: addressKey ?? keyWithoutAddress(source.url, story.story_id),
    feed: context.feed,
    tab: source.tab,
    rssCategory,
    finalCategory: finalCategory({ language, rssCategory, title, description }),
    sourceName: newsroom,
    publisher: articlePublisher(null, story.author, text, newsroom),
    language,
    title,
    url,
    urlKey: addressKey,
    guid: story.story_id,
    author: story.author,
    ...storyDate(story, context),
    firstSeen: context.now,
    backlog: false,
    body: null,
    text,
    description,
    categories: articleCategories(labelsOf(story).map((term) => ({ term, scheme: null, label: null }))),
    media: [],
    wordCount,
    readingMinutes: readingMinutes(wordCount),
    partialContent: isPartialContent(text, wordCount),
    contentHash: contentHash(title, text),
    provenance: { rootUrl: root_url, pageUrl: page_url, crawlDepth: crawl_depth },
  })
}

const oneDayMs = 86_400_000

/** The story's own time, else the time of the crawl, else now. A time more than a day in the future is ignored. */
function storyDate(story: CrawlStory, { crawledAt, zoneGuessed, now }: CrawlStoryContext): ArticleDate {
  const sane = (at: number | null): number | null => (at !== null && at <= now + oneDayMs ? at : null)
  const told = sane(story.published === null ? null : Date.parse(story.published))
  if (told === null) return { published: sane(crawledAt) ?? now, dateUncertain: true, dateZoneAssumed: false }
  const written = story.published_raw === null ? null : parseDate(story.published_raw)
  return { published: told, dateUncertain: false, dateZoneAssumed: zoneGuessed && written?.zone === 'assumed' }
}

/** The tags, and the content type unless it is "news", which is true of all others too. */
const labelsOf = ({ tags, content_type }: CrawlStory): readonly string[] =>
  content_type === 'news' ? tags : [...tags, content_type]

const describe = (text: string | null): string | null => (text === null ? null : excerpt(text, longestDescription))

const plain = (value: string): Text => ({ value, type: 'text', base: null, language: null })
