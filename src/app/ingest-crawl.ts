import { CrawlInputError } from '../core/crawl/crawl-input-error.ts'
import { type ParseCrawlOptions, parseCrawl } from '../core/crawl/parse-crawl.ts'
import { storyUrls } from '../core/crawl/story-urls.ts'
import { printBytes } from '../core/dedup/print/print-bytes.ts'
import type { CrawlFeed, CrawlStory } from '../core/domain/crawl-story.ts'
import type { Feed } from '../core/domain/feed.ts'
import type { PreparedEntry } from '../core/domain/prepared.ts'
import type { Source, SourceRequest } from '../core/domain/source.ts'
import { type CrawlStoryContext, normalizeCrawlStory } from '../core/normalize/normalize-crawl-story.ts'
import { webUrl } from '../core/text/canonical-url.ts'
import { loadLanguageDetector } from '../core/text/detect-language.ts'
import { keyHash } from '../core/text/key-hash.ts'
import { rawHash } from '../core/text/raw-hash.ts'
import type { Store } from '../io/store/open-store.ts'
import type { AdmissionCount } from './admission-job.ts'
import { admitUnpolled, type UnpolledDeps } from './admit-unpolled.ts'

/** A crawl result to be stored. */
export interface CrawlIngest {
  readonly result: unknown
  readonly options: ParseCrawlOptions
  readonly tab: string | null
  /** The tab's language, which takes precedence over the page's. */
  readonly language: string | null
  /** The size of the file it came from. */
  readonly bytes: number
}

/** What storing a crawl result came to. */
export interface IngestReport {
  readonly feed: Feed
  readonly crawl: CrawlFeed
  readonly count: AdmissionCount
}

/** Parses a crawl result and admits its stories as articles in one transaction, by the same rules as a poll. */
export async function ingestCrawl(request: CrawlIngest, deps: UnpolledDeps): Promise<IngestReport> {
  const { store } = deps
  const startedAt = deps.now()
  const crawl = parseCrawl(request.result, request.options)
  const feed = await store.crawlFeed(await sourceRequest(request, crawl, store), startedAt)
  const [source] = await store.sourcesById([feed.source])
  const layered = deps.recentCache.policy.name === 'layered'
  const entries = await toEntries(request.result, crawl, { feed, source: source!, now: startedAt, layered })
  const title = crawl.feed_meta.source_name ?? feed.title
  const { record, count } = await admitUnpolled(
    { feed: { ...feed, title }, source: source!, entries, startedAt, bytes: request.bytes },
    deps,
  )
  return { feed: record.feed, crawl, count }
}

async function sourceRequest({ tab, language }: CrawlIngest, crawl: CrawlFeed, store: Store): Promise<SourceRequest> {
  const url = crawl.feed_meta.source_root_url
  if (webUrl(url) === null)
    throw new CrawlInputError(
      'start_url',
      `must be an address of http or https to be stored, got ${JSON.stringify(url)}`,
    )
  const position = 1 + (await store.sources()).reduce((last, source) => Math.max(last, source.position), 0)
  const unsaid = { category: null, name: null, tier: null, owner: null }
  return { url, tab, language, ...unsaid, kind: 'major', maxItems: 20, position }
}

async function toEntries(
  result: unknown,
  crawl: CrawlFeed,
  into: { readonly feed: Feed; readonly source: Source; readonly now: number; readonly layered: boolean },
): Promise<PreparedEntry[]> {
  const { feed_meta: meta, stories } = crawl
  const urls = storyUrls(result, stories)
  const context: Omit<CrawlStoryContext, 'url'> = {
    feed: into.feed.id,
    source: into.source,
    siteName: meta.source_name,
    crawledAt: meta.crawl_time_utc === null ? null : Date.parse(meta.crawl_time_utc),
    zoneGuessed: meta.source_profile === 'generic',
    now: into.now,
    detectLanguage: null,
  }
  const normalize = (story: CrawlStory, more: Pick<CrawlStoryContext, 'detectLanguage'>) =>
    normalizeCrawlStory(story, { ...context, ...more, url: urls.get(story.story_id) ?? null })
  const quick = stories.map((story) => normalize(story, { detectLanguage: null }))
  const unsaid = quick.some((article) => article.language === null)
  const detectLanguage = unsaid ? await loadLanguageDetector() : null
  return stories.map((story, i) => {
    const article = quick[i]!.language === null ? normalize(story, { detectLanguage }) : quick[i]!
    const guidKey = keyHash(story.story_id)
    return {
      guidKey,
      rawHash: rawHash(JSON.stringify(shownOf(story, urls.get(story.story_id) ?? null))),
      article,
      print: printBytes(article, { guidKey, layered: into.layered }),
    }
  })
}

/** The fields whose change makes a story another version: the page it was found on and parser warnings are not among them. */
function shownOf(story: CrawlStory, url: string | null): readonly unknown[] {
  const { story_id, headline, subheadline, section, published, body_snippet, tags, content_type, author } = story
  return [story_id, url, headline, subheadline, section, published, body_snippet, tags, content_type, author]
}
