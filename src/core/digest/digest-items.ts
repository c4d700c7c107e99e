import type { DigestArticle, DigestItem, Related, StoryNews, SummarySentence } from '../domain/digest.ts'
import { articleKind } from '../text/article-kind.ts'
import { byImportance } from './by-importance.ts'
import { printedScore } from './choose-sections.ts'
import { datedSentences } from './dated-sentences.ts'
import { differingFigures } from './differing-figures.ts'
import type { DigestInput, WindowArticle, WindowStory } from './digest-input.ts'
import { compared, type DigestPlan, summarized } from './plan-digest.ts'
import type { RankedTopic } from './rank-topics.ts'
import { summarizeInOneLine } from './summarize.ts'
import { summarizeEvents } from './summarize-events.ts'
import { whatIsNew } from './what-is-new.ts'

export type SectionName = 'topStories' | 'noteworthy' | 'alsoMentioned'

/** Creates the items of a digest from ranked topics. */
export function createItemMaker(
  input: DigestInput,
  plan: DigestPlan,
): (one: RankedTopic, section: SectionName) => DigestItem {
  const stories = new Map(input.stories.map((story) => [story.key, story]))
  const dated = (sentences: readonly SummarySentence[]) =>
    datedSentences(sentences, (key) => plan.articles.get(key)?.published, input)
  return (one, section) => {
    const told = one.topic.stories.flatMap((key) => stories.get(key) ?? [])
    const others = othersOf(one, told, plan)
    const news = newsOf(one, section, input)
    const summary = without(summaryOf(one, section, input), news?.sentence?.text)
    const everywhere = [one, ...one.inOtherLanguages].flatMap(({ members }) => members)
    const differing = section === 'topStories' ? differingFigures(everywhere) : []
    return {
      key: one.topic.key,
      label: one.topic.label,
      trend: one.topic.trend,
      lead: digestArticle(one.lead),
      score: printedScore(one.score),
      ...leadScoreOf(one),
      summary: dated(summary),
      related: relatedOf(one, told, others, newsroomsOfEvent(one, input)),
      inOtherLanguages: one.sameEvent.map(digestArticle),
      others: others.slice(0, input.policy.others).map(digestArticle),
      category: categoryOf(one.lead),
      ...(differing.length === 0 ? {} : { differing }),
      news: news?.sentence ? { ...news, sentence: dated([news.sentence])[0]! } : news,
    }
  }
}

/** An article as shown in a digest. A source without a name is shown by its host. */
export function digestArticle(article: WindowArticle): DigestArticle {
  const { key, title, tier, published, dateUncertain, language } = article
  const url = article.url!
  const sourceName = article.sourceName.trim() === '' ? new URL(url).host : article.sourceName
  const kind = articleKind(title, url, article.rssCategory)
  const marked = kind === 'report' ? {} : { kind }
  return { key, title, url, sourceName, tier, published, dateUncertain, language, ...marked }
}

/** The category an article is shown under: its source's, as the reader wrote it; the final one where there is none. */
const categoryOf = ({ rssCategory, finalCategory }: WindowArticle): string | null => rssCategory ?? finalCategory

/** The lead's own score where another article of the topic has a higher one. */
function leadScoreOf({ lead, score }: RankedTopic): Pick<DigestItem, 'leadScore'> {
  const own = printedScore(lead.score ?? 0)
  return own < printedScore(score) ? { leadScore: own } : {}
}

/** The other members, best first, then the copies. */
function othersOf(
  { members, lead }: RankedTopic,
  stories: readonly WindowStory[],
  { articles }: DigestPlan,
): WindowArticle[] {
  const others = members.filter((one) => one !== lead)
  const known = new Set(members.map(({ key }) => key))
  const copies = stories.flatMap(({ duplicates }) => duplicates).filter((key) => !known.has(key))
  const shown = [...new Set(copies)].flatMap((key) => articles.get(key) ?? []).filter(({ url }) => url !== null)
  return [...others, ...shown.sort(byImportance)]
}

const mostNewsrooms = (stories: readonly WindowStory[]): number =>
  stories.reduce((most, { newsrooms }) => Math.max(most, newsrooms), 1)

const newsroomsOfEvent = ({ topic }: RankedTopic, { events, newsroomsOfEvents }: DigestInput): number =>
  Math.max(1, ...topic.stories.map((story) => newsroomsOfEvents.get(events.get(story) ?? '') ?? 1))

/** Several stories may share newsrooms, so only the largest number of one story, or of its event, is certain. */
function relatedOf(
  one: RankedTopic,
  stories: readonly WindowStory[],
  others: readonly WindowArticle[],
  newsroomsOfIt: number,
): Related {
  const members = new Set(one.topic.members)
  const copies = new Set(stories.flatMap(({ duplicates }) => duplicates).filter((key) => !members.has(key)))
  const names = new Set(others.map((article) => digestArticle(article).sourceName))
  names.delete(digestArticle(one.lead).sourceName)
  return {
    articles: one.topic.members.length - 1 + copies.size,
    newsrooms: Math.max(mostNewsrooms(stories), newsroomsOfIt),
    reprints: stories.reduce((sum, { reprints }) => sum + reprints, 0),
    sourceNames: [...names],
  }
}

/** One line under a headline without a text must not tell an earlier state of things. */
const OF_ITS_TIME_MS = 3 * 3_600_000

const isOfItsTime =
  (lead: WindowArticle) =>
  ({ published }: WindowArticle): boolean =>
    published >= lead.published - OF_ITS_TIME_MS

function summaryOf(one: RankedTopic, section: SectionName, input: DigestInput): SummarySentence[] {
  const { policy, type } = input
  if (section === 'alsoMentioned') return []
  const articles = summarized(one, input)
  return section === 'topStories'
    ? summarizeEvents(articles, policy.sizes[type].words, policy.summary)
    : summarizeInOneLine(articles.filter(isOfItsTime(one.lead)), policy.oneLine, policy.summary)
}

/** A summary without the sentence that is told as news. */
const without = (summary: readonly SummarySentence[], news: string | undefined): readonly SummarySentence[] =>
  summary.filter(({ text }) => text !== news)

function newsOf(one: RankedTopic, section: SectionName, input: DigestInput): StoryNews | null {
  if (one.growth === null || one.growth.newcomers.length === 0) return null
  const { newcomers, since } = one.growth
  const sources = compared(one, input)
  const { summary: weights, newsWords } = input.policy
  const sentence =
    section === 'alsoMentioned' ? null : whatIsNew(sources.newcomers, sources.known, { ...weights, newsWords })
  return { newArticles: newcomers.length, since, sentence }
}
