import type { Outcome } from '../core/domain/outcome.ts'
import { discoverFeeds, type FeedCandidate } from '../core/poll/discover-feeds.ts'
import { findLinks } from '../core/text/find-links.ts'
import { withoutLogin } from '../core/text/login.ts'

/** The feeds that a web page names which came instead of a feed. */
export function candidatesIn(outcome: Outcome): readonly FeedCandidate[] {
  const page = outcome.kind === 'failed' ? outcome.page : null
  return page === null ? [] : discoverFeeds(findLinks(Buffer.from(page.body).toString('utf8')), page.url)
}

/** The one that the page declares as its own; guesses are not kept. */
export function declaredFeed(outcome: Outcome): string | null {
  const declared = candidatesIn(outcome).find(({ found }) => found === 'link')
  return declared === undefined ? null : withoutLogin(declared.url)
}
