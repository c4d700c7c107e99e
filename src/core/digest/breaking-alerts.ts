import type { DigestArticle } from '../domain/digest.ts'
import type { Tier } from '../domain/source.ts'
import { byImportance } from './by-importance.ts'
import { printedScore } from './choose-sections.ts'
import type { WindowArticle, WindowStory } from './digest-input.ts'
import { digestArticle } from './digest-items.ts'

export interface BreakingPolicy {
  readonly score: number
  readonly tier: Tier
  readonly newsrooms: number
  readonly youngerThanMs: number
}

/** At least 80 points, tier T1, three newsrooms, under two hours old. */
export const BREAKING_POLICY: BreakingPolicy = { score: 80, tier: 'T1', newsrooms: 3, youngerThanMs: 7_200_000 }

/** News that is sent before the next digest. */
export interface BreakingAlert {
  /** `followed`: another newsroom tells a story that the reader follows. */
  readonly kind: 'breaking' | 'followed'
  readonly story: string
  readonly article: DigestArticle
  readonly score: number
  readonly newsrooms: number
}

/** The input at one moment. */
export interface AlertInput {
  readonly articles: readonly WindowArticle[]
  readonly stories: readonly WindowStory[]
  /** Keys of stories that already had an alert. */
  readonly alerted: ReadonlySet<string>
  readonly now: number
  readonly policy: BreakingPolicy
}

/** One alert per story, for its best article, best first. An article with an uncertain date is never young enough. */
export function breakingAlerts({ articles, stories, alerted, now, policy }: AlertInput): BreakingAlert[] {
  const newsrooms = new Map(stories.map((story) => [story.key, story.newsrooms]))
  const alerts = new Map<string, BreakingAlert>()
  const isBreaking = (article: WindowArticle): boolean =>
    article.url !== null &&
    printedScore(article.score ?? 0) >= policy.score &&
    article.tier === policy.tier &&
    (newsrooms.get(article.story) ?? 0) >= policy.newsrooms &&
    !article.dateUncertain &&
    now - article.published < policy.youngerThanMs
  for (const article of articles.filter(isBreaking).sort(byImportance)) {
    const { story } = article
    if (alerted.has(story) || alerts.has(story)) continue
    const score = printedScore(article.score!)
    alerts.set(story, {
      kind: 'breaking',
      story,
      article: digestArticle(article),
      score,
      newsrooms: newsrooms.get(story)!,
    })
  }
  return [...alerts.values()]
}

/** What an alert about followed stories depends on. */
export interface FollowedInput extends Pick<AlertInput, 'articles' | 'stories'> {
  /** The stories, and how many newsrooms told each when the reader began to follow it. */
  readonly followed: ReadonlyMap<string, number>
}

/** One alert per followed story that more newsrooms tell than when the reader began to follow it, for its newest article. */
export function followedAlerts({ articles, stories, followed }: FollowedInput): BreakingAlert[] {
  return stories.flatMap(({ key, newsrooms }): BreakingAlert[] => {
    const before = followed.get(key)
    if (before === undefined || newsrooms <= before) return []
    const own = articles.filter(({ story, url }) => story === key && url !== null)
    const [newest] = own.toSorted((a, b) => b.published - a.published || (a.key < b.key ? -1 : 1))
    if (newest === undefined) return []
    const score = printedScore(newest.score ?? 0)
    return [{ kind: 'followed', story: key, article: digestArticle(newest), score, newsrooms }]
  })
}
