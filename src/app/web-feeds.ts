import type { PollAnswer, VisitReason } from '../core/domain/feed-reason.ts'
import type { FeedDay } from '../core/domain/poll.ts'
import { UserError } from '../core/domain/user-error.ts'
import { pollAnswerWords } from '../core/poll/feed-reason-words.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import type { Store } from '../io/store/open-store.ts'
import type { SourceFilter, SourcePosition, Subscribed } from '../io/store/web/subscriptions.ts'
import { type FeedDetail, type FeedOverview, feedDetail, overviewPage } from './feed-overview.ts'
import { countUnread } from './unread-counts.ts'

/** A feed as lists show it. */
export interface ListedFeed extends FeedOverview {
  /** New articles on each of the last thirty days, today last. */
  readonly newPerDay: readonly number[]
  /** Whether most of its newest articles have their whole text; null without articles. */
  readonly fullContent: boolean | null
  readonly hidden: boolean
  /** Among the newest articles. */
  readonly unread: number
}

/** What became of the wish for a poll. */
export interface AskedPoll {
  readonly asked: boolean
  readonly reason: PollAnswer | VisitReason
  readonly because: string
  readonly nextAt: number | null
}

/** The feeds that one reader follows, as the server shows them. Null: they follow none of that id. */
export interface WebFeeds {
  readonly page: (after: SourcePosition | null, limit: number, filter: SourceFilter) => Promise<ListedFeed[]>
  readonly one: (id: number) => Promise<(ListedFeed & FeedDetail) | null>
  /** Makes a feed due now, unless that would be impolite. The engine polls it, as it does all feeds. */
  readonly askForPoll: (id: number) => Promise<AskedPoll | null>
}

/** What the feeds need. */
export interface WebFeedsDeps {
  /** The reader's. */
  readonly store: Store
  readonly reader: number
  readonly policy: PollPolicy
  readonly now: () => number
}

/** A publisher is not asked again sooner by hand. */
const AGAIN_MS = 5 * 60_000

export function createWebFeeds({ store, reader, policy, now }: WebFeedsDeps): WebFeeds {
  async function listed(page: readonly Subscribed[]): Promise<ListedFeed[]> {
    const { feeds: unread } = await countUnread(store, reader)
    const shares = await store.web.wholeTextShares(page.map(({ feed }) => feed.id))
    const overviews = await overviewPage(store, page, now(), policy)
    return overviews.map(({ days, ...one }, at) => {
      const { id } = one.feed
      const share = shares.get(id)
      return {
        ...one,
        newPerDay: newPerDay(days, now()),
        fullContent: share === undefined ? null : share > 0.5,
        hidden: page[at]!.hidden,
        unread: unread.get(id) ?? 0,
      }
    })
  }
  async function overview(id: number): Promise<FeedOverview | null> {
    const found = await store.web.subscriptionOf(reader, { feed: id })
    return found === null ? null : (await overviewPage(store, [found], now(), policy))[0]!
  }
  return {
    page: async (after, limit, filter) => listed(await store.web.subscriptionPage(reader, after, limit, filter)),
    async one(id) {
      const [found] = await listed(await store.web.subscriptionsOfFeeds(reader, [id]))
      return found === undefined ? null : { ...found, ...(await feedDetail(store, found, now(), policy)) }
    },
    async askForPoll(id) {
      const found = await overview(id)
      if (found === null) return null
      const { feed, source } = found
      if (source.origin === 'crawl') throw new UserError({ code: 'crawlSource' })
      if (feed.nextAt === null) throw new UserError({ code: 'goneForGood' })
      const refused = impolite(found, now())
      if (refused !== null) return { asked: false, ...refused, nextAt: feed.nextAt }
      await store.web.askForPoll(source.id, now())
      return { asked: true, ...answered({ code: 'soon' }), nextAt: now() }
    },
  }
}

const DAY_MS = 86_400_000
const DAYS_LISTED = 30

/** Days without a poll count nothing. */
function newPerDay(days: readonly FeedDay[], now: number): number[] {
  const first = Math.floor(now / DAY_MS) - DAYS_LISTED + 1
  const counts = new Map(days.map(({ day, newArticles }) => [day, newArticles]))
  return Array.from({ length: DAYS_LISTED }, (_, n) => counts.get(first + n) ?? 0)
}

/** Why a feed should not be polled now; null when it may be. */
function impolite(
  { feed, history, nextVisit, nextBecause }: FeedOverview,
  now: number,
): Pick<AskedPoll, 'reason' | 'because'> | null {
  const isWaiting = feed.nextReason === 'retry_after' || feed.nextReason === 'slow_down'
  if (isWaiting && feed.nextAt! > now) return { reason: nextVisit, because: nextBecause }
  const ago = history.lastPolledAt === null ? AGAIN_MS : now - history.lastPolledAt
  // A clock that was set back must not stop it for good.
  if (ago >= AGAIN_MS || ago < 0) return null
  return answered({
    code: 'justPolled',
    minutes: Math.max(1, Math.round(ago / 60_000)),
    againAfter: AGAIN_MS / 60_000,
  })
}

const answered = (reason: PollAnswer) => ({ reason, because: pollAnswerWords(reason) })
