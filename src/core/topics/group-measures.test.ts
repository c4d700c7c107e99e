import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centroidOf, storedCentroid } from './centroid.ts'
import { groupMeasures } from './group-measures.ts'
import { chooseLead, measureMembers } from './rank-members.ts'
import type { TopicArticle } from './topic-article.ts'
import { windowVectors } from './window-vectors.ts'

/** Few words make equal weights and near centroids; many make more terms than a centroid keeps. */
const word = fc.oneof(fc.nat(30), fc.nat(400)).map((n) => `w${n.toString(36)}x`)
const words = (maxLength: number) => fc.array(word, { maxLength }).map((list) => list.join(' '))

const articles = fc
  .array(
    fc.record({ title: words(8), text: fc.option(words(150)), score: fc.nat(2), tier: fc.constantFrom('T1', 'T3') }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((list) =>
    list.map((given, at): TopicArticle => {
      return { ...given, key: `k${(7 * at) % 13}`, language: 'en', sourceName: null, published: at % 3 } as TopicArticle
    }),
  )

const plain = ({ ids, weights }: { readonly ids: Uint32Array; readonly weights: Float64Array }) => [
  [...ids],
  [...weights],
]

test('leads and centroids are those of the plain sums, to the last bit', () => {
  fc.assert(
    fc.property(articles, fc.array(fc.subarray(Array.from({ length: 12 }, (_, at) => at))), (list, drawn) => {
      const window = windowVectors(list)
      const measures = groupMeasures(window)
      for (const nodes of [...drawn, list.map((_, at) => at)]) {
        const group = nodes.filter((node) => node < list.length)
        if (group.length === 0) continue
        const vectors = group.map(window.vectorOf)
        const centroid = centroidOf(vectors)
        const members = measureMembers(
          group.map((node) => window.articles[node]!),
          vectors,
          centroid,
        )
        const one = measures.centroidOfOne(group[0]!)
        expect(plain(one)).toEqual(plain(storedCentroid(vectors[0]!)))
        if (group.length === 1) continue
        const { lead, centroid: known } = measures.of(group)
        expect(lead).toBe(chooseLead(members))
        expect(plain(known)).toEqual(plain(storedCentroid(centroid)))
        // What was kept before is not overwritten.
        expect(plain(one)).toEqual(plain(storedCentroid(vectors[0]!)))
      }
    }),
    { numRuns: 150 },
  )
})
