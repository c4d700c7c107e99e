import type { RefreshHints } from '../domain/feed-document.ts'
import type { Freshness } from '../domain/outcome.ts'
import type { HintName } from '../domain/poll-plan.ts'

export interface PublisherMinimum {
  readonly ms: number
  readonly by: HintName | null
  readonly clamped: boolean
}

const minute = 60_000
const hour = 60 * minute

/** Syndication module of RSS 1.0: https://web.resource.org/rss/1.0/modules/syndication/ */
const periods: Readonly<Record<string, number>> = {
  hourly: hour,
  daily: 24 * hour,
  weekly: 7 * 24 * hour,
  monthly: 30 * 24 * hour,
  yearly: 365 * 24 * hour,
}

/** The longest rest that any hint asks for, up to the policy's limit. */
export function publisherMinimum(
  hints: RefreshHints | null,
  freshness: Freshness | null,
  believedMs: number,
): PublisherMinimum {
  const asked: ReadonlyArray<readonly [HintName, number]> = [
    ['ttl', (hints?.ttlMinutes ?? 0) * minute],
    ['syndication', hints ? syndicationMs(hints) : 0],
    [freshness?.by ?? 'cache_control', freshness?.ms ?? 0],
  ]
  let longest: PublisherMinimum = { ms: 0, by: null, clamped: false }
  for (const [by, ms] of asked) {
    const believed = Math.min(ms, believedMs)
    if (believed > longest.ms) longest = { ms: believed, by, clamped: ms > believedMs }
  }
  return longest
}

/** Period divided by frequency; a frequency alone is per day, as the module defaults say. */
function syndicationMs({ updatePeriod, updateFrequency }: RefreshHints): number {
  if (updatePeriod === null && updateFrequency === null) return 0
  const period = periods[(updatePeriod ?? 'daily').trim().toLowerCase()]
  const frequency = updateFrequency !== null && updateFrequency > 0 ? updateFrequency : 1
  return period === undefined ? 0 : period / frequency
}
