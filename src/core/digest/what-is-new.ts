import type { SummarySentence } from '../domain/digest.ts'
import type { Figure } from '../domain/figure.ts'
import { terms } from '../similar/terms.ts'
import { figuresIn } from '../text/figures.ts'
import { termWeights } from './cover-story.ts'
import type { SummaryPolicy, WordLimits } from './digest-policy.ts'
import { languageOf, type SummaryArticle, storySentences } from './story-sentences.ts'

/** How much less a sentence counts for each one before it in its article: what is new stands in front. */
const FURTHER_DOWN = 0.3
/** How much more a sentence counts that gives a new state of a running figure, among the first so many. */
const NEW_FIGURE = 3
const FIRST = 3

/**
 * The sentence of the new articles with most of what the older articles did not say; a new state of a running figure, and the
 * first sentence of an article, come before details. When no sentence says more, the headline
 * of the newest article; null without new articles.
 */
export function whatIsNew(
  newcomers: readonly (SummaryArticle & { readonly published: number })[],
  known: readonly SummaryArticle[],
  policy: SummaryPolicy & { readonly newsWords: WordLimits },
): SummarySentence | null {
  if (newcomers.length === 0) return null
  const sentences = storySentences(newcomers, policy)
  const language = languageOf(newcomers[0]!)
  const told = new Set(
    known.flatMap(({ title, text, description }) => terms(`${title} ${text ?? description ?? ''}`, language)),
  )
  const titles = newcomers.map(({ title }) => title)
  const weights = termWeights(sentences, titles, language, policy)
  const knownFigures = known.flatMap(({ title, text, description }) => figuresIn(title, text ?? description, language))
  const isNewFigure = (one: Figure) =>
    knownFigures.some(({ kind }) => kind === one.kind) &&
    !knownFigures.some(({ kind, value }) => kind === one.kind && value === one.value)
  let best: { readonly sentence: SummarySentence; readonly gain: number } | null = null
  for (const { text, article, words, leansOn, index, terms: own } of sentences) {
    if (leansOn !== null || words > policy.newsWords.max) continue
    let all = 0
    let added = 0
    for (const term of own) {
      all += weights.get(term)!
      if (!told.has(term)) added += weights.get(term)!
    }
    const figures = index < FIRST && figuresIn(text, null, language).some(isNewFigure) ? NEW_FIGURE : 1
    const gain = (figures * added) / Math.sqrt(words) / (1 + FURTHER_DOWN * index)
    const isNews = index === 0 || figures > 1 || added >= policy.novelty * all
    if (isNews && added > 0 && (best === null || gain > best.gain)) best = { sentence: { text, article }, gain }
  }
  if (best !== null) return best.sentence
  const newest = newcomers.reduce((latest, one) => (one.published > latest.published ? one : latest))
  return { text: newest.title, article: newest.key }
}
