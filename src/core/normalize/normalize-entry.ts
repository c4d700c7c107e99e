import type { Article } from '../domain/article.ts'
import type { Entry } from '../domain/entry.ts'
import type { FeedInfo } from '../domain/feed-document.ts'
import type { SourceRequest } from '../domain/source.ts'
import { countWords } from '../text/count-words.ts'
import type { DetectLanguage } from '../text/detect-language.ts'
import { finalCategory } from '../text/final-category.ts'
import { keyHash } from '../text/key-hash.ts'
import { readingMinutes } from '../text/reading-minutes.ts'
import { storable } from '../text/storable.ts'
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

/** The context of an entry. */
export interface NormalizeContext {
  /** The feed's number. */
  readonly feed: number
  /** The address the document was fetched from: the last base for relative links. */
  readonly feedUrl: string
  readonly source: Pick<SourceRequest, 'url' | 'tab' | 'category' | 'name' | 'language' | 'private'>
  readonly document: Pick<FeedInfo, 'title' | 'language' | 'bylines'>
  /** The time of the poll. */
  readonly now: number
  /** From `loadLanguageDetector`, for feeds without a declared language; null detects by script only. */
  readonly detectLanguage: DetectLanguage | null
}

/** An article, or `malformed` for an entry with neither title nor body. */
export type Normalized = { readonly kind: 'article'; readonly article: Article } | { readonly kind: 'malformed' }

/** What the rest of the document says about an entry. */
export interface DocumentContext {
  /**
   * Whether other entries of the document have the same address (`entriesOfSharedPages`): the guid alone then
   * identifies it.
   */
  readonly sharesPage?: boolean
}

/** Converts an entry to an article. The same entry and context always give the same article. */
export function normalizeEntry(
  entry: Entry,
  context: NormalizeContext,
  { sharesPage = false }: DocumentContext = {},
): Normalized {
  const base = entry.base ?? context.feedUrl
  const body = articleBody(entry.texts, base)
  const written = articleTitle(entry.title, body.text)
  if (written === null && body.html === null) return { kind: 'malformed' }
  const page = articleUrl(entry, context.feedUrl)
  const url = sharesPage && page !== null ? page + anchorOf(entry) : page
  // A picture without any text has no title; its address is used instead.
  const title = written ?? url ?? entry.guid?.value ?? context.feedUrl
  const guid = articleGuid(entry.guid, sharesPage ? null : url, title, entry.link)
  const author = articleAuthor(entry.authors, context.document.bylines)
  const wordCount = body.text === null ? 0 : countWords(body.text)
  const { published, dateUncertain, dateZoneAssumed } = articleDate(entry.dates, context.now)
  const { private: isPrivate = false } = context.source
  // An address would lead from one scope to another.
  const addressKey = url === null || sharesPage || isPrivate ? null : keyHash(urlKey(url)!)
  const language = articleLanguage(
    [context.source.language, entry.language, context.document.language],
    () => languageSample(title, body.text),
    context.detectLanguage,
  )
  const description = articleDescription(entry.texts, body)
  const rssCategory = context.source.category
  const newsroom = sourceName(context.source.name, context.document.title, context.feedUrl)
  const article: Article = {
    key: isPrivate ? privateKey(context.feed, guid) : (addressKey ?? keyWithoutAddress(context.source.url, guid)),
    feed: context.feed,
    tab: context.source.tab,
    rssCategory,
    finalCategory: finalCategory({ language, rssCategory, title, description }),
    sourceName: newsroom,
    publisher: articlePublisher(entry.source, author, body.text, newsroom),
    language,
    title,
    url,
    urlKey: addressKey,
    guid,
    author,
    published,
    dateUncertain,
    dateZoneAssumed,
    firstSeen: context.now,
    backlog: false,
    body: body.html,
    text: body.text,
    description,
    categories: articleCategories(entry.categories),
    media: articleMedia(entry, body.image, base),
    wordCount,
    readingMinutes: readingMinutes(wordCount),
    partialContent: isPartialContent(body.text, wordCount),
    contentHash: contentHash(title, body.text),
    provenance: null,
  }
  return { kind: 'article', article: storable(article) }
}

/**
 * The hash of feed and guid. The feed is identified by its configured address, since its number depends on the order of
 * adding.
 */
export const keyWithoutAddress = (sourceUrl: string, guid: string): string =>
  keyHash(`${urlKey(sourceUrl) ?? sourceUrl}\n${guid}`)

/** Two readers may follow one address with two logins, so the address does not identify a private feed. */
const privateKey = (feed: number, guid: string): string => keyHash(`private feed ${feed}\n${guid}`)
