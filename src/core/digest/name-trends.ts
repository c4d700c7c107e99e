import type { Topic, VanishedTopic } from '../domain/topic.ts'
import type { DigestPolicy } from './digest-policy.ts'
import { saysSomething } from './mend-labels.ts'
import { trendTag } from './recompute-trend.ts'

/** Labels for the health report: rising topics, largest first, and falling or vanished ones, largest loss first. */
export function nameTrends(
  topics: readonly Topic[],
  vanished: readonly VanishedTopic[],
  labels: ReadonlyMap<string, string>,
  policy: DigestPolicy,
): { readonly emerging: readonly string[]; readonly declining: readonly string[] } {
  const { emerging, declining } = movesOf(topics, vanished, policy)
  const named = (moves: readonly Move[]) => {
    const names = moves.map(({ key, label, isGone }) => (isGone ? label : (labels.get(key) ?? label)))
    return [...new Set(names.filter((name) => saysSomething(name, null)))].slice(0, policy.namedTopics)
  }
  return { emerging: named(emerging), declining: named(declining) }
}

/** Rising topics, and falling or vanished ones; largest change first. */
export function movesOf(topics: readonly Topic[], vanished: readonly VanishedTopic[], { trend }: DigestPolicy) {
  const moves = topics.flatMap(({ key, label, trend: own }) => {
    if (own === null) return []
    const by = Math.abs(own.now - own.before)
    return [{ key, label, tag: trendTag(own.before, own.now, trend), by, isGone: false }]
  })
  const gone = vanished.map(({ key, label, before }) => {
    return { key, label, tag: 'FADING' as const, by: before, isGone: true }
  })
  return {
    emerging: moves.filter(({ tag }) => tag === 'EMERGING').sort(byMove),
    declining: [...moves.filter(({ tag }) => tag === 'FADING'), ...gone].sort(byMove),
  }
}

interface Move {
  readonly key: string
  readonly label: string
  readonly by: number
  readonly isGone: boolean
}

const byMove = (a: Pick<Move, 'key' | 'by'>, b: Pick<Move, 'key' | 'by'>): number =>
  b.by - a.by || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
