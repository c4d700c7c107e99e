import type { Span } from '../core/domain/digest.ts'
import type { Profile } from '../core/domain/interest.ts'
import type { Score } from '../core/domain/score.ts'
import type { Tier } from '../core/domain/source.ts'
import { INTEREST_POLICY } from '../core/interests/interest-policy.ts'
import { profileVector } from '../core/interests/profile-vector.ts'
import { type ArticleFacts, articleFacts } from '../core/score/article-facts.ts'
import type { ScorePolicy } from '../core/score/score-policy.ts'
import { isSameScore, type KnownScore, scoreWindow, unreadIn } from '../core/score/score-window.ts'
import { type TierFinding, tierOf } from '../core/score/tier-of.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredStory } from '../io/store/stories.ts'
import type { ArticleLine, StoryMember } from '../io/store/windows.ts'
import type { FeedOverview } from './feed-overview.ts'

/** What articles are scored with. */
export interface ScoringDeps {
  readonly store: Store
  readonly reader: number
  readonly feeds: readonly FeedOverview[]
  readonly profile: Profile
  readonly policy: ScorePolicy
}

/** An article of the window with all that was found about it. */
export interface ScoredArticle {
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
  /** The feeds of a story's articles, and the tiers of those that corroborate it. */
  readonly company: ReadonlyMap<string, { readonly tiers: ReadonlySet<Tier>; readonly feeds: ReadonlySet<number> }>
}

/** Asks about the stories of articles, and who else told them before or in a span; nobody outside it is known to have. */
export async function surroundings(
  articles: readonly StoryMember[],
  before: readonly StoryMember[],
  span: Span,
  { store, feeds, policy }: Pick<ScoringDeps, 'store' | 'feeds' | 'policy'>,
): Promise<Surroundings> {
  const keys = new Set(articles.map(({ story }) => story))
  const stories = new Map((await store.storiesByKey([...keys])).map((story) => [story.key, story]))
  for (const { story } of before) keys.add(story)
  const given = new Set([...before, ...articles].filter(({ published }) => published < span.to).map(({ key }) => key))
  const others = (await store.membersOfStories([...keys], span)).filter(({ key }) => !given.has(key))
  const members = [...others, ...before, ...articles]
  const sourceTier = new Map(feeds.map(({ feed, source }) => [feed.id, source.tier]))
  const find: Surroundings['tierOf'] = ({ feed, url }) => tierOf(sourceTier.get(feed) ?? null, url)
  const company = new Map<string, { tiers: Set<Tier>; feeds: Set<number> }>()
  for (const member of members) {
    let one = company.get(member.story)
    if (one === undefined) {
      one = { tiers: new Set(), feeds: new Set() }
      company.set(member.story, one)
    }
    one.feeds.add(member.feed)
    // Whoever only reprints did not look for itself, so its tier vouches for nothing.
    if (policy.corroboration === 'feeds' || member.copyOf === null) one.tiers.add(find(member).tier)
  }
  return { stories, members, tierOf: find, company }
}

/** Articles, and the scores they had before by their keys. */
export interface ScoredBefore {
  readonly lines: readonly ArticleLine[]
  readonly scores: ReadonlyMap<string, KnownScore>
}

/** Scores articles as of a moment, and keeps the scores that changed; what was read before is not read again. */
export async function scoreLines(
  { lines, scores }: ScoredBefore,
  known: Surroundings,
  { store, reader, feeds, profile, policy }: ScoringDeps,
  now: number,
): Promise<ScoredArticle[]> {
  const tiers = lines.map(known.tierOf)
  const window = windowToScore(lines, tiers, known, { feeds, policy })
  const vector = profileVector(profile, INTEREST_POLICY)
  const reading = vector === null ? null : { version: profile.version, vector }
  const unread = unreadIn(window, { scores, facts: new Map() }, reading)
  const facts = await read(unread, store)
  // What changed or went away while we were reading waits for the next time.
  const missed = new Set(unread.length === 0 ? [] : unreadIn(window, { scores, facts }, reading))
  const current = missed.size === 0 ? window : window.filter(({ key }) => !missed.has(key))
  const taken = scoreWindow(current, { scores, facts }, { policy, profile: reading, now })
  const byKey = new Map(taken.map(({ key, score }) => [key, score]))
  const changed = taken.flatMap((one, at) =>
    isSameScore(one, scores.get(one.key)) ? [] : [[current[at]!.id, one] as const],
  )
  await store.writeScores(reader, new Map(changed))
  return lines.map((article, at) => {
    const isCopy = article.copyOf !== null
    return { article, story: article.story, isCopy, tier: tiers[at]!, score: byKey.get(article.key) ?? null }
  })
}

/** The articles that are scored, copies are not, and what surrounds each. */
function windowToScore(
  lines: readonly ArticleLine[],
  tiers: readonly TierFinding[],
  { company, stories }: Surroundings,
  { feeds, policy }: Pick<ScoringDeps, 'feeds' | 'policy'>,
) {
  const share = new Map(
    feeds.map(({ feed, health }) => [feed.id, health.polls === 0 ? 1 : health.successes / health.polls]),
  )
  return lines.flatMap((article, at) => {
    if (article.copyOf !== null) return []
    const { tier, tierFrom } = tiers[at]!
    const told = company.get(article.story)
    const witnesses = policy.corroboration === 'feeds' ? told?.feeds.size : stories.get(article.story)?.newsrooms
    return [
      {
        id: article.id,
        key: article.key,
        contentHash: article.contentHash,
        published: article.published,
        dateUncertain: article.dateUncertain,
        partialContent: article.partialContent,
        wordCount: article.wordCount,
        tier,
        tierFrom,
        successShare: share.get(article.feed) ?? 1,
        sources: witnesses ?? 1,
        tiers: told?.tiers.size ?? 1,
      },
    ]
  })
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
export async function scoreArticles(
  articles: readonly StoredArticle[],
  span: Span,
  deps: ScoringDeps,
): Promise<ScoredArticle[]> {
  const memberships = new Map(
    (await deps.store.memberships(articles.map(({ key }) => key))).map((one) => [one.article, one]),
  )
  const lines = articles.map(({ body: _, text: __, ...article }) => {
    const membership = memberships.get(article.key)
    return { ...article, story: membership?.story ?? article.key, copyOf: membership?.copyOf ?? null }
  })
  const scores = await deps.store.scoresOf(
    deps.reader,
    lines.map(({ key }) => key),
  )
  return scoreLines({ lines, scores }, await surroundings(lines, [], span, deps), deps, span.to)
}
