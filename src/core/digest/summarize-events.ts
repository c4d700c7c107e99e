import type { SummarySentence } from '../domain/digest.ts'
import type { SummaryPolicy, WordLimits } from './digest-policy.ts'
import type { SummaryArticle } from './story-sentences.ts'
import { summarize } from './summarize.ts'

/** An article of a summary, with the story it belongs to. */
type EventArticle = SummaryArticle & { readonly story: string }

/** With fewer words an event is not told. */
const LEAST_WORDS = 18

/**
 * The summary of a topic, the lead first. A topic that holds several events, as when a number of topics was asked for, is told
 * event by event: sentences of different events in one run read as one.
 */
export function summarizeEvents(
  articles: readonly EventArticle[],
  limits: WordLimits,
  policy: SummaryPolicy,
): SummarySentence[] {
  const events = [...new Set(articles.map(({ story }) => story))].slice(0, Math.floor(limits.max / LEAST_WORDS))
  if (events.length < 2) return summarize(articles, limits, policy)
  const share = (words: number): number => Math.floor(words / events.length)
  const own = { min: share(limits.min), max: share(limits.max) }
  return events.flatMap((story, event) => {
    const told = articles.filter((article) => article.story === story)
    return summarize(told, own, policy).map((sentence) => ({ ...sentence, event }))
  })
}
