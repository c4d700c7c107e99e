import type { Feed } from '../core/domain/feed.ts'
import type { VisitReason } from '../core/domain/feed-reason.ts'
import type { FeedHealth } from '../core/domain/health.ts'
import type { FeedDay, Poll } from '../core/domain/poll.ts'
import type { PollHistory } from '../core/domain/poll-plan.ts'
import type { Source } from '../core/domain/source.ts'
import { explainNextPoll } from '../core/poll/explain-next-poll.ts'
import { visitWords } from '../core/poll/feed-reason-words.ts'
import { feedHealth } from '../core/poll/health.ts'
import { restoreHistory } from '../core/poll/new-history.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import type { Store } from '../io/store/open-store.ts'

/** A feed with its source, its health and its schedule, for showing. */
export interface FeedOverview {
  readonly feed: Feed
  readonly source: Source
  readonly name: string
  readonly history: PollHistory
  readonly health: FeedHealth
  /** Why the next poll is when it is. */
  readonly nextVisit: VisitReason
  /** The same in one sentence. */
  readonly nextBecause: string
}

export interface FeedDetail extends FeedOverview {
  readonly days: readonly FeedDay[]
  readonly polls: readonly Poll[]
}

const DAY_MS = 86_400_000

/** All feeds the user still wants, in the order of the sources. */
export async function feedOverviews(store: Store, now: number, policy: PollPolicy): Promise<FeedOverview[]> {
  return overviewsOf(store, await wantedSources(store), now, policy)
}

/** The sources that the user still wants, of which each has a feed. */
export const wantedSources = async (store: Pick<Store, 'sources'>): Promise<Source[]> =>
  (await store.sources()).filter((source) => source.retiredAt === null)

/** The feeds that a reader hides. */
export async function hiddenFeeds(
  store: Store,
  reader: number,
  now: number,
  policy: PollPolicy,
): Promise<FeedOverview[]> {
  return overviewsOf(store, await store.hiddenSources(reader), now, policy)
}

async function overviewsOf(
  store: Store,
  sources: readonly Source[],
  now: number,
  policy: PollPolicy,
): Promise<FeedOverview[]> {
  const feeds = new Map((await store.feeds()).map((feed) => [feed.source, feed]))
  const days = daysByFeed(await store.feedDays(Math.floor(now / DAY_MS) - policy.healthDays))
  return sources.map((source) => {
    const feed = feeds.get(source.id)!
    return overviewOf(feed, source, days.get(feed.id) ?? [], { now, policy })
  })
}

function daysByFeed(list: readonly FeedDay[]): ReadonlyMap<number, readonly FeedDay[]> {
  const days = new Map<number, FeedDay[]>()
  for (const day of list) {
    const known = days.get(day.feed)
    if (known === undefined) days.set(day.feed, [day])
    else known.push(day)
  }
  return days
}

/** The same with its daily sums of thirty days. */
export interface DatedOverview extends FeedOverview {
  readonly days: readonly FeedDay[]
}

/** A page of feeds with their sources: only what these need is read. */
export async function overviewPage(
  store: Pick<Store, 'feedDays'>,
  page: readonly { readonly feed: Feed; readonly source: Source }[],
  now: number,
  policy: PollPolicy,
): Promise<DatedOverview[]> {
  const ids = page.map(({ feed }) => feed.id)
  const days = daysByFeed(await store.feedDays(Math.floor(now / DAY_MS) - policy.healthDays, ids))
  return page.map(({ feed, source }) => {
    const own = days.get(feed.id) ?? []
    return { ...overviewOf(feed, source, own, { now, policy }), days: own }
  })
}

/** What a feed is called where nobody said otherwise: as it calls itself, or by its host. */
export const shownName = ({ title }: Feed, { name, url }: Source): string => name ?? title ?? new URL(url).hostname

/** One feed with its last polls. */
export async function feedDetail(
  store: Store,
  overview: FeedOverview,
  now: number,
  policy: PollPolicy,
): Promise<FeedDetail> {
  const { feed } = overview
  const days = await store.feedDays(Math.floor(now / DAY_MS) - policy.healthDays, [feed.id])
  return { ...overview, days, polls: await store.polls(feed.id, 20) }
}

function overviewOf(
  feed: Feed,
  source: Source,
  days: readonly FeedDay[],
  { now, policy }: { readonly now: number; readonly policy: PollPolicy },
): FeedOverview {
  const history = restoreHistory(feed.history, source.kind, policy)
  const nextVisit = nextVisitOf(feed, source)
  return {
    feed,
    source,
    name: shownName(feed, source),
    history,
    health: feedHealth(history, days, now, policy),
    nextVisit,
    nextBecause: visitWords(nextVisit),
  }
}

function nextVisitOf(feed: Feed, source: Source): VisitReason {
  if (source.origin === 'crawl') return { code: 'crawl', clamped: false }
  if (feed.nextReason === 'asked') return { code: 'asked', clamped: false }
  return feed.nextPlan === null ? { code: 'first', clamped: false } : explainNextPoll(feed.nextPlan)
}
