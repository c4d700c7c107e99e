import type { Feed } from '../core/domain/feed.ts'
import type { HostLease } from '../core/domain/host-lease.ts'
import type { FeedDay } from '../core/domain/poll.ts'
import type { PollHistory } from '../core/domain/poll-plan.ts'
import type { Source } from '../core/domain/source.ts'
import { restoreHistory } from '../core/poll/new-history.ts'
import type { PollPolicy } from '../core/poll/poll-policy.ts'

/** A feed to be polled, with what was loaded about it. */
export interface PollTarget {
  readonly feed: Feed
  readonly source: Source
  readonly days: readonly FeedDay[]
  readonly lease: HostLease | null
  /** The login of the source; null when its address has none. */
  readonly login: string | null
}

/** What the earlier polls of the feed came to. */
export function historyOf({ feed, source }: PollTarget, policy: PollPolicy): PollHistory {
  return restoreHistory(feed.history, source.kind, policy)
}
