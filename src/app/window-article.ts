import type { WindowArticle } from '../core/digest/digest-input.ts'
import type { Disposition } from '../core/domain/disposition.ts'
import type { ScoredArticle } from './window-scores.ts'

/** A scored article as a digest needs it; `position` is the index of its source in the settings. */
export function windowArticle({ article, story, isCopy, tier, score }: ScoredArticle, position: number): WindowArticle {
  const disposition: Disposition = isCopy ? 'near_duplicate' : article.updatedAt === null ? 'unique' : 'revision'
  return {
    key: article.key,
    feed: article.feed,
    title: article.title,
    url: article.url,
    sourceName: article.sourceName,
    tier: tier.tier,
    published: article.published,
    firstSeen: article.firstSeen,
    dateUncertain: article.dateUncertain,
    language: article.language,
    text: null,
    description: article.description,
    wordCount: article.wordCount,
    tab: article.tab,
    rssCategory: article.rssCategory,
    finalCategory: article.finalCategory,
    score: score?.value ?? null,
    story,
    disposition,
    position,
  }
}
