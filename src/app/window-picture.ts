import type { Span } from '../core/domain/digest.ts'
import type { Profile } from '../core/domain/interest.ts'
import type { Score } from '../core/domain/score.ts'
import type { Tier } from '../core/domain/source.ts'
import type { TopicSnapshot } from '../core/domain/topic.ts'
import type { Warning } from '../core/domain/warning.ts'
import { INTEREST_POLICY } from '../core/interests/interest-policy.ts'
import { profileVector } from '../core/interests/profile-vector.ts'
import { articleFacts } from '../core/score/article-facts.ts'
import { checkLeader } from '../core/score/check-leader.ts'
import type { ScorePolicy } from '../core/score/score-policy.ts'
import { scoreWindow, unreadIn } from '../core/score/score-window.ts'
import { type TierFinding, tierOf } from '../core/score/tier-of.ts'
import { clusterTopics, type TopicPicture } from '../core/topics/cluster-topics.ts'
import type { TopicArticle } from '../core/topics/topic-article.ts'
import { topicMethod } from '../core/topics/topic-method.ts'
import type { ArticleHead, StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredMembership, StoredStory } from '../io/store/stories.ts'
import type { FeedOverview } from './feed-overview.ts'

/** What a window is looked at with. */
export interface PictureParts {
  readonly store: Store
  readonly reader: number
  readonly feeds: readonly FeedOverview[]
  readonly profile: Profile
  readonly policy: ScorePolicy
  readonly minimumImportance: number
  readonly method: string
  /** How many topics the user asks for; null when not said. */
  readonly topics: number | null
}

/** An article of the window with all that was found about it. */
export interface PicturedArticle {
  readonly article: StoredArticle
  /** The name of its story. */
  readonly story: string
  readonly isCopy: boolean
  readonly tier: TierFinding
  /** Null for copies, which are not scored. */
  readonly score: Score | null
}

/** A window of articles: scored, grouped and compared with the one before. */
export interface WindowPicture {
  readonly span: Span
  readonly articles: readonly PicturedArticle[]
  readonly stories: ReadonlyMap<string, StoredStory>
  readonly topics: TopicPicture
  readonly leaderWarning: Warning | null
}

const HOUR_MS = 3_600_000
/** How long before the window an article first seen in it may have been published. */
export const LATE_MS = 72 * HOUR_MS
/** Windows a sparkline looks back. */
const HISTORY = 7

/** Looks at a window: what is in it, how much each article matters, what it is about, and what changed. */
export async function pictureOf(span: Span, parts: PictureParts): Promise<WindowPicture> {
  const { store } = parts
  const known = await surroundings(span, parts)
  const inWindow = await store.articlesInWindow({ ...span, lateMs: LATE_MS })
  const articles = await scored(inWindow, known, parts, span.to)
  const shown = articles.filter(({ score }) => score !== null && score.value >= parts.minimumImportance)
  const before = await earlierTopics(span, known, parts)
  const method = topicMethod({
    method: parts.topics !== null && parts.method === 'stories' ? 'ward' : parts.method,
    topics: parts.topics,
    articles: shown.length,
    pastCounts: before === null ? [] : [before.length],
    place: '--',
  })
  const topics = clusterTopics(shown.map(topicArticle), { method, stories: storiesOf(shown), before })
  const scores = shown.map(({ article, score }) => ({ key: article.key, score: score! }))
  return {
    span,
    articles,
    stories: known.stories,
    topics,
    leaderWarning: checkLeader(scores, parts.policy),
  }
}

/** What is known of the articles around a window. */
interface Surroundings {
  readonly memberships: ReadonlyMap<string, StoredMembership>
  readonly stories: ReadonlyMap<string, StoredStory>
  /** Articles since the first window of the sparkline. */
  readonly heads: readonly ArticleHead[]
  readonly tierOf: (head: Pick<ArticleHead, 'feed' | 'url'>) => TierFinding
  /** Tiers and feeds of a story's articles. */
  readonly company: ReadonlyMap<string, { readonly tiers: ReadonlySet<Tier>; readonly feeds: ReadonlySet<number> }>
}

async function surroundings({ from, to }: Span, { store, feeds }: PictureParts): Promise<Surroundings> {
  const since = Math.min(from - HISTORY * (to - from), from - LATE_MS)
  const heads = await store.articleHeads(since, to)
  const memberships = new Map((await store.membershipsSince(since)).map((one) => [one.article, one]))
  const stories = new Map(
    (await store.storyPage({ limit: 10_000_000, since })).map((story) => [story.key, story] as const),
  )
  const sourceTier = new Map(feeds.map(({ feed, source }) => [feed.id, source.tier]))
  const find = ({ feed, url }: Pick<ArticleHead, 'feed' | 'url'>) => tierOf(sourceTier.get(feed) ?? null, url)
  const company = new Map<string, { tiers: Set<Tier>; feeds: Set<number> }>()
  for (const head of heads) {
    const story = memberships.get(head.key)?.story ?? head.key
    const one = company.get(story) ?? { tiers: new Set(), feeds: new Set() }
    one.tiers.add(find(head).tier)
    one.feeds.add(head.feed)
    company.set(story, one)
  }
  return { memberships, stories, heads, tierOf: find, company }
}

