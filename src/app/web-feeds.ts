import { UserError } from '../core/domain/user-error.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'
import type { Store } from '../io/store/open-store.ts'
import type { SourcePosition, Subscribed } from '../io/store/web/subscriptions.ts'
import { type FeedDetail, type FeedOverview, feedDetail, overviewPage } from './feed-overview.ts'
import { countUnread } from './unread-counts.ts'

/** A feed as the reader has it. */
export interface FollowedFeed extends FeedOverview {
  readonly hidden: boolean
  readonly unread: number
}

/** What became of the wish for a poll. */
export interface AskedPoll {
  readonly asked: boolean
  readonly because: string
  readonly nextAt: number | null
}

/** The feeds that one reader follows, as the server shows them. Null: they follow none of that id. */
export interface WebFeeds {
  readonly page: (after: SourcePosition | null, limit: number) => Promise<FollowedFeed[]>
  readonly one: (id: number) => Promise<(FollowedFeed & FeedDetail) | null>
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
  async function followed(page: readonly Subscribed[]): Promise<FollowedFeed[]> {
    const [overviews, { feeds }] = [await overviewPage(store, page, now(), policy), await countUnread(store, reader)]
    return overviews.map((one, at) => ({ ...one, hidden: page[at]!.hidden, unread: feeds.get(one.feed.id) ?? 0 }))
  }
  async function overview(id: number): Promise<FollowedFeed | null> {
    const found = await store.web.subscriptionOf(reader, { feed: id })
    return found === null ? null : (await followed([found]))[0]!
  }
  return {
    page: async (after, limit) => followed(await store.web.subscriptionPage(reader, after, limit)),
    async one(id) {
      const found = await overview(id)
      return found === null ? null : { ...found, ...(await feedDetail(store, found, now(), policy)) }
    },
    async askForPoll(id) {
      const found = await overview(id)
      if (found === null) return null
      const { feed, source } = found
      if (source.origin === 'crawl') throw new UserError('this source is read from crawls: there is nothing to poll')
      if (feed.nextAt === null)
        throw new UserError('the publisher says that this feed is gone for good: add it again to revive it')
      const refused = impolite(found, now())
      if (refused !== null) return { asked: false, because: refused, nextAt: feed.nextAt }
      await store.web.askForPoll(source.id, now())
      return { asked: true, because: 'it is polled within seconds', nextAt: now() }
    },
  }
}

/** Why a feed should not be polled now; null when it may be. */
function impolite({ feed, history, nextBecause }: FeedOverview, now: number): string | null {
  const isWaiting = feed.nextReason === 'retry_after' || feed.nextReason === 'slow_down'
  if (isWaiting && feed.nextAt! > now) return nextBecause
  const ago = history.lastPolledAt === null ? AGAIN_MS : now - history.lastPolledAt
  // A clock that was set back must not stop it for good.
  if (ago >= AGAIN_MS || ago < 0) return null
  return `it was polled ${Math.max(1, Math.round(ago / 60_000))} min ago: ask again ${AGAIN_MS / 60_000} min after that`
}
