import type { PageProblem } from '../domain/full-text.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Problems that may pass by themselves: their pages are tried again without being asked for. */
export const PASSING: readonly PageProblem[] = ['unavailable', 'slowDown', 'robotsUnavailable']

/** After so many failures in a row a passing problem is believed to stay. */
export const MOST_FAILURES = 3

/** The longest time until a page may be tried again. A time further ahead was set by a clock that was wrong, and is not believed. */
export const LONGEST_RETRY_MS = 7 * DAY_MS

export const isRetryDue = (retryAt: number, now: number): boolean => retryAt <= now || retryAt - now > LONGEST_RETRY_MS

/** When a page may be tried again, also by a reader who asks: soon what passes, after a day what the site would have to change. */
export function retryAt(problem: PageProblem, now: number, failures: number, askedMs: number | null): number {
  const own = PASSING.includes(problem) ? 10 * MINUTE_MS * 4 ** Math.min(failures, 3) : DAY_MS
  return now + Math.min(Math.max(own, askedMs ?? 0), LONGEST_RETRY_MS)
}

/** A page that waits to be fetched without being asked for. */
interface Waiting {
  readonly feed: number
  readonly url: string
}

/** How many pages are fetched without being asked for. */
export interface PagePolicy {
  /** Of one feed in an hour: a feed that comes back with hundreds of articles must not make a storm of requests. */
  readonly ofFeedAnHour: number
  /** Of one host in one round, so that others do not wait for it. */
  readonly ofHostARound: number
  readonly aRound: number
}

export const PAGE_POLICY: PagePolicy = { ofFeedAnHour: 30, ofHostARound: 3, aRound: 40 }

/** The pages of one round, out of those that wait, the newest first; `tried` has the number of each feed's in the last hour. */
export function choosePages<One extends Waiting>(
  waiting: readonly One[],
  tried: ReadonlyMap<number, number>,
  policy: PagePolicy = PAGE_POLICY,
): One[] {
  const ofFeed = new Map(tried)
  const ofHost = new Map<string, number>()
  const chosen: One[] = []
  for (const one of waiting) {
    const { host } = new URL(one.url)
    const [feeds, hosts] = [ofFeed.get(one.feed) ?? 0, ofHost.get(host) ?? 0]
    if (feeds >= policy.ofFeedAnHour || hosts >= policy.ofHostARound || chosen.length >= policy.aRound) continue
    ofFeed.set(one.feed, feeds + 1)
    ofHost.set(host, hosts + 1)
    chosen.push(one)
  }
  return chosen
}
