import type { CrawlStory } from '../domain/crawl-story.ts'
import { keyHash } from '../text/key-hash.ts'
import { authorOf } from './author.ts'
import { classify } from './classify.ts'
import type { MergedDraft } from './dedup-drafts.ts'
import type { CrawlContext } from './draft-stories.ts'
import { buildProvenance } from './provenance.ts'
import { parseQuality } from './quality.ts'
import { isoInZone } from './source-zone.ts'

/** Stages 7 to 10: builds the story with exactly the keys of the contract, in its order. */
export function toStory(merged: MergedDraft, rootUrl: string, { rules, zone }: CrawlContext): CrawlStory {
  const { draft, key, seenOn } = merged
  const content_type = classify(draft, rules)
  return {
    story_id: `${rules.profile.name}:${keyHash(key)}`,
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
    provenance: buildProvenance(draft, rootUrl),
    seen_on_pages: seenOn,
  }
}
