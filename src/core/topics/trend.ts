import type { CompactVector, TopicSnapshot, Trend, TrendTag, VanishedTopic } from '../domain/topic.ts'
import { unitVector } from '../similar/vectors.ts'

/** A topic of this window, before it knows where it comes from. */
export type FreshTopic = Pick<TopicSnapshot, 'stories' | 'centroid' | 'count'>

/** When two topics are one, and when a change is worth a tag. */
export const TREND_POLICY = {
  /** More than this share of the earlier topic's stories must go on, or … */
  continuing: 1 / 3,
  /** … the middles must be this alike. */
  cosine: 0.5,
  emergingArticles: 3,
  trending: 1.5,
  fading: 0.5,
  /** How many windows a history remembers. */
  windows: 30,
} as const

/** Which earlier topic each topic goes on from; −1 for none. No earlier topic goes on twice. */
export function continuations(now: readonly FreshTopic[], before: readonly TopicSnapshot[]): Int32Array {
  const pairs = [...pairsOf(now, before)]
  pairs.sort((a, b) => b.value - a.value || a.topic - b.topic || a.earlier - b.earlier)
  const found = new Int32Array(now.length).fill(-1)
  const taken = new Set<number>()
  for (const { topic, earlier } of pairs) {
    if (found[topic] !== -1 || taken.has(earlier)) continue
    found[topic] = earlier
    taken.add(earlier)
  }
  return found
}

/** What became of a topic; `earlier` is null for one that was not there. */
export function trendOf(count: number, earlier: TopicSnapshot | null): Trend {
  const before = earlier?.count ?? 0
  const history = [...(earlier?.history ?? []), count].slice(-TREND_POLICY.windows)
  return { tag: tagOf(before, count), before, now: count, history }
}

/** The topics of the window before that nothing goes on from, largest first. */
export function vanishedFrom(before: readonly TopicSnapshot[], continued: Int32Array): VanishedTopic[] {
  const goesOn = new Set(continued)
  const gone = before.filter((_, at) => !goesOn.has(at))
  const list = gone.map(({ key, label, count }) => ({ key, label, before: count }))
  return list.sort((a, b) => b.before - a.before || (a.key < b.key ? -1 : 1))
}

function tagOf(before: number, now: number): TrendTag | null {
  if (before === 0) return now >= TREND_POLICY.emergingArticles ? 'EMERGING' : null
  if (now >= before * TREND_POLICY.trending) return 'TRENDING'
  return now <= before * TREND_POLICY.fading ? 'FADING' : null
}

interface Pair {
  readonly topic: number
  readonly earlier: number
  readonly value: number
}

/** Which earlier topics have a term, and how heavy it is there. */
interface Posting {
  readonly topics: number[]
  readonly weights: number[]
}

const NOWHERE: Posting = { topics: [], weights: [] }

/** Cosines are added up term by term, so that only topics which share a term cost anything. */
function* pairsOf(now: readonly FreshTopic[], before: readonly TopicSnapshot[]): Generator<Pair> {
  const byStory = new Map<string, number[]>()
  const byTerm = new Map<number, Posting>()
  before.forEach(({ stories, centroid }, earlier) => {
    for (const story of stories) push(byStory, story, earlier)
    for (const [id, weight] of entriesOf(centroid)) {
      const posting = byTerm.get(id) ?? { topics: [], weights: [] }
      byTerm.set(id, posting)
      posting.topics.push(earlier)
      posting.weights.push(weight)
    }
  })
  const shared = new Float64Array(before.length)
  const cosines = new Float64Array(before.length)
  for (const [topic, { stories, centroid }] of now.entries()) {
    shared.fill(0)
    cosines.fill(0)
    for (const story of stories) for (const earlier of byStory.get(story) ?? []) shared[earlier]!++
    for (const [id, weight] of entriesOf(centroid)) {
      const { topics, weights } = byTerm.get(id) ?? NOWHERE
      for (let at = 0; at < topics.length; at++) cosines[topics[at]!]! += weight * weights[at]!
    }
    for (const [earlier, snapshot] of before.entries()) {
      const value = pairValue(shared[earlier]! / snapshot.stories.length, cosines[earlier]!)
      if (value !== null) yield { topic, earlier, value }
    }
  }
}

/** How sure it is that two topics are one; null when they are not. Rounded, so that no tie hangs on the order of adding. */
function pairValue(share: number, cosine: number): number | null {
  const goesOn = share > TREND_POLICY.continuing
  const alike = Math.round(cosine * 1e6) / 1e6
  if (!goesOn && alike < TREND_POLICY.cosine) return null
  return Math.max(goesOn ? share : 0, alike)
}

function entriesOf({ ids, weights }: CompactVector): [number, number][] {
  const unit = unitVector(ids.map((id, at) => [id, weights[at]!]))
  return Array.from(unit.ids, (id, at) => [id, unit.weights[at]!])
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
