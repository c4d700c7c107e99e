import { dbscan, NOISE } from '../../src/core/similar/dbscan.ts'
import { countFrequencies, idfOf } from '../../src/core/similar/idf.ts'
import { STORY_POLICY } from '../../src/core/similar/policies.ts'
import { placeNewcomers, potts } from '../../src/core/similar/potts.ts'
import { type StoryItem, storyWindow } from '../../src/core/similar/stories.ts'
import { leadOf, terms } from '../../src/core/similar/terms.ts'
import { createVocabulary, unitVector } from '../../src/core/similar/vectors.ts'
import type { LabelledItem } from './corpus.ts'

/** Gives each item of a window the name of its cluster. */
export type Clusterer = (items: readonly LabelledItem[]) => Map<string, string>

/** What Copytaster does with a window: the stories after refining. */
export const refinedStories: Clusterer = (items) => {
  const window = storyWindow(items.map(asStoryItem), STORY_POLICY)
  return named(window.items, potts(window.graph, window.masses))
}

/** What it knows before refining: each article joins the best story there is when it arrives. */
export const arrivingStories: Clusterer = (items) => {
  const window = storyWindow(items.map(asStoryItem), STORY_POLICY)
  const none = new Int32Array(window.items.length).fill(-1)
  return named(window.items, placeNewcomers(window.graph, window.masses, none))
}

/** The letter of the seeds: DBSCAN(0.4, 2) on TF-IDF of the title twice and the first 200 words; noise stands alone. */
export const literalDbscan: Clusterer = (items) => {
  const counted = items.map((item) => {
    const counts = new Map<string, number>()
    const lead = item.body === null ? '' : leadOf(item.body, 200)
    for (const term of terms(`${item.title} ${item.title} ${lead}`, item.language)) {
      counts.set(term, (counts.get(term) ?? 0) + 1)
    }
    return counts
  })
  const idf = idfOf(countFrequencies(counted.map((counts) => counts.keys())))
  const vocabulary = createVocabulary()
  const vectors = counted.map((counts) =>
    unitVector([...counts].map(([term, count]) => [vocabulary.numberOf(term), count * idf(term)] as const)),
  )
  const labels = dbscan(vectors, 0.4, 2)
  return new Map(items.map(({ id }, at) => [id, labels[at] === NOISE ? `alone ${id}` : String(labels[at])]))
}

function asStoryItem({ id, title, body, sourceName, publishedAt, language }: LabelledItem): StoryItem {
  return { key: id, title, body, sourceName, publishedAt, language }
}

function named(items: readonly StoryItem[], labels: Int32Array): Map<string, string> {
  return new Map(items.map(({ key }, at) => [key, String(labels[at])]))
}
