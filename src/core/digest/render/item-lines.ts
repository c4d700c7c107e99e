import type { DigestArticle, DigestItem, TabItem } from '../../domain/digest.ts'
import { hourNear, shortDay } from './local-time.ts'
import type { RenderContext } from './render-context.ts'
import type { Words } from './words.ts'

/** When an article was published, in words; no hour where even the day is uncertain. */
export function whenOf(article: DigestArticle, { digest, language, words }: RenderContext): string {
  const { zone, at } = digest
  if (article.dateUncertain) return words.uncertain(shortDay(article.published, zone, language))
  return hourNear(article.published, at, zone, language)
}

/** The source line of an article: source, tier, time and further facts. */
export interface Facts {
  readonly article: DigestArticle
  readonly when: string
  /** Further facts on the line, after source, tier and hour. */
  readonly more: readonly string[]
}

/** The source line of an item, with its kind, score and number of newsrooms. A top story says so when it has only one. */
export function factsOf(item: DigestItem, context: RenderContext): Facts {
  const { lead, score, leadScore, related } = item
  const { words, digest } = context
  const isAlone = digest.version > 1 && !digest.isUncorroborated && digest.topStories.includes(item)
  const newsrooms = related.newsrooms > 1 || related.reprints > 0
  const corroboration =
    related.newsrooms === 1 && isAlone
      ? [words.oneNewsroom(related.reprints)]
      : newsrooms
        ? [words.newsrooms(related.newsrooms, related.reprints)]
        : []
  return {
    article: lead,
    when: whenOf(lead, context),
    more: [...kindOf(lead, words), words.score(leadScore ?? score, score), ...corroboration],
  }
}

export const kindOf = ({ kind }: DigestArticle, words: Words): string[] =>
  kind === undefined ? [] : [words.kind[kind]]

/** The source line of a tab's article. */
export function tabFacts(item: TabItem, context: RenderContext): Facts {
  const { digest, language, words } = context
  const { article } = item
  const when = item.older ? words.older(shortDay(article.published, digest.zone, language)) : whenOf(article, context)
  const category = item.rssCategory ?? item.finalCategory
  return { article, when, more: [...kindOf(article, words), ...(category === null ? [] : [category])] }
}

/** The same as plain text. */
export const factsText = ({ article, when, more }: Facts): string =>
  [article.sourceName, article.tier, when, ...more].join(' · ')

/** Further names are only counted. */
const mostNames = 6

/** "4 more from A, B, C"; null without related articles. */
export function relatedLine({ related }: DigestItem, { words }: RenderContext): string | null {
  if (related.articles === 0) return null
  const names = related.sourceNames.slice(0, mostNames)
  return words.more(related.articles, names, related.sourceNames.length - names.length)
}

/** "New since 14 Nov 18:00: 4 articles"; null for a story shown for the first time. */
export function newsLine({ news }: DigestItem, { digest, language, words }: RenderContext): string | null {
  if (news === null) return null
  return words.newSince(news.newArticles, hourNear(news.since, digest.at, digest.zone, language))
}

/** "Emerging 1 → 9": articles in the window before and in this one. */
export function trendLine({ trend }: DigestItem, { words }: RenderContext): string | null {
  if (trend === null || trend.tag === null) return null
  return `${words.trend[trend.tag]} ${words.fromTo(trend.before, trend.now)}`
}
