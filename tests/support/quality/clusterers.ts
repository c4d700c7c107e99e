import { createDeduper } from '../../../src/core/dedup/deduper.ts'
import { dbscan, NOISE } from '../../../src/core/similar/dbscan.ts'
import { countFrequencies, idfOf } from '../../../src/core/similar/idf.ts'
import { leadOf, terms } from '../../../src/core/similar/terms.ts'
import { createVocabulary, unitVector } from '../../../src/core/similar/vectors.ts'
import type { LabelledItem } from './corpus.ts'

/** Gives each item of a window the name of its cluster. */
export type Clusterer = (items: readonly LabelledItem[]) => Map<string, string>

/** What Copytaster does with a window: the stories after refining. */
export const refinedStories: Clusterer = (items) => {
  const deduper = createDeduper('calibrated')
  for (const { id, title, body, sourceName, publishedAt, language } of items)
    deduper.add({ id, title, text: body, source: sourceName, published: publishedAt, language })
  return new Map(deduper.storyOf())
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
