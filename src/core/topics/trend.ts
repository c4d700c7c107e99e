import type { TopicSnapshot, Trend, TrendTag, VanishedTopic } from '../domain/topic.ts'
import { dot, type SparseVector } from '../similar/vectors.ts'
import { wholeVector } from './centroid.ts'
import { alikePairs, type TopicPair } from './pair-topics.ts'

/** A topic as it is recognised in another window; its centroid is computed only where the stories do not decide. */
export interface KnownTopic {
  readonly stories: readonly string[]
  readonly centroid: () => SparseVector
}

/** A topic of the window before; it needs no label. */
export interface EarlierTopic extends KnownTopic, Pick<TopicSnapshot, 'key' | 'count' | 'history'> {}

/** A stored topic as an earlier topic. */
export function earlierTopic({ key, stories, centroid, count, history }: TopicSnapshot): EarlierTopic {
  return { key, stories, count, history, centroid: () => wholeVector(centroid) }
}

/** When two topics are the same, and when a change gets a tag. */
export const TREND_POLICY = {
  /** Share of the earlier topic's stories that must continue, or … */
  continuing: 1 / 3,
  /** … the cosine similarity of the centroids. */
  cosine: 0.5,
  emergingArticles: 3,
  trending: 1.5,
  fading: 0.5,
  /** How many windows a history has. */
  windows: 30,
} as const

/** For each topic the index of the earlier topic it continues; −1 for none. No earlier topic is continued twice. */
export function continuations(now: readonly KnownTopic[], before: readonly KnownTopic[]): Int32Array {
  const found = new Int32Array(now.length).fill(-1)
  const taken = new Uint8Array(before.length)
  const shares = sharesOf(now, before)
  // A topic that has all stories of an earlier one is the best match, so those are paired before any centroid is
  // computed.
  matchGreedily(
    shares.filter(({ share }) => share === 1).map((pair) => ({ ...pair, value: 1 })),
    found,
    taken,
  )
  const open = shares.filter(({ topic, earlier }) => found[topic] === -1 && taken[earlier] === 0)
  const fresh = centroidsOf(now, (topic) => found[topic] === -1)
  const old = centroidsOf(before, (earlier) => taken[earlier] === 0)
  matchGreedily(valuedPairs(fresh, old, open), found, taken)
  return found
}

/** The trend of a topic; `earlier` is null for a new one. */
export function trendOf(count: number, earlier: Pick<TopicSnapshot, 'count' | 'history'> | null): Trend {
  const before = earlier?.count ?? 0
  const history = [...(earlier?.history ?? []), count].slice(-TREND_POLICY.windows)
  return { tag: tagOf(before, count), before, now: count, history }
}

/** The topics of the window before that no topic continues, largest first. */
export function vanishedFrom(
  before: readonly Pick<TopicSnapshot, 'key' | 'count'>[],
  continued: Int32Array,
): Omit<VanishedTopic, 'label'>[] {
  const goesOn = new Set(continued)
  const gone = before.filter((_, at) => !goesOn.has(at))
  const list = gone.map(({ key, count }) => ({ key, before: count }))
  return list.sort((a, b) => b.before - a.before || (a.key < b.key ? -1 : 1))
}

function tagOf(before: number, now: number): TrendTag | null {
  if (before === 0) return now >= TREND_POLICY.emergingArticles ? 'EMERGING' : null
  if (now >= before * TREND_POLICY.trending) return 'TRENDING'
  return now <= before * TREND_POLICY.fading ? 'FADING' : null
}

/** A pair of topics and how many of the earlier one's stories the later one has. */
interface SharedPair extends TopicPair {
  readonly share: number
}

interface ValuedPair extends SharedPair {
  readonly value: number
}

/** Greedy one-to-one matching, best pair first; ties by the stories, then by index. */
function matchGreedily(pairs: ValuedPair[], found: Int32Array, taken: Uint8Array): void {
  pairs.sort((a, b) => b.value - a.value || b.share - a.share || a.topic - b.topic || a.earlier - b.earlier)
  for (const { topic, earlier } of pairs) {
    if (found[topic] !== -1 || taken[earlier] === 1) continue
    found[topic] = earlier
    taken[earlier] = 1
  }
}

/** The pairs that share enough stories. */
function sharesOf(now: readonly KnownTopic[], before: readonly KnownTopic[]): SharedPair[] {
  const byStory = new Map<string, number[]>()
  before.forEach(({ stories }, earlier) => {
    for (const story of stories) byStory.set(story, [...(byStory.get(story) ?? []), earlier])
  })
  const pairs: SharedPair[] = []
  for (const [topic, { stories }] of now.entries()) {
    // Most topics share no story.
    if (!stories.some((story) => byStory.has(story))) continue
    const shared = new Map<number, number>()
    for (const earlier of stories.flatMap((story) => byStory.get(story) ?? []))
      shared.set(earlier, (shared.get(earlier) ?? 0) + 1)
    for (const [earlier, count] of shared) {
      const share = count / before[earlier]!.stories.length
      if (share > TREND_POLICY.continuing) pairs.push({ topic, earlier, share })
    }
  }
  return pairs
}

/** The centroids of topics that are not yet paired, by index. */
function centroidsOf(topics: readonly KnownTopic[], isOpen: (at: number) => boolean): Map<number, SparseVector> {
  const centroids = new Map<number, SparseVector>()
  topics.forEach((topic, at) => {
    if (isOpen(at)) centroids.set(at, topic.centroid())
  })
  return centroids
}

/** Rounded, so that no tie depends on the order of addition. */
const PRECISION = 1e6

const rounded = (cosine: number): number => Math.round(cosine * PRECISION) / PRECISION

/** The pairs with their value: by shared stories or by the similarity of their centroids. */
function valuedPairs(
  now: ReadonlyMap<number, SparseVector>,
  before: ReadonlyMap<number, SparseVector>,
  shares: readonly SharedPair[],
): ValuedPair[] {
  const nameOf = ({ topic, earlier }: TopicPair) => `${topic} ${earlier}`
  const byStories = new Set(shares.map(nameOf))
  const shared = shares.map((pair) => {
    const cosine = dot(now.get(pair.topic)!, before.get(pair.earlier)!)
    return { ...pair, value: Math.max(pair.share, rounded(cosine)) }
  })
  const alike = alikePairs(now, before, TREND_POLICY.cosine - 1 / PRECISION).flatMap((pair) => {
    const { topic, earlier } = pair
    const value = rounded(pair.cosine)
    return value < TREND_POLICY.cosine || byStories.has(nameOf(pair)) ? [] : [{ topic, earlier, share: 0, value }]
  })
  return [...shared, ...alike]
}
