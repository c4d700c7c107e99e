import type { ContentType, CrawlProvenance, CrawlStory } from '../domain/crawl-story.ts'
import { keyHash } from '../text/key-hash.ts'
import { classify } from './classify.ts'
import type { MergedDraft } from './dedup-drafts.ts'
import type { StoryDraft } from './draft.ts'
import type { CrawlContext } from './draft-stories.ts'
import { parseQuality } from './quality.ts'
import { isoInZone } from './source-zone.ts'

/** Stages 7 to 10, and the story as the contract has it: these keys, in this order, and no others. */
export function toStory(draft: MergedDraft, rootUrl: string, { rules, zone }: CrawlContext): CrawlStory {
  const content_type = classify(draft, rules)
  return {
    story_id: `${rules.profile.name}:${keyHash(draft.key)}`,
    headline: draft.headline,
    subheadline: draft.subheadline,
    section: draft.section,
    published: draft.publishedAt === null ? null : isoInZone(draft.publishedAt, zone),
    published_raw: draft.publishedRaw,
    body_snippet: draft.body,
    comment_count: draft.commentCount,
    tags: draft.tags,
    content_type,
    author: authorOf(draft, content_type),
    language: draft.language,
    parse_quality: parseQuality(draft, rules),
    provenance: provenanceOf(draft, rootUrl),
    seen_on_pages: draft.seenOn,
  }
}

/** Stage 8: the page of the copy that was kept. */
const provenanceOf = (draft: StoryDraft, rootUrl: string): CrawlProvenance => ({
  root_url: rootUrl,
  page_url: draft.pageUrl,
  crawl_depth: draft.depth,
})

/** Stage 9: only a column names its author by its place. */
const authorOf = (draft: StoryDraft, type: ContentType): string | null => (type === 'opinion' ? draft.byline : null)
