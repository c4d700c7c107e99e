import { BREAKING_POLICY, type BreakingAlert, breakingAlerts } from '../core/digest/breaking-alerts.ts'
import { buildDigest } from '../core/digest/build-digest.ts'
import type { DigestInput, TabPlan, WindowArticle } from '../core/digest/digest-input.ts'
import { digestMemory } from '../core/digest/digest-memory.ts'
import { DIGEST_POLICY } from '../core/digest/digest-policy.ts'
import { FINAL_CATEGORY_RULES } from '../core/digest/final-category-rules.ts'
import { articlesToRead, planDigest, topicsToLabel } from '../core/digest/plan-digest.ts'
import type { Digest, DigestType, ReportedFeed } from '../core/domain/digest.ts'
import type { Disposition } from '../core/domain/disposition.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { DigestHead, ShownStory } from '../io/store/digests.ts'
import type { Store } from '../io/store/open-store.ts'
import {
  type AnalysisDeps,
  byHeadlines,
  groupWindow,
  labelTopics,
  type UnlabelledWindow,
  type WindowAnalysis,
} from './analyse-window.ts'
import type { FeedOverview } from './feed-overview.ts'
import { type ScoredArticle, scoreArticles } from './window-scores.ts'

/** Which digest is wanted. */
export interface DigestWish {
  readonly type: DigestType
  readonly zone: string
  /** Its now: the scheduled instant, or the moment somebody asks. */
  readonly at: number
  readonly windowMs: number
  /** Only these tabs; all when empty. */
  readonly tabs: readonly TabPlan[]
  /** Whether what earlier digests showed is left out. */
  readonly remembers: boolean
}

/** A digest and what is kept of it beside it. */
export interface MadeDigest {
  readonly digest: Digest
  readonly picture: WindowAnalysis
  readonly shown: readonly ShownStory[]
}

const DAY_MS = 86_400_000
/** How far back a short tab may reach, and how much of a tab is looked at for it. */
const OLDER_MS = 7 * DAY_MS
const OLDER_ARTICLES = 200
/** A feed this much behind its schedule was not read. */
const LATE_MS = 3_600_000

/** Makes a digest of what is stored. The same store and the same moment give the same digest. */
export async function makeDigest(wish: DigestWish, deps: AnalysisDeps): Promise<MadeDigest> {
  const { store, reader, feeds } = deps
  const window = { from: wish.at - wish.windowMs, to: wish.at }
  const sketch = await groupWindow(window, deps)
  const positions = new Map(feeds.map(({ feed, source }) => [feed.id, source.position]))
  const toWindow = (one: ScoredArticle) =>
    windowArticle(one, positions.get(one.article.feed) ?? Number.MAX_SAFE_INTEGER)
  const last = wish.remembers ? await digestBefore(store, reader, wish) : null
  const copies = sketch.articles.filter(({ isCopy }) => isCopy)
  const unread: DigestInput = {
    type: wish.type,
    zone: wish.zone,
    at: wish.at,
    window,
    topics: byHeadlines(sketch),
    vanished: sketch.drafts.vanished.map((topic) => ({ ...topic, label: topic.key })),
    articles: sketch.articles.map(toWindow),
    older: (await olderArticles(wish, sketch, deps)).map(toWindow),
    stories: storiesOf(sketch),
    health: { ...(await totals(store, window, copies.length)), ...troubled(feeds) },
    notRead: notRead(feeds, wish.at),
    previous: last ? { at: last.at, stories: await store.shownIn(last.id) } : null,
    tabs: wish.tabs,
    leaderWarnings: sketch.leaderWarning === null ? [] : [sketch.leaderWarning],
    finalCategories: FINAL_CATEGORY_RULES,
    policy: DIGEST_POLICY,
  }
  const plan = planDigest(unread)
  const picture = await labelTopics(sketch, topicsToLabel(unread, plan), store)
  const texts = await store.textsOf(articlesToRead(unread, plan))
  const withText = (article: WindowArticle) => {
    const text = texts.get(article.key)
    return text === undefined ? article : { ...article, text }
  }
  const input = {
    ...unread,
    topics: picture.topics.topics,
    vanished: picture.topics.vanished,
    articles: unread.articles.map(withText),
    older: unread.older.map(withText),
  }
  const digest = buildDigest(input)
  return { digest, picture, shown: digestMemory(digest, input) }
}

