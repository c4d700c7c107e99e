import type { Article } from '../domain/article.ts'
import type { Entry } from '../domain/entry.ts'
import type { FeedInfo } from '../domain/feed-document.ts'
import type { SourceRequest } from '../domain/source.ts'
import { countWords } from '../text/count-words.ts'
import type { DetectLanguage } from '../text/detect-language.ts'
import { keyHash } from '../text/key-hash.ts'
import { readingMinutes } from '../text/reading-minutes.ts'
import { urlKey } from '../text/url-key.ts'
import { articleAuthor } from './article-author.ts'
import { articleBody } from './article-body.ts'
import { articleCategories } from './article-categories.ts'
import { articleDate } from './article-date.ts'
import { articleDescription } from './article-description.ts'
import { articleGuid } from './article-guid.ts'
import { articleLanguage, languageSample } from './article-language.ts'
import { articleMedia } from './article-media.ts'
import { articlePublisher } from './article-publisher.ts'
import { articleTitle } from './article-title.ts'
import { articleUrl } from './article-url.ts'
import { contentHash } from './content-hash.ts'
import { isPartialContent } from './partial-content.ts'
import { anchorOf } from './shared-address.ts'
import { sourceName } from './source-name.ts'

/** What normalising needs to know besides the entry. */
export interface NormalizeContext {
  /** Our number for the feed. */
  readonly feed: number
  /** The address the document came from, which relative links start from in the last resort. */
  readonly feedUrl: string
  readonly source: Pick<SourceRequest, 'url' | 'tab' | 'category' | 'name' | 'language'>
  readonly document: Pick<FeedInfo, 'title' | 'language' | 'authors'>
  /** The time of the poll. */
  readonly now: number
  /** From `loadLanguageDetector`, for feeds that do not say their language; null leaves it to the script. */
  readonly detectLanguage: DetectLanguage | null
}

/** An article, or an entry with neither title nor body. */
export type Normalized = { readonly kind: 'article'; readonly article: Article } | { readonly kind: 'malformed' }

/** What the document says of one entry by the others in it. */
export interface EntryPlace {
  /** Whether other articles of the document have its address (`entriesOfSharedPages`): it is then known by its guid alone. */
  readonly sharesPage?: boolean
}

/** One entry made regular. The same entry and context give the same article, whatever came before. */
export function normalizeEntry(
  entry: Entry,
  context: NormalizeContext,
  { sharesPage = false }: EntryPlace = {},
): Normalized {
  const base = entry.base ?? context.feedUrl
  const body = articleBody(entry.texts, base)
  const written = articleTitle(entry.title, body.text)
  if (written === null && body.html === null) return { kind: 'malformed' }
  const page = articleUrl(entry, context.feedUrl)
  const url = sharesPage && page !== null ? page + anchorOf(entry) : page
  // A picture without a word has no line to name it by; its address is at least true.
  const title = written ?? url ?? entry.guid?.value ?? context.feedUrl
  const guid = articleGuid(entry.guid, sharesPage ? null : url, title, entry.link)
  const author = articleAuthor(entry.authors, context.document.authors)
  const wordCount = body.text === null ? 0 : countWords(body.text)
  const { published, dateUncertain, dateZoneAssumed } = articleDate(entry.dates, context.now)
  const addressKey = url === null || sharesPage ? null : keyHash(urlKey(url)!)
  const article: Article = {
    key: addressKey ?? keyWithoutAddress(context.source.url, guid),
    feed: context.feed,
    tab: context.source.tab,
    rssCategory: context.source.category,
    finalCategory: null,
    sourceName: sourceName(context.source.name, context.document.title, context.feedUrl),
    publisher: articlePublisher(entry.source, author, body.text),
    language: articleLanguage(
      [context.source.language, entry.language, context.document.language],
      () => languageSample(title, body.text),
      context.detectLanguage,
    ),
    title,
    url,
    urlKey: addressKey,
    guid,
    author,
    published,
    dateUncertain,
    dateZoneAssumed,
    firstSeen: context.now,
    body: body.html,
    text: body.text,
    description: articleDescription(entry.texts, body),
    categories: articleCategories(entry.categories),
    media: articleMedia(entry, body.image, base),
    wordCount,
    readingMinutes: readingMinutes(wordCount),
    partialContent: isPartialContent(body.text, wordCount),
    contentHash: contentHash(title, body.text),
    provenance: null,
  }
  return { kind: 'article', article }
}

/** The hash of feed and guid. The feed is named by its configured address: its number depends on who came first. */
export const keyWithoutAddress = (sourceUrl: string, guid: string): string =>
  keyHash(`${urlKey(sourceUrl) ?? sourceUrl}\n${guid}`)
