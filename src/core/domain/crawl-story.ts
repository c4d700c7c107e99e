/** What kind of piece a crawled page shows. */
export type ContentType = 'news' | 'opinion' | 'analysis' | 'video' | 'sponsored'

/** Where a story stood: the page the user aimed at, the page it was found on, and how far apart they are. */
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

/** How sure the parser is of a story, and why. */
export interface ParseQuality {
  readonly parse_confidence: number
  readonly missing_fields: readonly string[]
  readonly segmentation_reason: string
}

/** One item as a crawled page gives it. The keys are those of the published output, so they are in snake_case. */
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

/** A doubt about the crawl or one of its stories: a short code and the text that raised it. */
export interface CrawlWarning {
  readonly code: string
  readonly example: string
  readonly page_url: string | null
}

/** The crawl as a whole: who parsed what, and the counters. */
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

/** What the crawl parser gives: a structured news feed. */
export interface CrawlFeed {
  readonly feed_meta: CrawlFeedMeta
  readonly stories: readonly CrawlStory[]
  readonly warnings: readonly CrawlWarning[]
}
