import { backgroundIdf, backgroundOf, epochZero } from '../../../src/core/dedup/epoch/epoch.ts'
import { PAIR_POLICY, type PairPolicy, pairValue } from '../../../src/core/dedup/pair-rule.ts'
import { pairEdge } from '../../../src/core/dedup/stories/story-edge.ts'
import { STORY_POLICY, type StoryPolicy, storyMass } from '../../../src/core/dedup/stories/story-policy.ts'
import { areContrasted, LEAST_TITLES } from '../../../src/core/dedup/stories/title-contrast.ts'
import { averageLinkage, type LinkageEdge } from '../../../src/core/similar/average-linkage.ts'
import type { PairSet, StorySet } from './labelled-sets.ts'
import type { LabelledWindow } from './labelled-window.ts'
import { scoresOf } from './measures.ts'

/** The weights that are fitted: those of the pair rule, and how stories are chosen among links. */
export type Weights = PairPolicy & StoryPolicy

/** What the product ships. */
export const SHIPPED: Weights = { ...PAIR_POLICY, ...STORY_POLICY }

/** How well weights do on a set of stories; false stories are counted per thousand articles. */
export interface StoryScore {
  readonly p: number
  readonly r: number
  readonly f1: number
  readonly acrossFeeds: number
  readonly withinOne: number
}

/** Scores weights on a set of stories. */
export function scoreStories({ windows }: StorySet, weights: Weights): StoryScore {
  let [hits, said, wanted, acrossFeeds, withinOne, articles] = [0, 0, 0, 0, 0, 0]
  for (const window of windows) {
    const stories = storiesOf(window, weights)
    const gold = window.articles.map(({ gold: event }) => event)
    const found = gold.map((event, at) => `${event}\u0000${stories[at]}`)
    hits += pairsIn(found)
    said += pairsIn([...stories].map(String))
    wanted += pairsIn(gold)
    articles += gold.length
    for (const members of groupsOf(stories)) {
      if (new Set(members.map((at) => gold[at])).size === 1) continue
      const feedAt = (at: number) => window.articles[at]!.feed
      const isAcross = members.some((a) => members.some((b) => gold[a] !== gold[b] && feedAt(a) !== feedAt(b)))
      if (isAcross) acrossFeeds++
      else withinOne++
    }
  }
  const share = (count: number) => (1000 * count) / Math.max(1, articles)
  return { ...scoresOf(hits, said - hits, wanted - hits), acrossFeeds: share(acrossFeeds), withinOne: share(withinOne) }
}

/** The story of each article of a window, as the product would choose them. */
export function storiesOf({ articles, pairs, undatedMasses, bodyTerms }: LabelledWindow, weights: Weights): Int32Array {
  const edges: LinkageEdge[] = []
  const followUps: LinkageEdge[] = []
  /** Articles whose event another newsroom tells too. */
  const told = new Set<number>()
  for (const { a, b, evidence, setting, isCopy } of pairs) {
    const edge = isCopy ? COPY : pairEdge(evidence, setting, weights)
    if (edge === null) continue
    const isLink = edge.kind === 'link' || edge.kind === 'copy'
    if (isLink && !evidence.sameSource && !evidence.isCredited) told.add(a).add(b)
    if (edge.kind === 'follow-up') followUps.push({ a, b, weight: edge.weight, isLink: true })
    else edges.push({ a, b, weight: edge.weight, isLink })
  }
  edges.push(...followUps.filter(({ a, b }) => told.has(a) || told.has(b)))
  const masses = Float64Array.from(bodyTerms, (count, at) => storyMass(count, weights) * undatedMasses[at]!)
  const titlesOf = (members: readonly number[]) =>
    members.map((at) => {
      const { print } = articles[at]!
      return { title: print.title, idf: backgroundIdf(epochZero(), backgroundOf(print)) }
    })
  const areApart = (a: readonly number[], b: readonly number[]) =>
    Math.min(a.length, b.length) >= LEAST_TITLES && areContrasted(titlesOf(a), titlesOf(b))
  return averageLinkage(articles.length, edges, { least: weights.leastMean, masses, areApart })
}

const COPY = { weight: 1, kind: 'copy' } as const

/** The best F1 that any threshold of the pair value gives. */
export function bestF1({ pairs }: PairSet, weights: Weights): number {
  const valued = pairs
    .map(({ same, evidence, setting }) => ({ same, value: pairValue(evidence, setting, weights) }))
    .sort((a, b) => b.value - a.value)
  const wanted = valued.filter(({ same }) => same).length
  let [best, hits] = [0, 0]
  valued.forEach(({ same, value }, at) => {
    if (same) hits++
    // Between two equal values no threshold can part.
    if (valued[at + 1]?.value !== value) best = Math.max(best, (2 * hits) / (at + 1 + wanted))
  })
  return best
}

function groupsOf(labels: Int32Array): number[][] {
  const groups = new Map<number, number[]>()
  labels.forEach((label, at) => {
    const group = groups.get(label)
    if (group === undefined) groups.set(label, [at])
    else group.push(at)
  })
  return [...groups.values()]
}

/** How many pairs of a list are equal. */
function pairsIn(names: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  let pairs = 0
  for (const count of counts.values()) pairs += (count * (count - 1)) / 2
  return pairs
}
