import type { Topic, VanishedTopic } from '../domain/topic.ts'
import type { DigestPolicy } from './digest-policy.ts'
import { saysSomething } from './mend-labels.ts'
import { trendTag } from './recompute-trend.ts'

/** Labels for the health report: what comes up, largest first, and what goes down or is gone, largest loss first. */
export function nameTrends(
  topics: readonly Topic[],
  vanished: readonly VanishedTopic[],
  labels: ReadonlyMap<string, string>,
  policy: DigestPolicy,
): { readonly emerging: readonly string[]; readonly declining: readonly string[] } {
  const moves = topics.flatMap(({ key, label, trend }) => {
    if (trend === null) return []
    const tag = trendTag(trend.before, trend.now, policy.trend)
    return [{ key, label: labels.get(key) ?? label, tag, by: Math.abs(trend.now - trend.before) }]
  })
  const gone = vanished.map(({ key, label, before }) => ({ key, label, tag: 'FADING' as const, by: before }))
  const named = (tag: string, of: readonly (typeof moves)[number][]) =>
    [
      ...new Set(
        of
          .filter((one) => one.tag === tag && saysSomething(one.label, null))
          .sort(byMove)
          .map(({ label }) => label),
      ),
    ].slice(0, policy.namedTopics)
  return { emerging: named('EMERGING', moves), declining: named('FADING', [...moves, ...gone]) }
}

interface Move {
  readonly key: string
  readonly by: number
}

const byMove = (a: Move, b: Move): number => b.by - a.by || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
