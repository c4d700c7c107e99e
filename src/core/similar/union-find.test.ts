import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUnionFind } from './union-find.ts'

test('createUnionFind finds the smallest number of each connected component, in whatever order pairs are joined', () => {
  const number = fc.nat({ max: 19 })
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { maxLength: 30 }), (pairs) => {
      let leaders = Array.from({ length: 20 }, (_, at) => at)
      const sets = createUnionFind(20)
      for (const [a, b] of pairs) {
        const [first, second] = [leaders[a]!, leaders[b]!]
        expect(sets.unite(a, b)).toBe(first !== second)
        leaders = leaders.map((leader) => (leader === first || leader === second ? Math.min(first, second) : leader))
      }
      expect(leaders.map((_, at) => sets.find(at))).toEqual(leaders)
    }),
    { numRuns: 200, seed: 6 },
  )
})
