import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dot, type SparseVector } from '../similar/vectors.ts'
import { createCompany } from './company.ts'
import type { StoryNewcomer } from './story-likeness.ts'

const LEAST = 0.05

const newcomer = fc
  .tuple(fc.uniqueArray(fc.nat(30), { maxLength: 12 }), fc.infiniteStream(fc.integer({ min: 1, max: 9 })), fc.nat(6))
  .map(([ids, drawn, most]): Pick<StoryNewcomer, 'vector' | 'heavy'> => {
    const sorted = Uint32Array.from(ids).sort()
    const raw = Float64Array.from(sorted, () => drawn.next().value)
    const length = Math.hypot(...raw)
    const vector: SparseVector = { ids: sorted, weights: raw.map((weight) => weight / length) }
    return { vector, heavy: [...sorted.keys()].slice(0, most) }
  })

/** What the heavy terms both have come to, in the precision they are kept in. */
function sharedHeavy(a: Pick<StoryNewcomer, 'vector' | 'heavy'>, b: Pick<StoryNewcomer, 'vector' | 'heavy'>): number {
  const others = new Map(Array.from(b.heavy, (at) => [b.vector.ids[at]!, Math.fround(b.vector.weights[at]!)]))
  let sum = 0
  for (const at of a.heavy) sum += Math.fround(a.vector.weights[at]!) * (others.get(a.vector.ids[at]!) ?? 0)
  return sum
}

test('finds all who share enough and nobody else, with the cosine of all their terms', () => {
  fc.assert(
    fc.property(fc.array(newcomer, { minLength: 1, maxLength: 25 }), (list) => {
      const company = createCompany(LEAST)
      list.forEach((one, place) => {
        const found = new Map<number, number>()
        company.each(one as StoryNewcomer, (other, cosine) => found.set(other, cosine))
        const shared = list.slice(0, place).map((other) => sharedHeavy(one, other))
        expect([...found.keys()].sort((a, b) => a - b)).toEqual([...shared.keys()].filter((at) => shared[at]! >= LEAST))
        for (const [other, cosine] of found) expect(cosine).toBeCloseTo(dot(one.vector, list[other]!.vector), 12)
        company.add(place, one as StoryNewcomer)
      })
    }),
    { seed: 9, numRuns: 150 },
  )
})
