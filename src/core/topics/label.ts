import { leadOf } from '../similar/terms.ts'
import { normalizeTitle } from '../text/title.ts'
import { foldText, scriptOf } from '../text/words.ts'
import { phraseLabel } from './label-phrases.ts'
import { wordLabel } from './label-words.ts'
import { chooseLead, type MeasuredMember } from './rank-members.ts'
import type { TopicArticle } from './topic-article.ts'

/** A member as labels read it: the headline without the feed's boilerplate, and the opening of the text. */
export interface LabelText {
  readonly title: string
  readonly opening: string
  readonly language: string | null
  readonly sourceName: string | null
}

/** The parts of a label: an entity, terms best first, and the lead's headline as a fallback. */
export interface LabelParts {
  readonly entity: string | null
  readonly terms: readonly string[]
  /** How many of the terms a label needs; the others tell it from another like it. */
  readonly shown: number
  /** True for scripts without spaces, which use other commas. */
  readonly unspaced: boolean
  readonly title: string
}

/** Labels are made from the members nearest to the centroid; more than these only cost time. */
const MOST_MEMBERS = 12
const OPENING_WORDS = 60

/** The members that a label is made from. */
export function nearest(members: readonly MeasuredMember[]): MeasuredMember[] {
  const sorted = [...members].sort((a, b) => b.nearness - a.nearness || (a.article.key < b.article.key ? -1 : 1))
  return sorted.slice(0, MOST_MEMBERS)
}

/** Finds the parts of a topic's label in the words of its own articles. */
export function labelParts(
  members: readonly MeasuredMember[],
  textOf: (article: TopicArticle) => string | null,
  weightOf: (term: string) => number,
): LabelParts {
  const lead = chooseLead(members)
  const texts = withoutRepeats(nearest(members).map(({ article }) => labelText(article, textOf(article))))
  const script = scriptOf(texts.map(({ title, opening }) => `${title} ${opening}`).join(' '))
  const unspaced = script === 'zh' || script === 'ja'
  const found = unspaced ? phraseLabel(texts, script, weightOf) : wordLabel(texts, weightOf)
  return { ...found, unspaced, title: normalizeTitle(lead.title, lead.sourceName) }
}

/** Reprints under the same headline count once. */
function withoutRepeats(texts: readonly LabelText[]): LabelText[] {
  const byTitle = new Map<string, LabelText>()
  for (const text of texts) {
    const title = foldText(text.title)
    if (!byTitle.has(title)) byTitle.set(title, text)
  }
  return [...byTitle.values()]
}

function labelText({ title, language, sourceName }: TopicArticle, text: string | null): LabelText {
  return {
    title: normalizeTitle(title, sourceName),
    opening: text === null ? '' : leadOf(text, OPENING_WORDS),
    language,
    sourceName,
  }
}
