import type { ContentType } from '../domain/crawl-story.ts'
import type { StoryDraft } from './draft.ts'
import { fold, foldLabel } from './fold.ts'
import type { ProfileRules } from './profile.ts'

const analysis = /analysis|deep dive|explainer/

/** Stage 7. The first matching row wins, so the order of the rows is part of the rule. */
export function classify(draft: StoryDraft, rules: ProfileRules): ContentType {
  if (isOpinion(draft, rules)) return 'opinion'
  const told = [draft.prefix, draft.headline, draft.subheadline]
  if (told.some((text) => text !== null && analysis.test(fold(text)))) return 'analysis'
  if (draft.marks.includes('video')) return 'video'
  return draft.marks.includes('sponsored') ? 'sponsored' : 'news'
}

/** True when the section, or the part before the headline's bar, is an opinion label. */
export const isOpinion = ({ section, prefix }: Pick<StoryDraft, 'section' | 'prefix'>, rules: ProfileRules): boolean =>
  [section, prefix].some((label) => label !== null && rules.opinion.has(foldLabel(label)))
