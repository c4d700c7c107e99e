import { leadOf } from '../similar/terms.ts'
import { normalizeTitle } from '../text/title.ts'
import { scriptOf } from '../text/words.ts'
import { phraseLabel } from './label-phrases.ts'
import { wordLabel } from './label-words.ts'
import { chooseLead, type Placed } from './rank-members.ts'
import type { TopicArticle } from './topic-article.ts'

/** A member as labels read it: the headline without what its feed hangs on it, and the opening of the text. */
export interface LabelText {
  readonly title: string
  readonly opening: string
  readonly language: string | null
  readonly sourceName: string | null
}

/** What a label is put together from: an entity, terms best first, and the lead's headline where words do not suffice. */
export interface LabelDraft {
  readonly entity: string | null
  readonly terms: readonly string[]
  /** Written without spaces, so with other commas. */
  readonly unspaced: boolean
  readonly title: string
}

/** The nearest members say what a topic is about; a thirteenth adds nothing but time. */
const MOST_MEMBERS = 12
const OPENING_WORDS = 60

/** The members a label is found from. */
export function nearest(members: readonly Placed[]): Placed[] {
  const sorted = [...members].sort((a, b) => b.nearness - a.nearness || (a.article.key < b.article.key ? -1 : 1))
  return sorted.slice(0, MOST_MEMBERS)
}

/** Finds what to call a topic, in the words of its own articles. */
export function draftLabel(
  members: readonly Placed[],
  textOf: (article: TopicArticle) => string | null,
  weightOf: (term: string) => number,
): LabelDraft {
  const lead = chooseLead(members)
  const texts = nearest(members).map(({ article }) => labelText(article, textOf(article)))
  const script = scriptOf(texts.map(({ title, opening }) => `${title} ${opening}`).join(' '))
  const unspaced = script === 'zh' || script === 'ja'
  const found = unspaced ? phraseLabel(texts, script, weightOf) : wordLabel(texts, weightOf)
  return { ...found, unspaced, title: normalizeTitle(lead.title, lead.sourceName) }
}

function labelText({ title, language, sourceName }: TopicArticle, text: string | null): LabelText {
  return {
    title: normalizeTitle(title, sourceName),
    opening: text === null ? '' : leadOf(text, OPENING_WORDS),
    language,
    sourceName,
  }
}
