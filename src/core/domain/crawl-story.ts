/** The kind of text on a crawled page. */
export type ContentType = 'news' | 'opinion' | 'analysis' | 'video' | 'sponsored'

/**
 * Where a story was found: the page the user requested, the page with the story, and the number of links between them.
 */
export interface CrawlProvenance {
  readonly root_url: string
  readonly page_url: string
  readonly crawl_depth: number
}

/** One page that showed the story. */
export interface SeenOnPage {
  readonly page_url: string
  readonly crawl_depth: number
}

/** The parser's confidence in a story, and the reasons. */
export interface ParseQuality {
  readonly parse_confidence: number
  readonly missing_fields: readonly string[]
  readonly segmentation_reason: string
}

/** One item of a crawled page. The keys are those of the published output, so they are in snake_case. */
export interface CrawlStory {
  readonly story_id: string
  readonly headline: string
  readonly subheadline: string | null
  readonly section: string | null
  readonly published: string | null
  readonly published_raw: string | null
  readonly body_snippet: string | null
  readonly comment_count: number | null
  readonly tags: readonly string[]
  readonly content_type: ContentType
  readonly author: string | null
  readonly language: string | null
  readonly parse_quality: ParseQuality
  readonly provenance: CrawlProvenance
  readonly seen_on_pages: readonly SeenOnPage[]
}

/** A warning about the crawl or one of its stories: a code and the text that caused it. */
export interface CrawlWarning {
  readonly code: string
  readonly example: string
  readonly page_url: string | null
}

/** Metadata and counters of a crawl. */
export interface CrawlFeedMeta {
  readonly parser_version: string
  readonly source_profile: string
  readonly source_name: string | null
  readonly source_root_url: string
  readonly crawl_time_utc: string | null
  readonly pages_crawled: number
  readonly stories_extracted: number
  readonly duplicates_removed: number
  readonly noise_lines_stripped: number
  readonly parse_warnings: number
}

/** The crawl parser's result: a structured news feed. */
export interface CrawlFeed {
  readonly feed_meta: CrawlFeedMeta
  readonly stories: readonly CrawlStory[]
  readonly warnings: readonly CrawlWarning[]
}
