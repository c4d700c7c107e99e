import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitVector } from '../similar/vectors.ts'
import { likenessTo } from './relevance.ts'
import { subjectLikeness } from './subject-likeness.ts'

const terms = (value: fc.Arbitrary<number>, maxLength: number) =>
  fc.uniqueArray(fc.tuple(fc.nat(60), value), { selector: ([id]) => id, maxLength })

test('is the cosine of the whole vector to the last bit', () => {
  const weight = fc.double({ min: -1, max: 3, noNaN: true })
  fc.assert(
    fc.property(terms(weight, 80), terms(fc.integer({ min: 1, max: 255 }), 60), weight, (wanted, said, scale) => {
      const idf = (id: number) => (id % 7 === 0 ? 0 : scale * Math.log(2 + id))
      const profile = unitVector(wanted)
      const vector = unitVector(said.map(([id, count]) => [id, (1 + Math.log(count)) * idf(id)]))
      const sorted = said.toSorted(([a], [b]) => a - b)
      const subject = {
        ids: Uint32Array.from(sorted, ([id]) => id),
        counts: Uint8Array.from(sorted, ([, count]) => count),
      }
      expect(subjectLikeness(profile, subject, idf)).toBe(likenessTo(profile, vector))
    }),
  )
})
