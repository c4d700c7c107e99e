import { normalizeTitle } from '../text/title.ts'
import { scriptOf } from '../text/words.ts'
import { backgroundLanguage } from './background-language.ts'
import { epoch0 } from './epoch0.ts'
import { countFrequencies, type DocumentFrequencies, idfOf } from './idf.ts'
import { neighbourGraph } from './neighbours.ts'
import type { StoryPolicy } from './policies.ts'
import { type Graph, potts } from './potts.ts'
import { areComparable, nearness, storyMass } from './story-mass.ts'
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
  const graph = neighbourGraph(vectors, policy, nearnessOf(sorted, policy))
  const languages = sorted.map(({ language, title }) => backgroundLanguage(language, () => scriptOf(title)))
  return { items: sorted, vectors, graph, masses: massesOf(texts, vectors, languages, policy) }
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

function nearnessOf(items: readonly StoryItem[], policy: StoryPolicy) {
  return (a: number, b: number): number => {
    const [first, second] = [items[a]!, items[b]!]
    if (!areComparable(first.language, second.language)) return 0
    return nearness(first.publishedAt, second.publishedAt, policy)
  }
}

/** What each article asks of its company, among those of its language: the others cannot be company. */
export function massesOf(
  texts: readonly StoryTerms[],
  vectors: readonly SparseVector[],
  languages: readonly string[],
  policy: StoryPolicy,
): Float64Array {
  const masses = new Float64Array(texts.length)
  for (const language of new Set(languages)) {
    const places = [...languages.keys()].filter((at) => languages[at] === language)
    const central = centralities(places.map((at) => vectors[at]!))
    places.forEach((at, i) => {
      const { bodyTerms } = texts[at]!
      masses[at] = storyMass({ language, bodyTerms, size: places.length, centrality: central[i]! }, policy)
    })
  }
  return masses
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
