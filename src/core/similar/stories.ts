import { normalizeTitle } from '../text/title.ts'
import { epoch0 } from './epoch0.ts'
import { countFrequencies, type DocumentFrequencies, idfOf } from './idf.ts'
import { neighbourGraph } from './neighbours.ts'
import type { StoryPolicy } from './policies.ts'
import { type Graph, potts } from './potts.ts'
import { meanIdf, type StoryTerms, storyTerms, storyVector } from './story-vector.ts'
import { createVocabulary, type SparseVector } from './vectors.ts'

/** An article as story clustering reads it; `key` settles order, so that arrival never does. */
export type StoryItem = {
  readonly key: string
  readonly title: string
  readonly body: string | null
  readonly language: string | null
  readonly sourceName: string | null
  /** Milliseconds, or null when not known. */
  readonly publishedAt: number | null
}

/** A window ready to be cut: the likeness graph, what each article asks of its company, and the vectors, in key order. */
export type StoryWindow = {
  readonly items: readonly StoryItem[]
  readonly vectors: readonly SparseVector[]
  readonly graph: Graph
  readonly masses: Float64Array
}

const HOUR_MS = 3_600_000

/** The stories of a window as lists of keys; the same for any order of the input. `background` defaults to epoch 0. */
export function clusterStories(
  items: readonly StoryItem[],
  policy: StoryPolicy,
  background?: DocumentFrequencies,
): string[][] {
  const window = storyWindow(items, policy, background)
  const labels = potts(window.graph, window.masses)
  const stories: string[][] = []
  labels.forEach((label, node) => {
    const story = (stories[label] ??= [])
    story.push(window.items[node]!.key)
  })
  return stories
}

/** Orders, counts, weighs and links the articles of a window. */
export function storyWindow(
  items: readonly StoryItem[],
  policy: StoryPolicy,
  background?: DocumentFrequencies,
): StoryWindow {
  const sorted = [...items].sort(byTimeThenKey)
  const texts = sorted.map((item) => storyTerms(textOf(item), policy))
  const vectors = vectorsOf(sorted, texts, policy, background)
  const graph = neighbourGraph(vectors, policy, nearnessOf(sorted, policy.fadeHours))
  return { items: sorted, vectors, graph, masses: massesOf(texts, vectors, policy) }
}

function byTimeThenKey(a: StoryItem, b: StoryItem): number {
  return (a.publishedAt ?? 0) - (b.publishedAt ?? 0) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
}

function textOf(item: StoryItem) {
  return { title: normalizeTitle(item.title, item.sourceName), body: item.body, language: item.language }
}

/** Words of different languages never meet in one background, so each article is weighed by its own. */
function vectorsOf(
  items: readonly StoryItem[],
  texts: readonly StoryTerms[],
  policy: StoryPolicy,
  background?: DocumentFrequencies,
): SparseVector[] {
  const window = idfOf(countFrequencies(texts.map(({ counts }) => counts.keys())))
  const vocabulary = createVocabulary()
  const means = new Map<DocumentFrequencies, (term: string) => number>()
  return items.map(({ title, language }, at) => {
    const counts = background ?? epoch0(language, title)
    const idf = means.get(counts) ?? meanIdf(idfOf(counts), window)
    means.set(counts, idf)
    return storyVector(texts[at]!, idf, vocabulary, policy.nameWeight)
  })
}

function nearnessOf(items: readonly StoryItem[], fadeHours: number) {
  return (a: number, b: number): number => {
    const [first, second] = [items[a]!.publishedAt, items[b]!.publishedAt]
    if (first === null || second === null) return 1
    return Math.exp(-Math.abs(first - second) / (fadeHours * HOUR_MS))
  }
}

/** √γ per article, less for a bare title, more for one that is alike to the whole window. */
export function massesOf(
  texts: readonly StoryTerms[],
  vectors: readonly SparseVector[],
  policy: StoryPolicy,
): Float64Array {
  const gamma = gammaOf(vectors.length, policy)
  const central = centralities(vectors)
  return Float64Array.from(texts, ({ bodyTerms }, at) => {
    const fullness = Math.min(1, bodyTerms / policy.fullBodyTerms)
    const text = policy.bareTitle + (1 - policy.bareTitle) * fullness
    return Math.sqrt(gamma * text) * Math.max(policy.leastCentral, central[at]!) ** policy.centralPower
  })
}

/** Grows with the window, in half octaves: one more article must not shift every story a little. */
export function gammaOf(size: number, policy: StoryPolicy): number {
  const halfOctaves = Math.round(2 * Math.log2(Math.max(1, size)))
  return policy.gammaBase + policy.gammaSlope * (halfOctaves / 2) * Math.LN2
}

/** How alike each vector is to all others, as a share of the mean: one product with the sum of all, not n² of them. */
export function centralities(vectors: readonly SparseVector[]): Float64Array {
  const total = sumOf(vectors)
  const values = Float64Array.from(vectors, ({ ids, weights }) => {
    let cosines = 0
    for (let at = 0; at < ids.length; at++) cosines += weights[at]! * total[ids[at]!]!
    return Math.max(0, cosines - 1)
  })
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, vectors.length)
  return mean === 0 ? values.fill(1) : values.map((value) => value / mean)
}

function sumOf(vectors: readonly SparseVector[]): Float64Array {
  const size = vectors.reduce((most, { ids }) => Math.max(most, (ids.at(-1) ?? -1) + 1), 0)
  const total = new Float64Array(size)
  for (const { ids, weights } of vectors) for (let at = 0; at < ids.length; at++) total[ids[at]!]! += weights[at]!
  return total
}
