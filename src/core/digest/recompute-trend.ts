import type { Trend, TrendTag } from '../domain/topic.ts'
import type { DigestPolicy } from './digest-policy.ts'

/** The tag for two counts. */
export function trendTag(
  before: number,
  now: number,
  { emergingArticles, change }: DigestPolicy['trend'],
): TrendTag | null {
  if (before === 0) return now >= emergingArticles ? 'EMERGING' : null
  if (now >= before * (1 + change)) return 'TRENDING'
  return now <= before * (1 - change) ? 'FADING' : null
}

/** The trend with the right tag for its counts; the same object when it has it. */
export function recomputeTrend(trend: Trend, policy: DigestPolicy['trend']): Trend {
  const tag = trendTag(trend.before, trend.now, policy)
  return tag === trend.tag ? trend : { ...trend, tag }
}