/** Articles from before a window with what was found about them, scored as of its end. */
export async function pictureArticles(
  articles: readonly StoredArticle[],
  span: Span,
  parts: PictureParts,
): Promise<PicturedArticle[]> {
  return scored(articles, await surroundings(span, parts), parts, span.to)
}

/** Scores articles as of a moment, and keeps the scores; what was read before is not read again. */
async function scored(
  articles: readonly StoredArticle[],
  known: Surroundings,
  { store, reader, feeds, profile, policy }: PictureParts,
  now: number,
): Promise<PicturedArticle[]> {
  const share = new Map(
    feeds.map(({ feed, health }) => [feed.id, health.polls === 0 ? 1 : health.successes / health.polls]),
  )
  const pictured = articles.map((article) => {
    const membership = known.memberships.get(article.key)
    return {
      article,
      story: membership?.story ?? article.key,
      isCopy: membership !== undefined && membership.copyOf !== null,
      tier: known.tierOf(article),
    }
  })
  const own = pictured.filter(({ isCopy }) => !isCopy)
  const window = own.map(({ article, story, tier }) => {
    const company = known.company.get(story)
    const witnesses = policy.corroboration === 'feeds' ? company?.feeds.size : known.stories.get(story)?.newsrooms
    return {
      ...article,
      ...tier,
      successShare: share.get(article.feed) ?? 1,
      sources: witnesses ?? 1,
      tiers: company?.tiers.size ?? 1,
    }
  })
  const vector = profileVector(profile, INTEREST_POLICY)
  const reading = vector === null ? null : { version: profile.version, vector }
  const scores = await store.scoresOf(
    reader,
    own.map(({ article }) => article.key),
  )
  const unread = new Set(unreadIn(window, { scores, facts: new Map() }, reading))
  const facts = new Map(
    own.filter(({ article }) => unread.has(article.key)).map(({ article }) => [article.key, articleFacts(article)]),
  )
  const taken = new Map(
    scoreWindow(window, { scores, facts }, { policy, profile: reading, now }).map((one) => [one.key, one]),
  )
  await store.writeScores(reader, new Map(own.map(({ article }) => [article.id, taken.get(article.key)!])))
  return pictured.map((one) => ({ ...one, score: taken.get(one.article.key)?.score ?? null }))
}

function topicArticle({ article, score, tier }: PicturedArticle): TopicArticle {
  const { key, title, text, language, sourceName, published } = article
  return { key, title, text, language, sourceName, published, score: score?.value ?? 0, tier: tier.tier }
}

function storiesOf(articles: readonly PicturedArticle[]): { id: string; members: string[] }[] {
  const members = new Map<string, string[]>()
  for (const { article, story } of articles) members.set(story, [...(members.get(story) ?? []), article.key])
  return [...members].map(([id, keys]) => ({ id, members: keys }))
}

/** The topics of the window before, with what the windows before that held of their stories; null when there was none. */
async function earlierTopics(
  { from, to }: Span,
  known: Surroundings,
  parts: PictureParts,
): Promise<TopicSnapshot[] | null> {
  const ms = to - from
  if (!known.heads.some(({ firstSeen }) => firstSeen < from)) return null
  const articles = await parts.store.articlesInWindow({ from: from - ms, to: from, lateMs: LATE_MS })
  const own = articles
    .map((article) => ({ article, membership: known.memberships.get(article.key) }))
    .filter(({ membership }) => membership === undefined || membership.copyOf === null)
    .map(({ article, membership }) => ({
      article,
      story: membership?.story ?? article.key,
      isCopy: false,
      tier: known.tierOf(article),
      score: null,
    }))
  const method = topicMethod({
    method: parts.method === 'ward' ? 'stories' : parts.method,
    topics: null,
    articles: own.length,
    pastCounts: [],
    place: '--',
  })
  const { snapshots } = clusterTopics(own.map(topicArticle), { method, stories: storiesOf(own), before: null })
  const perWindow = countsPerWindow(from, ms, known)
  return snapshots.map((snapshot) => ({ ...snapshot, history: historyOf(snapshot, perWindow) }))
}

/** Articles of each story in each earlier window, the oldest window first. */
function countsPerWindow(from: number, ms: number, { heads, memberships }: Surroundings): Map<string, number>[] {
  const windows = Array.from({ length: HISTORY }, () => new Map<string, number>())
  for (const { key, published } of heads) {
    const membership = memberships.get(key)
    const back = Math.ceil((from - published) / ms)
    if (back < 1 || back > HISTORY || membership === undefined || membership.copyOf !== null) continue
    const counts = windows[HISTORY - back]!
    counts.set(membership.story, (counts.get(membership.story) ?? 0) + 1)
  }
  return windows
}

function historyOf({ stories, count }: TopicSnapshot, perWindow: readonly Map<string, number>[]): number[] {
  const counts = perWindow.map((window) => stories.reduce((sum, story) => sum + (window.get(story) ?? 0), 0))
  const first = counts.findIndex((one) => one > 0)
  return first === -1 ? [count] : [...counts.slice(first, -1), count]
}
