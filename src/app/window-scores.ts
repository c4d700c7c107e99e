import type { Span } from '../core/domain/digest.ts'
import type { Profile } from '../core/domain/interest.ts'
import type { KnownScore, Score } from '../core/domain/score.ts'
import type { Tier } from '../core/domain/source.ts'
import { INTEREST_POLICY } from '../core/interests/interest-policy.ts'
import { profileVector } from '../core/interests/profile-vector.ts'
import type { ScorePolicy } from '../core/score/score-policy.ts'
import { isSameScore, type ScorableArticle, scoreWindow, type Unread, unreadIn } from '../core/score/score-window.ts'
import { type TierFinding, tierOf } from '../core/score/tier-of.ts'
import { eventGroups, type StoryText } from '../core/similar/cross-language.ts'
import { registrableDomain } from '../core/text/registrable-domain.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { Store } from '../io/store/open-store.ts'
import type { StoredStory } from '../io/store/stories.ts'
import type { ArticleLine, StoryMember } from '../io/store/windows.ts'
import type { FeedOverview } from './feed-overview.ts'
import { memoizeByOrigin } from './memoize-by-origin.ts'
import { readFacts } from './read-facts.ts'
import { relevanceIdf } from './relevance-idf.ts'
import { type MeasureStage, unmeasured } from './stages.ts'
import { type StoryWitnesses, storyWitnesses } from './story-witnesses.ts'
import { type WindowSubjects, windowSubjects } from './window-subjects.ts'
import { withFullCounts } from './with-full-counts.ts'

/** What scoring needs. */
export interface ScoringDeps {
  readonly store: Store
  readonly reader: number
  readonly feeds: readonly FeedOverview[]
  readonly profile: Profile
  readonly policy: ScorePolicy
  readonly measure?: MeasureStage
}

/** An article of a window with its story, tier and score. */
export interface ScoredArticle {
  readonly article: ArticleLine
  /** Key of its story. */
  readonly story: string
  readonly isCopy: boolean
  readonly tier: TierFinding
  /** Null for copies, which are not scored. */
  readonly score: Score | null
}

/** The stories that tell one event in several languages. */
export interface Events {
  /** The event of a story, by the key of the story. */
  readonly byStory: ReadonlyMap<string, string>
  /** How many newsrooms tell an event. */
  readonly newsrooms: ReadonlyMap<string, number>
}

/** The stories of some articles, and all their members that scoring and trends count. */
export interface StoryContext {
  readonly stories: ReadonlyMap<string, StoredStory>
  readonly members: readonly StoryMember[]
  readonly tierOf: (article: Pick<ArticleLine, 'feed' | 'url'>) => TierFinding
  readonly witnesses: StoryWitnesses
  readonly events: Events
}

/** A member of a story with what is compared across languages. */
export type ToldArticle = StoryMember & Pick<ArticleLine, 'title' | 'description' | 'language'>

/**
 * Loads the stories of articles with their other members: those in `before`, and those published in a span before them. What was
 * told before counts for the event of a story too: a follow-up often names less than the first report.
 */
export async function storyContext(
  articles: readonly ToldArticle[],
  before: readonly ToldArticle[],
  span: Span,
  { store, feeds, policy }: Pick<ScoringDeps, 'store' | 'feeds' | 'policy'>,
): Promise<StoryContext> {
  const keys = new Set([...articles, ...before].map(({ story }) => story))
  const stories = new Map((await store.storiesByKey([...keys])).map((story) => [story.key, story]))
  const given = new Set([...before, ...articles].filter(({ published }) => published < span.to).map(({ key }) => key))
  const others = (await store.membersOfStories([...keys], span)).filter(({ key }) => !given.has(key))
  const members = [...others, ...before, ...articles]
  const sourceOf = new Map(feeds.map(({ feed, source }) => [feed.id, source]))
  const find = tierFinder(sourceOf)
  const byStory = eventsOf([...before, ...articles])
  const domainOf = memoizeByOrigin(registrableDomain)
  const witnesses = storyWitnesses(members, {
    tierOf: (member) => find(member).tier,
    familyOf: ({ feed, url }) => sourceOf.get(feed)?.owner ?? (url === null ? null : domainOf(url)) ?? `feed ${feed}`,
    countsReprints: policy.corroboration === 'feeds',
    events: byStory,
  })
  const newsrooms = newsroomsOfEvents(byStory, stories, witnesses)
  return { stories, members, tierOf: find, witnesses, events: { byStory, newsrooms } }
}

