import type { Span } from '../core/domain/digest.ts'
import type { Profile } from '../core/domain/interest.ts'
import type { Score } from '../core/domain/score.ts'
import type { Tier } from '../core/domain/source.ts'
import { INTEREST_POLICY } from '../core/interests/interest-policy.ts'
import { profileVector } from '../core/interests/profile-vector.ts'
import { type ArticleFacts, articleFacts } from '../core/score/article-facts.ts'
import type { ScorePolicy } from '../core/score/score-policy.ts'
import { scoreWindow, unreadIn } from '../core/score/score-window.ts'
import { type TierFinding, tierOf } from '../core/score/tier-of.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredStory } from '../io/store/stories.ts'
import type { ArticleLine, StoryMember } from '../io/store/windows.ts'
import type { FeedOverview } from './feed-overview.ts'

/** What articles are scored with. */
export interface ScoringParts {
  readonly store: Store
  readonly reader: number
  readonly feeds: readonly FeedOverview[]
  readonly profile: Profile
  readonly policy: ScorePolicy
}

/** An article of the window with all that was found about it. */
export interface PicturedArticle {
  readonly article: ArticleLine
  /** The name of its story. */
  readonly story: string
  readonly isCopy: boolean
  readonly tier: TierFinding
  /** Null for copies, which are not scored. */
  readonly score: Score | null
}

/** What is known of the stories of some articles. */
export interface Surroundings {
  readonly stories: ReadonlyMap<string, StoredStory>
  readonly members: readonly StoryMember[]
  readonly tierOf: (article: Pick<ArticleLine, 'feed' | 'url'>) => TierFinding
  /** Tiers and feeds of a story's articles. */
  readonly company: ReadonlyMap<string, { readonly tiers: ReadonlySet<Tier>; readonly feeds: ReadonlySet<number> }>
}

/** Asks about the stories of articles, and who else told them in a span; nobody outside it is known to have. */
export async function surroundings(
  articles: readonly ArticleLine[],
  span: Span,
  { store, feeds }: Pick<ScoringParts, 'store' | 'feeds'>,
): Promise<Surroundings> {
  const keys = [...new Set(articles.map(({ story }) => story))]
  const stories = new Map((await store.storiesByKey(keys)).map((story) => [story.key, story]))
  const others = await store.membersOfStories(keys, span)
  const members = [...new Map([...others, ...articles].map((member) => [member.key, member])).values()]
  const sourceTier = new Map(feeds.map(({ feed, source }) => [feed.id, source.tier]))
  const find: Surroundings['tierOf'] = ({ feed, url }) => tierOf(sourceTier.get(feed) ?? null, url)
  const company = new Map<string, { tiers: Set<Tier>; feeds: Set<number> }>()
  for (const member of members) {
    const one = company.get(member.story) ?? { tiers: new Set(), feeds: new Set() }
    one.tiers.add(find(member).tier)
    one.feeds.add(member.feed)
    company.set(member.story, one)
  }
  return { stories, members, tierOf: find, company }
}

/** Scores articles as of a moment, and keeps the scores; what was read before is not read again. */
export async function scoreLines(
  articles: readonly ArticleLine[],
  known: Surroundings,
  { store, reader, feeds, profile, policy }: ScoringParts,
  now: number,
): Promise<PicturedArticle[]> {
  const share = new Map(
    feeds.map(({ feed, health }) => [feed.id, health.polls === 0 ? 1 : health.successes / health.polls]),
  )
  const pictured = articles.map((article) => {
    return { article, story: article.story, isCopy: article.copyOf !== null, tier: known.tierOf(article) }
  })
  const window = pictured
    .filter(({ isCopy }) => !isCopy)
    .map(({ article, story, tier }) => {
      const company = known.company.get(story)
      const witnesses = policy.corroboration === 'feeds' ? company?.feeds.size : known.stories.get(story)?.newsrooms
      return {
        id: article.id,
        key: article.key,
        contentHash: article.contentHash,
        published: article.published,
        dateUncertain: article.dateUncertain,
        partialContent: article.partialContent,
        wordCount: article.wordCount,
        tier: tier.tier,
        tierFrom: tier.tierFrom,
        successShare: share.get(article.feed) ?? 1,
        sources: witnesses ?? 1,
        tiers: company?.tiers.size ?? 1,
      }
    })
  const vector = profileVector(profile, INTEREST_POLICY)
  const reading = vector === null ? null : { version: profile.version, vector }
  const scores = await store.scoresOf(
    reader,
    window.map(({ key }) => key),
  )
  const facts = await read(unreadIn(window, { scores, facts: new Map() }, reading), store)
  // What changed or went away while we were reading waits for the next time.
  const missed = new Set(unreadIn(window, { scores, facts }, reading))
  const current = window.filter(({ key }) => !missed.has(key))
  const taken = new Map(
    scoreWindow(current, { scores, facts }, { policy, profile: reading, now }).map((one) => [one.key, one]),
  )
  await store.writeScores(reader, new Map(current.map(({ id, key }) => [id, taken.get(key)!])))
  return pictured.map((one) => ({ ...one, score: taken.get(one.article.key)?.score ?? null }))
}

/** How many texts are in memory at once. */
const TEXTS_AT_ONCE = 2000

async function read(keys: readonly string[], store: Store): Promise<Map<string, ArticleFacts>> {
  const facts = new Map<string, ArticleFacts>()
  for (let from = 0; from < keys.length; from += TEXTS_AT_ONCE) {
    const articles = await store.articlesByKey(keys.slice(from, from + TEXTS_AT_ONCE))
    for (const article of articles) facts.set(article.key, articleFacts(article))
  }
  return facts
}

/** Articles from before a window with what was found about them, scored as of its end. */
export async function pictureArticles(
  articles: readonly StoredArticle[],
  span: Span,
  parts: ScoringParts,
): Promise<PicturedArticle[]> {
  const memberships = new Map(
    (await parts.store.memberships(articles.map(({ key }) => key))).map((one) => [one.article, one]),
  )
  const lines = articles.map(({ body: _, text: __, ...article }) => {
    const membership = memberships.get(article.key)
    return { ...article, story: membership?.story ?? article.key, copyOf: membership?.copyOf ?? null }
  })
  return scoreLines(lines, await surroundings(lines, span, parts), parts, span.to)
}
