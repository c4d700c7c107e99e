import type { TopicSnapshot, Trend, TrendTag, VanishedTopic } from '../domain/topic.ts'
import { dot, type SparseVector } from '../similar/vectors.ts'
import { wholeVector } from './middle.ts'
import { alikePairs, type TopicPair } from './pair-topics.ts'

/** A topic as it is known again; its middle is made when it is asked for, which is where stories do not tell. */
export interface KnownTopic {
  readonly stories: readonly string[]
  readonly middle: () => SparseVector
}

/** A topic of the window before, which needs no label to be known again. */
export interface EarlierTopic extends KnownTopic, Pick<TopicSnapshot, 'key' | 'count' | 'history'> {}

/** A topic as it was stored. */
export function earlierTopic({ key, stories, centroid, count, history }: TopicSnapshot): EarlierTopic {
  return { key, stories, count, history, middle: () => wholeVector(centroid) }
}

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
export function continuations(now: readonly KnownTopic[], before: readonly KnownTopic[]): Int32Array {
  const found = new Int32Array(now.length).fill(-1)
  const taken = new Uint8Array(before.length)
  const shares = sharesOf(now, before)
  // Nothing beats a topic all of whose stories go on, so those are settled before a middle is looked at.
  settle(
    shares.filter(({ share }) => share === 1).map((pair) => ({ ...pair, value: 1 })),
    found,
    taken,
  )
  const open = shares.filter(({ topic, earlier }) => found[topic] === -1 && taken[earlier] === 0)
  const fresh = middlesOf(now, (topic) => found[topic] === -1)
  const old = middlesOf(before, (earlier) => taken[earlier] === 0)
  settle(valuedPairs(fresh, old, open), found, taken)
  return found
}

/** What became of a topic; `earlier` is null for one that was not there. */
export function trendOf(count: number, earlier: Pick<TopicSnapshot, 'count' | 'history'> | null): Trend {
  const before = earlier?.count ?? 0
  const history = [...(earlier?.history ?? []), count].slice(-TREND_POLICY.windows)
  return { tag: tagOf(before, count), before, now: count, history }
}

/** The topics of the window before that nothing goes on from, largest first. */
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

/** How much of an earlier topic's stories a topic has. */
interface SharedPair extends TopicPair {
  readonly share: number
}

interface ValuedPair extends SharedPair {
  readonly value: number
}

/** Best pair first; equal ones go by the stories, then by their places. */
function settle(pairs: ValuedPair[], found: Int32Array, taken: Uint8Array): void {
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
  return now.flatMap(({ stories }, topic) => {
    const shared = new Map<number, number>()
    for (const earlier of stories.flatMap((story) => byStory.get(story) ?? [])) {
      shared.set(earlier, (shared.get(earlier) ?? 0) + 1)
    }
    const pairs = Array.from(shared, ([earlier, count]) => {
      return { topic, earlier, share: count / before[earlier]!.stories.length }
    })
    return pairs.filter(({ share }) => share > TREND_POLICY.continuing)
  })
}

/** The middles of topics nothing is known of yet, by their places. */
function middlesOf(topics: readonly KnownTopic[], isOpen: (at: number) => boolean): Map<number, SparseVector> {
  const middles = new Map<number, SparseVector>()
  topics.forEach((topic, at) => {
    if (isOpen(at)) middles.set(at, topic.middle())
  })
  return middles
}

/** Rounded, so that no tie hangs on the order of adding. */
const PRECISION = 1e6

/** How sure it is of each pair that its topics are one, by stories or by their middles. */
function valuedPairs(
  now: ReadonlyMap<number, SparseVector>,
  before: ReadonlyMap<number, SparseVector>,
  shares: readonly SharedPair[],
): ValuedPair[] {
  const nameOf = ({ topic, earlier }: TopicPair) => `${topic} ${earlier}`
  const byStories = new Set(shares.map(nameOf))
  const alike = alikePairs(now, before, TREND_POLICY.cosine - 1 / PRECISION).filter(
    (pair) => !byStories.has(nameOf(pair)),
  )
  return [...shares, ...alike.map((pair) => ({ ...pair, share: 0 }))].flatMap((pair) => {
    const cosine = Math.round(dot(now.get(pair.topic)!, before.get(pair.earlier)!) * PRECISION) / PRECISION
    return pair.share === 0 && cosine < TREND_POLICY.cosine ? [] : { ...pair, value: Math.max(pair.share, cosine) }
  })
}
