import type { SummarySentence } from '../domain/digest.ts'
import { terms } from '../similar/terms.ts'
import { termWeights } from './cover-story.ts'
import type { SummaryPolicy, WordLimits } from './digest-policy.ts'
import { languageOf, type SummaryArticle, storySentences } from './story-sentences.ts'

/**
 * The sentence of the new articles with most of what neither the older articles nor the summary said; null when there
 * is none.
 */
export function whatIsNew(
  newcomers: readonly SummaryArticle[],
  known: readonly SummaryArticle[],
  summary: readonly SummarySentence[],
  policy: SummaryPolicy & { readonly newsWords: WordLimits },
): SummarySentence | null {
  if (newcomers.length === 0) return null
  const sentences = storySentences(newcomers, policy)
  const language = languageOf(newcomers[0]!)
  const told = new Set(
    known.flatMap(({ title, text, description }) => terms(`${title} ${text ?? description ?? ''}`, language)),
  )
  const shown = new Set(summary.map(({ text }) => text))
  const weights = termWeights(sentences, [], language, policy)
  let best: { readonly sentence: SummarySentence; readonly gain: number } | null = null
  for (const { text, article, words, leansOn, terms: own } of sentences) {
    if (leansOn !== null || words > policy.newsWords.max || shown.has(text)) continue
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
  return best?.sentence ?? null
}