/** Stories that need not wait for the next digest, as of a moment. */
export async function breakingNow(now: number, deps: AnalysisDeps): Promise<BreakingAlert[]> {
  const sketch = await groupWindow({ from: now - BREAKING_POLICY.youngerThanMs, to: now }, deps)
  const articles = sketch.articles.map((one) => windowArticle(one, 0))
  return breakingAlerts({ articles, stories: storiesOf(sketch), alerted: new Set(), now, policy: BREAKING_POLICY })
}

/** The week looks back at the last week, a day's digests at one another. */
async function digestBefore(store: Store, reader: number, { type, at }: DigestWish): Promise<DigestHead | null> {
  const isWeekly = type === 'weekly'
  const recent = await store.digestHeads(reader, at, RECENT_DIGESTS)
  return recent.find((one) => (one.type === 'weekly') === isWeekly) ?? null
}

/** Between two weekly ones lie three a day. */
const RECENT_DIGESTS = 30

function windowArticle({ article, story, isCopy, tier, score }: ScoredArticle, position: number): WindowArticle {
  const disposition: Disposition = isCopy ? 'near_duplicate' : article.updatedAt === null ? 'unique' : 'revision'
  return {
    key: article.key,
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
    tab: article.tab,
    rssCategory: article.rssCategory,
    finalCategory: article.finalCategory,
    score: score?.value ?? null,
    story,
    disposition,
    position,
  }
}

/** Enough of what the tabs had before the window, for those that would be short. */
async function olderArticles(
  wish: DigestWish,
  { span }: UnlabelledWindow,
  deps: AnalysisDeps,
): Promise<readonly ScoredArticle[]> {
  if (wish.tabs.length === 0) return []
  const older = { from: wish.at - OLDER_MS, to: span.from }
  if (older.from >= older.to) return []
  const articles = new Map<string, StoredArticle>()
  for (const { id } of wish.tabs) {
    const page = await deps.store.articlePage({ tab: id, ...older, limit: OLDER_ARTICLES })
    for (const article of page) if (article.firstSeen < wish.at) articles.set(article.key, article)
  }
  return scoreArticles([...articles.values()], { from: older.from, to: wish.at }, deps)
}

function storiesOf({ articles, stories }: UnlabelledWindow): DigestInput['stories'] {
  const copies = new Map<string, string[]>()
  for (const { article, story, isCopy } of articles) {
    const known = copies.get(story) ?? []
    copies.set(story, known)
    if (isCopy) known.push(article.key)
  }
  return [...copies].map(([key, duplicates]) => {
    const story = stories.get(key)
    return { key, newsrooms: story?.newsrooms ?? 1, reprints: story?.reprints ?? 0, duplicates }
  })
}

async function totals(store: Store, { from, to }: WindowAnalysis['span'], copies: number) {
  const { polls, successes, entries, articles } = await store.windowTotals(from, to)
  return {
    polled: polls,
    successful: successes,
    errors: polls - successes,
    successRate: polls === 0 ? null : successes / polls,
    newArticles: articles,
    duplicatesRemoved: Math.max(0, entries - articles) + copies,
  }
}

const reported = ({ name, feed, health }: FeedOverview): ReportedFeed => ({
  name,
  url: feed.url,
  because: health.because,
})

function troubled(feeds: readonly FeedOverview[]) {
  return {
    unhealthy: feeds.filter(({ health }) => health.state === 'unhealthy' || health.state === 'slow').map(reported),
    dead: feeds.filter(({ health }) => health.state === 'dead').map(reported),
  }
}

/** What fails now, and what should have been asked long ago. */
function notRead(feeds: readonly FeedOverview[], at: number): ReportedFeed[] {
  return feeds.flatMap((one) => {
    if (one.source.origin === 'crawl' || one.health.state === 'dead') return []
    if (one.health.failuresInARow > 0) return [reported(one)]
    const late = one.feed.nextAt !== null && one.feed.nextAt < at - LATE_MS
    return late ? [{ ...reported(one), because: 'was due, but has not been asked yet' }] : []
  })
}
