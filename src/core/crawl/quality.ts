import type { ParseQuality } from '../domain/crawl-story.ts'
import type { StoryDraft } from './draft.ts'
import type { ProfileRules } from './profile.ts'
import type { HeadRule } from './story-head.ts'

/** The rule that found the story, as named in the output. */
const reasons: Readonly<Record<HeadRule, string>> = {
  heading: 'date_anchor+heading_alignment',
  label: 'date_anchor+section_label',
  marker: 'date_anchor+marker',
  fallback: 'date_anchor+nearest_preceding_line_fallback',
}

/** Stage 10: confidence, missing fields, and the rule that found the story. */
export function parseQuality(draft: StoryDraft, { profile }: ProfileRules): ParseQuality {
  const missing = missingFields(draft)
  const figures = profile.confidence
  const spaced = draft.rule === 'heading' && !draft.exact
  const lost =
    missing.length * figures.missing_field +
    (draft.rule === 'fallback' ? figures.fallback : 0) +
    (draft.publishedAt === null ? figures.unparsed_date : 0) +
    (spaced ? figures.spacing : 0) +
    (draft.doubtful ? figures.doubt : 0) +
    figures.profile
  return {
    parse_confidence: Math.max(0, Math.round((1 - lost) * 100) / 100),
    missing_fields: missing,
    segmentation_reason: reasons[draft.rule] + (spaced ? '_spacing' : ''),
  }
}

/** A subheadline is missing only where other stories of the page have one. */
function missingFields(draft: StoryDraft): string[] {
  const missing: string[] = []
  if (draft.publishedAt === null) missing.push('published')
  if (draft.section === null) missing.push('section')
  if (draft.subheadline === null && draft.othersHaveSubheadline) missing.push('subheadline')
  return missing
}
