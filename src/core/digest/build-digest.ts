import type { Digest, DigestItem, DigestTab, NoteworthyGroup, TabItem } from '../domain/digest.ts'
import { printedScore } from './choose-sections.ts'
import { datedSentences } from './dated-sentences.ts'
import type { DigestInput, WindowArticle } from './digest-input.ts'
import { createItemMaker, digestArticle } from './digest-items.ts'
import type { FilledTab } from './fill-tabs.ts'
import { mendLabels } from './mend-labels.ts'
import { nameTrends } from './name-trends.ts'
import { type DigestPlan, planDigest } from './plan-digest.ts'
import { corroboratedIn, isQuiet } from './quiet-day.ts'
import { recomputeTrend } from './recompute-trend.ts'
import { repeatedSentences } from './repeated-sentences.ts'
import { itemsOf, selfCheck } from './self-check.ts'
import { summarize } from './summarize.ts'

/**
 * Builds the digest. Deterministic: the same for the same input, in whatever order its parts come. A plan that was made before
 * is used again.
 */
export function buildDigest(input: DigestInput, plan: DigestPlan = planDigest(input)): Digest {
  const summary = { ...input.policy.summary, repeated: repeatedSentences(plan.articles.values()) }
  return buildFrom({ ...input, policy: { ...input.policy, summary } }, plan)
}

function buildFrom(input: DigestInput, plan: DigestPlan): Digest {
  const { items, sizes, mended } = makeItems(input, plan)
  const sections = {
    topStories: items.slice(0, sizes.top),
    noteworthy: groupByCategory(items.slice(sizes.top, sizes.top + sizes.noteworthy), input.policy.otherCategory),
    alsoMentioned: items.slice(sizes.top + sizes.noteworthy),
  }
  const current = new Set(input.articles)
  const labels = new Map(items.map(({ key, label }) => [key, label]))
  const digest = {
    version: 2,
    type: input.type,
    zone: input.zone,
    at: input.at,
    window: input.window,
    articles: input.articles.filter(isOwn).length,
    duplicatesRemoved: input.health.duplicatesRemoved,
    byRank: plan.sections.byRank,
    isQuiet: isQuiet(corroboratedIn(items), input.pastCorroborated),
    isUncorroborated: items.every(({ related }) => related.newsrooms < 2),
    folded: plan.sections.folded,
    ...(input.corrections.length === 0 ? {} : { corrections: input.corrections }),
    ...sections,
    tabs: plan.tabs.map((tab) => makeTab(tab, input, current)),
    health: { ...input.health, ...nameTrends(input.topics, input.vanished, labels, input.policy) },
    notRead: input.notRead,
  } as const
  return { ...digest, checks: selfCheck(digest, input, plan, { ...mended, names: namesMended(digest, plan) }) }
}

const isOwn = ({ disposition }: WindowArticle): boolean =>
  disposition !== 'exact_duplicate' && disposition !== 'near_duplicate'

function makeItems(input: DigestInput, plan: DigestPlan) {
  const make = createItemMaker(input, plan)
  const { topStories, noteworthy, alsoMentioned } = plan.sections
  const made = [
    ...topStories.map((one) => make(one, 'topStories')),
    ...noteworthy.map((one) => make(one, 'noteworthy')),
    ...alsoMentioned.map((one) => make(one, 'alsoMentioned')),
  ]
  const labelled = mendLabels(made, input.policy.labelCharacters)
  const items = labelled.items.map((item) => withTrend(item, input))
  const trends = items.filter((item, at) => item.trend !== labelled.items[at]!.trend).length
  return {
    items,
    sizes: { top: topStories.length, noteworthy: noteworthy.length },
    mended: { labels: labelled.mended, trends },
  }
}

function withTrend(item: DigestItem, { policy }: DigestInput): DigestItem {
  const trend = item.trend === null ? null : recomputeTrend(item.trend, policy.trend)
  return trend === item.trend ? item : { ...item, trend }
}

/** Groups in the order of their best items. */
function groupByCategory(items: readonly DigestItem[], other: string): NoteworthyGroup[] {
  const groups = new Map<string, DigestItem[]>()
  for (const item of items) {
    const category = item.category ?? other
    groups.set(category, [...(groups.get(category) ?? []), item])
  }
  return [...groups].map(([category, own]) => ({ category, items: own }))
}

function makeTab({ plan, articles }: FilledTab, input: DigestInput, current: ReadonlySet<WindowArticle>): DigestTab {
  const { id, name, language, limit } = plan
  const items = articles.map(
    (article): TabItem => ({
      article: digestArticle(article),
      summary: datedSentences(
        summarize([article], input.policy.tabWords, input.policy.summary),
        () => article.published,
        input,
      ),
      rssCategory: article.rssCategory,
      finalCategory: article.finalCategory,
      score: printedScore(article.score ?? 0),
      older: !current.has(article),
    }),
  )
  return { id, name, language, limit, items }
}

/** How many sources had no name and are shown by their host. */
function namesMended(digest: Omit<Digest, 'checks'>, { articles }: DigestPlan): number {
  const shown = [
    ...itemsOf(digest).map(({ lead }) => lead.key),
    ...digest.tabs.flatMap((tab) => tab.items.map(({ article }) => article.key)),
  ]
  return new Set(shown.filter((key) => articles.get(key)?.sourceName.trim() === '')).size
}
