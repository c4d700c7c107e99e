import type { SummarySentence } from '../domain/digest.ts'
import { terms } from '../similar/terms.ts'
import { termWeights } from './cover-story.ts'
import type { SummaryPolicy, WordLimits } from './digest-policy.ts'
import { languageOf, type SummaryArticle, storySentences } from './story-sentences.ts'

/**
 * The sentence of the new articles with most of what the older articles did not say. When no sentence says more, the headline
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
  const weights = termWeights(sentences, [], language, policy)
  let best: { readonly sentence: SummarySentence; readonly gain: number } | null = null
  for (const { text, article, words, leansOn, terms: own } of sentences) {
    if (leansOn !== null || words > policy.newsWords.max) continue
    let all = 0
    let added = 0
    for (const term of own) {
      all += weights.get(term)!
      if (!told.has(term)) added += weights.get(term)!
    }
    const gain = added / Math.sqrt(words)
    if (added >= policy.novelty * all && (best === null || gain > best.gain))
      best = { sentence: { text, article }, gain }
  }
  if (best !== null) return best.sentence
  const newest = newcomers.reduce((latest, one) => (one.published > latest.published ? one : latest))
  return { text: newest.title, article: newest.key }
}
