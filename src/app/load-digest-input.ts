import type { DigestInput, TabPlan } from '../core/digest/digest-input.ts'
import { DIGEST_POLICY } from '../core/digest/digest-policy.ts'
import { corroboratedIn } from '../core/digest/quiet-day.ts'
import { itemsOf } from '../core/digest/self-check.ts'
import type { DigestType, ReportedFeed, Span } from '../core/domain/digest.ts'
import type { StateReason } from '../core/domain/feed-reason.ts'
import type { HealthState } from '../core/domain/health.ts'
import { stateWords } from '../core/poll/feed-reason-words.ts'
import type { StoredArticle } from '../io/store/articles.ts'
import type { DigestHead } from '../io/store/digests.ts'
import type { Store } from '../io/store/open-store.ts'
import { type AnalysisDeps, type UnlabelledWindow, withLabels } from './analyse-window.ts'
import type { FeedOverview } from './feed-overview.ts'
import { loadCorrections } from './load-corrections.ts'
import { withoutMuted } from './load-window.ts'
import { windowArticle } from './window-article.ts'
import { type ScoredArticle, scoreArticles } from './window-scores.ts'

/** Which digest to make. */
export interface DigestSpec {
  readonly type: DigestType
  readonly zone: string
  /** The instant the digest is made for: the scheduled one, or the moment of the request. */
  readonly at: number
  readonly windowMs: number
  /** Only these tabs; all when empty. */
  readonly tabs: readonly TabPlan[]
  /** Whether stories that earlier digests showed are left out. */
  readonly omitShown: boolean
  /** The languages of the sections, the reader's own first; empty for all. */
  readonly languages: readonly string[]
}

const DAY_MS = 86_400_000
/** How far back a short tab may reach, and how many articles of a tab are read for it. */
const OLDER_MS = 7 * DAY_MS
const OLDER_ARTICLES = 200
/** A feed this much behind its schedule is reported as not read. */
const LATE_MS = 3_600_000

/** Everything a digest is made from, before texts and labels are loaded. */
export async function loadDigestInput(
  spec: DigestSpec,
  window: UnlabelledWindow,
  deps: AnalysisDeps,
): Promise<DigestInput> {
  const { store, reader, feeds } = deps
  const { type, zone, at, tabs } = spec
  const positions = new Map(feeds.map(({ feed, source }) => [feed.id, source.position]))
  const toInput = (one: ScoredArticle) => windowArticle(one, positions.get(one.article.feed) ?? Number.MAX_SAFE_INTEGER)
  const last = spec.omitShown ? await digestBefore(store, reader, spec) : null
  const copies = window.articles.filter(({ isCopy }) => isCopy)
  return {
    type,
    zone,
    at,
    window: window.span,
    topics: withLabels(window),
    vanished: window.groups.vanished.map((topic) => ({ ...topic, label: topic.key })),
    articles: window.articles.map(toInput),
    older: (await olderArticles(spec, window.span, deps)).map(toInput),
    stories: storiesOf(window),
    events: window.events.byStory,
    newsroomsOfEvents: window.events.newsrooms,
    health: { ...(await totals(store, window.span, copies.length)), ...troubled(feeds) },
    notRead: notRead(feeds, at),
    previous: last ? { at: last.at, stories: await store.shownIn(last.id) } : null,
    corrections: spec.omitShown ? await loadCorrections(at, window, deps) : [],
    pastCorroborated: await pastCorroborated(store, reader, spec),
    languages: spec.languages,
    followed: new Set(deps.followed.keys()),
    tabs,
    mostOfFeed: new Map(feeds.map(({ feed, source }) => [feed.id, source.maxItems])),
    methodNote: window.methodNote,
    leaderWarnings: window.leaderWarning === null ? [] : [window.leaderWarning],
    policy: DIGEST_POLICY,
  }
}

/** Between two weekly digests lie three a day. */
const RECENT_DIGESTS = 30

/** The digest to compare with: for a weekly one the last weekly one, for any other the last that was not weekly. */
async function digestBefore(store: Store, reader: number, { type, at }: DigestSpec): Promise<DigestHead | null> {
  const isWeekly = type === 'weekly'
  const recent = await store.digestHeads(reader, at, RECENT_DIGESTS)
  return recent.find((one) => (one.type === 'weekly') === isWeekly) ?? null
}

/** A digest is compared with so many earlier ones of its type at most, over so long a time. */
const USUAL_MS = 14 * DAY_MS
const USUAL_DIGESTS = 14

/** How many stories of each digest of this type in the last fourteen days had three newsrooms. */
async function pastCorroborated(store: Store, reader: number, { type, at }: DigestSpec): Promise<number[]> {
  const recent = await store.digestsBefore(reader, at, USUAL_DIGESTS, type)
  return recent.filter(({ digest }) => digest.at >= at - USUAL_MS).map(({ digest }) => corroboratedIn(itemsOf(digest)))
}

/** Articles of the tabs from before the window, for tabs that would be short. Stores the scores taken for it. */
async function olderArticles(spec: DigestSpec, span: Span, deps: AnalysisDeps): Promise<readonly ScoredArticle[]> {
  const { store, reader } = deps
  const older = { from: spec.at - OLDER_MS, to: span.from }
  if (spec.tabs.length === 0 || older.from >= older.to) return []
  const articles = new Map<string, StoredArticle>()
  for (const { id } of spec.tabs.filter(({ found }) => found === undefined)) {
    const page = await store.articlePage({ tab: id, ...older, limit: OLDER_ARTICLES })
    for (const article of await withoutMuted(store, reader, page))
      if (article.firstSeen < spec.at) articles.set(article.key, article)
  }
  const scored = await scoreArticles([...articles.values()], { from: older.from, to: spec.at }, deps)
  await store.writeScores(reader, scored.changed)
  return scored.articles
}

/** The stories of a window with the keys of their copies. */
export function storiesOf({
  articles,
  stories,
}: Pick<UnlabelledWindow, 'articles' | 'stories'>): DigestInput['stories'] {
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

async function totals(store: Store, { from, to }: Span, copies: number) {
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
  reason: health.reason,
})

const TROUBLED: ReadonlySet<HealthState> = new Set(['unhealthy', 'slow', 'flooding'])

function troubled(feeds: readonly FeedOverview[]) {
  return {
    unhealthy: feeds.filter(({ health }) => TROUBLED.has(health.state)).map(reported),
    dead: feeds.filter(({ health }) => health.state === 'dead').map(reported),
  }
}

const OVERDUE: StateReason = { code: 'overdue' }

/** Feeds that fail now, and feeds that are long overdue. */
function notRead(feeds: readonly FeedOverview[], at: number): ReportedFeed[] {
  return feeds.flatMap((one) => {
    if (one.source.origin === 'crawl' || one.health.state === 'dead') return []
    if (one.health.failuresInARow > 0) return [reported(one)]
    const late = one.feed.nextAt !== null && one.feed.nextAt < at - LATE_MS
    return late ? [{ ...reported(one), because: stateWords(OVERDUE), reason: OVERDUE }] : []
  })
}
