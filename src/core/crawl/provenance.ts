import type { CrawlProvenance } from '../domain/crawl-story.ts'
import type { StoryDraft } from './draft.ts'

/** Stage 8: the page of the copy that was kept, and the page the user requested. */
export const buildProvenance = (draft: StoryDraft, rootUrl: string): CrawlProvenance => ({
  root_url: rootUrl,
  page_url: draft.pageUrl,
  crawl_depth: draft.depth,
})