/** Finds tiers; those of the registry by the origin of an address. */
function tierFinder(sourceOf: ReadonlyMap<number, FeedOverview['source']>): StoryContext['tierOf'] {
  const ofSource = new Map<Tier, TierFinding>()
  const registered = memoizeByOrigin((url) => tierOf(null, url))
  return ({ feed, url }) => {
    const tier = sourceOf.get(feed)?.tier ?? null
    if (tier === null) return url === null ? tierOf(null, null) : registered(url)
    const known = ofSource.get(tier) ?? tierOf(tier, null)
    ofSource.set(tier, known)
    return known
  }
}

/** How many newsrooms tell each event: one that tells it in two stories, or two languages, counts once. */
function newsroomsOfEvents(
  byStory: Events['byStory'],
  stories: StoryContext['stories'],
  witnesses: StoryWitnesses,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [event, told] of storiesByEvent(byStory)) {
    // Members that retention removed are known by the number of their story alone.
    const most = told.reduce((all, story) => Math.max(all, stories.get(story)?.newsrooms ?? 1), 1)
    counts.set(event, Math.max(witnesses.newsroomsOf(event), most))
  }
  return counts
}

function storiesByEvent(byStory: Events['byStory']): Map<string, string[]> {
  const stories = new Map<string, string[]>()
  for (const [story, event] of byStory) stories.set(event, [...(stories.get(event) ?? []), story])
  return stories
}

/** Articles to score, and the stored scores of some of them by key, which make reading their texts again unnecessary. */
export interface LinesToScore {
  readonly lines: readonly ArticleLine[]
  readonly scores: ReadonlyMap<string, KnownScore>
  /** Keeps what the articles are about, where that had to be read. */
  readonly subjects?: WindowSubjects
}

/** Scored articles in the order given, and the scores that differ from the stored ones, by article id. */
export interface ScoredLines {
  readonly articles: readonly ScoredArticle[]
  readonly changed: ReadonlyMap<number, KnownScore>
}

/** Scores articles as of a moment. Writes nothing: the caller stores `changed` with `store.writeScores`. */
export function scoreLines(
  lines: LinesToScore,
  context: StoryContext,
  deps: Omit<ScoringDeps, 'reader'>,
  now: number,
): Promise<ScoredLines> {
  const { measure = unmeasured } = deps
  return measure('score', () => scored(lines, context, deps, now))
}

async function scored(
  { lines, scores, subjects }: LinesToScore,
  context: StoryContext,
  { store, feeds, profile, policy }: Omit<ScoringDeps, 'reader'>,
  now: number,
): Promise<ScoredLines> {
  const tiers = lines.map(context.tierOf)
  const toScore = articlesToScore(lines, tiers, context, { feeds, policy })
  const vector = profileVector(profile, INTEREST_POLICY)
  const background = vector === null ? null : await relevanceIdf(store)
  // Either number only grows, so their sum changes with the profile and with the epoch.
  const interests = vector === null ? null : { version: profile.version + background!.epoch, vector }
  const unread = unreadIn(toScore, { scores, facts: new Map() }, interests)
  const comparison = vector === null ? null : { vector, background: background! }
  const facts = await readFacts(linesOf(unread), comparison, store, subjects ?? windowSubjects(store))
  // Articles that changed or were removed between the two queries are scored next time.
  const missed = new Set(facts.size === 0 ? [] : all(unreadIn(toScore, { scores, facts }, interests)))
  const current = missed.size === 0 ? toScore : toScore.filter((one) => !missed.has(one))
  const taken = scoreWindow(current, { scores, facts }, { policy, profile: interests, now })
  const byKey = new Map(taken.map(({ key, score }) => [key, score]))
  const changed = taken.flatMap((one, at) =>
    isSameScore(one, scores.get(one.key)) ? [] : [[current[at]!.line.id, one] as const],
  )
  const articles = lines.map((article, at) => {
    const isCopy = article.copyOf !== null
    return { article, story: article.story, isCopy, tier: tiers[at]!, score: byKey.get(article.key) ?? null }
  })
  return { articles, changed: new Map(changed) }
}

/** An article to score with what a score needs besides the text. */
type Scorable = ScorableArticle & { readonly line: ArticleLine }

