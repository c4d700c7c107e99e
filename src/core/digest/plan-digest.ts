import type { Topic } from '../domain/topic.ts'
import { isCurrentIn } from './choose-lead.ts'
import { chooseSections, type Sections } from './choose-sections.ts'
import type { DigestInput, WindowArticle } from './digest-input.ts'
import { type FilledTab, fillTabs } from './fill-tabs.ts'
import { movesOf } from './name-trends.ts'
import { type RankedTopic, rankTopics, type TopicFlaws } from './rank-topics.ts'
import { shownBefore } from './shown-before.ts'
import { languageOf } from './story-sentences.ts'

/** The contents of a digest before any text is read. */
export interface DigestPlan {
  readonly articles: ReadonlyMap<string, WindowArticle>
  readonly sections: Sections
  readonly tabs: readonly FilledTab[]
  readonly flaws: TopicFlaws
}

/** Decides what is shown where; depends on no text, so that only the texts of shown articles must be loaded. */
export function planDigest(input: DigestInput): DigestPlan {
  const articles = new Map<string, WindowArticle>()
  for (const article of input.older) articles.set(article.key, article)
  for (const article of input.articles) articles.set(article.key, article)
  const shown = shownBefore(input.previous, articles)
  const { ranked, flaws } = rankTopics(input, articles, shown)
  return { articles, sections: chooseSections(ranked, input), tabs: fillTabs(input, shown), flaws }
}

/**
 * The same plan with the topics' labels and the articles' texts, which are loaded only once the plan says whose.
 * `withText` must give one object per article, the one that the input of `buildDigest` holds.
 */
export function completePlan(
  { articles, sections, tabs, flaws }: DigestPlan,
  topics: readonly Topic[],
  withText: (article: WindowArticle) => WindowArticle,
): DigestPlan {
  const labelled = new Map(topics.map((topic) => [topic.key, topic]))
  const completed = (one: RankedTopic): RankedTopic => ({
    ...one,
    topic: labelled.get(one.topic.key) ?? one.topic,
    lead: withText(one.lead),
    members: one.members.map(withText),
    growth: one.growth && { ...one.growth, newcomers: one.growth.newcomers.map(withText) },
  })
  return {
    articles: withTexts(articles, withText),
    sections: {
      ...sections,
      topStories: sections.topStories.map(completed),
      noteworthy: sections.noteworthy.map(completed),
      alsoMentioned: sections.alsoMentioned.map(completed),
    },
    tabs: tabs.map((tab) => ({ ...tab, articles: tab.articles.map(withText) })),
    flaws,
  }
}

/** The same articles, of which most have no text to add. */
function withTexts(
  articles: ReadonlyMap<string, WindowArticle>,
  withText: (article: WindowArticle) => WindowArticle,
): Map<string, WindowArticle> {
  const completed = new Map(articles)
  for (const [key, article] of articles) {
    const one = withText(article)
    if (one !== article) completed.set(key, one)
  }
  return completed
}

/** The keys of the articles whose texts `buildDigest` reads: load these, and leave the text of all others null. */
export function articlesToRead(input: DigestInput, plan = planDigest(input)): string[] {
  const { sections, tabs } = plan
  const keys = new Set<string>()
  for (const topic of [...sections.topStories, ...sections.noteworthy]) {
    for (const { key } of summarized(topic, input)) keys.add(key)
    const { newcomers, known } = compared(topic, input)
    for (const { key } of [...newcomers, ...known]) keys.add(key)
  }
  for (const { articles } of tabs) for (const { key } of articles) keys.add(key)
  for (const key of besides(keys, plan)) keys.add(key)
  return [...keys].sort()
}

/** So many articles of a source show what it puts under all of them. */
const TO_COMPARE = 3

/** Articles of other stories by sources of which too few are read, the newest first. */
function besides(read: ReadonlySet<string>, { articles }: DigestPlan): string[] {
  const stories = new Map<string, Set<string>>()
  for (const readKey of read) {
    const { sourceName, story } = articles.get(readKey)!
    stories.set(sourceName, (stories.get(sourceName) ?? new Set()).add(story))
  }
  const isShort = ({ sourceName }: WindowArticle) => (stories.get(sourceName)?.size ?? TO_COMPARE) < TO_COMPARE
  const short = [...articles.values()].filter(isShort)
  short.sort((a, b) => b.published - a.published || (a.key < b.key ? -1 : 1))
  return short.flatMap((one) => {
    const known = stories.get(one.sourceName)!
    if (!isShort(one) || known.has(one.story)) return []
    known.add(one.story)
    return [one.key]
  })
}

/** Twice as many labels as are listed: some say nothing, or the same. */
const LABELS_FOR_A_NAME = 2

/** The keys of topics, and of vanished ones, whose labels the digest may show; no other topic needs a label. */
export function topicsToLabel(
  input: DigestInput,
  { sections } = planDigest(input),
): { readonly topics: ReadonlySet<string>; readonly vanished: ReadonlySet<string> } {
  const { topStories, noteworthy, alsoMentioned } = sections
  const { emerging, declining } = movesOf(input.topics, input.vanished, input.policy)
  const most = LABELS_FOR_A_NAME * input.policy.namedTopics
  const named = [...emerging.slice(0, most), ...declining.slice(0, most)]
  const shown = [...topStories, ...noteworthy, ...alsoMentioned].map(({ topic }) => topic.key)
  return {
    topics: new Set([...shown, ...named.filter(({ isGone }) => !isGone).map(({ key }) => key)]),
    vanished: new Set(named.filter(({ isGone }) => isGone).map(({ key }) => key)),
  }
}

/**
 * The articles a topic's summary is made from: the lead, then the best others in its language. Articles with a figure that was
 * replaced since are left out: a summary must not give two states of one toll.
 */
export function summarized(topic: RankedTopic, { policy }: DigestInput): WindowArticle[] {
  const { lead } = topic
  const isCurrent = isCurrentIn(topic.members)
  const others = topic.members.filter((one) => one !== lead && isAlike(one, lead) && isCurrent(one))
  return [lead, ...others].slice(0, policy.summary.articles)
}

/**
 * The articles that a grown topic's news are found in: the best new ones in its language, and the best older ones to
 * compare with.
 */
export function compared({ growth, members, lead }: RankedTopic, { policy }: DigestInput) {
  if (growth === null) return { newcomers: [], known: [] }
  const alike = members.filter((one) => isAlike(one, lead))
  const isNew = new Set(growth.newcomers)
  const most = policy.summary.articles
  return {
    newcomers: alike.filter((one) => isNew.has(one)).slice(0, most),
    known: alike.filter((one) => !isNew.has(one)).slice(0, most),
  }
}

/** Decided without the text, which is not loaded yet. */
const isAlike = (a: WindowArticle, b: WindowArticle): boolean =>
  languageOf({ ...a, text: null }) === languageOf({ ...b, text: null })