const all = <One>({ signals, likeness }: Unread<One>): One[] => [...signals, ...likeness]

const linesOf = ({ signals, likeness }: Unread<Scorable>): Unread<ArticleLine> => ({
  signals: signals.map(({ line }) => line),
  likeness: likeness.map(({ line }) => line),
})

/** The articles that are scored, which copies are not, with the facts a score needs besides the text. */
export function articlesToScore(
  lines: readonly ArticleLine[],
  tiers: readonly TierFinding[],
  context: StoryContext,
  { feeds, policy }: Pick<ScoringDeps, 'feeds' | 'policy'>,
): Scorable[] {
  const successShare = new Map(
    feeds.map(({ feed, health }) => [feed.id, health.polls === 0 ? 1 : health.successes / health.polls]),
  )
  const corroborationOf = corroborationIn(context, policy)
  return lines.flatMap((article, at) => {
    if (article.copyOf !== null) return []
    const { tier, tierFrom } = tiers[at]!
    const corroboration = corroborationOf(article.story)
    return [
      {
        line: article,
        key: article.key,
        contentHash: article.contentHash,
        published: article.published,
        dateUncertain: article.dateUncertain,
        partialContent: article.partialContent,
        wordCount: article.wordCount,
        tier,
        tierFrom,
        successShare: successShare.get(article.feed) ?? 1,
        ...corroboration,
      },
    ]
  })
}

/** The number of independent sources and of tiers behind a story; all that tell its event corroborate it. */
function corroborationIn({ stories, witnesses, events }: StoryContext, policy: ScorePolicy) {
  const storiesOf = storiesByEvent(events.byStory)
  return (story: string): { readonly sources: number; readonly tiers: number } => {
    const event = events.byStory.get(story)
    const told = event === undefined ? [story] : storiesOf.get(event)!
    const newsrooms = event === undefined ? (stories.get(story)?.newsrooms ?? 1) : events.newsrooms.get(event)!
    const sources = policy.corroboration === 'feeds' ? witnesses.feedsOf(told) || 1 : newsrooms
    return { sources, tiers: Math.max(1, witnesses.tiersOf(told).length) }
  }
}

/** The event of each story that is told in several languages. Most readers follow feeds of one, and nothing is compared. */
function eventsOf(articles: readonly ToldArticle[]): Events['byStory'] {
  const tags = new Set<string>()
  for (const { language } of articles) if (language !== null) tags.add(language)
  return new Set([...tags].map(baseLanguage)).size < 2 ? new Map() : eventGroups(storyTexts(articles))
}

/** The stories of some articles as they are compared across languages. Articles whose language is unknown are left out. */
function storyTexts(articles: readonly ToldArticle[]): StoryText[] {
  const texts = new Map<string, { language: string; articles: ToldArticle[] }>()
  for (const article of articles) {
    if (article.language === null) continue
    const known = texts.get(article.story)
    if (known === undefined) texts.set(article.story, { language: baseLanguage(article.language), articles: [article] })
    else known.articles.push(article)
  }
  return [...texts].map(([key, { language, articles: own }]) => ({
    key,
    language,
    texts: own.map(({ title, description }) => ({ title, text: description })),
    firstAt: own.reduce((first, { published }) => Math.min(first, published), Number.POSITIVE_INFINITY),
    lastAt: own.reduce((last, { published }) => Math.max(last, published), Number.NEGATIVE_INFINITY),
  }))
}

const baseLanguage = (tag: string): string => tag.toLowerCase().split('-')[0]!

/** Scores stored articles as of the end of a span, which also limits the members of their stories that count. */
export async function scoreArticles(
  articles: readonly StoredArticle[],
  span: Span,
  deps: ScoringDeps,
): Promise<ScoredLines> {
  const { store, reader } = deps
  const memberships = new Map(
    (await store.memberships(articles.map(({ key }) => key))).map((one) => [one.article, one]),
  )
  const lines = (await withFullCounts(store, articles)).map(({ body: _, text: __, ...article }) => {
    const membership = memberships.get(article.key)
    return { ...article, story: membership?.story ?? article.key, copyOf: membership?.copyOf ?? null }
  })
  const keys = lines.map(({ key }) => key)
  const scores = await store.scoresOf(reader, keys)
  return scoreLines({ lines, scores }, await storyContext(lines, [], span, deps), deps, span.to)
}
