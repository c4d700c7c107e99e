import fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '../../../../tests/support/volume.ts'
import { EDGE_KINDS } from './story-edge.ts'
import { createStoryEdges, type FoundEdge } from './story-edges.ts'

const NODES = 4
const number = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 9, noNaN: true }))
const found: fc.Arbitrary<FoundEdge> = fc.record({
  weight: fc.double({ min: -1, max: 1, noNaN: true }),
  kind: fc.constantFrom(...EDGE_KINDS),
  evidence: fc.record({
    overlap: number,
    titles: number,
    headlines: number,
    shared: number,
    rarest: number,
    otherFigures: fc.integer({ min: 0, max: 300 }),
    terms: number,
    otherNames: number,
    names: number,
  }),
  setting: fc.option(
    fc.record({
      veto: fc.constantFrom(null, 'version' as const, 'numbers' as const, 'one-term' as const),
      otherNumbers: fc.boolean(),
      otherFixedNumbers: fc.boolean(),
      otherPlaces: fc.boolean(),
    }),
  ),
})
const node = fc.nat(NODES - 1)
const operations = fc.array(
  fc.record({ kind: fc.constantFrom('add', 'add', 'add', 'replace', 'drop', 'clear'), a: node, b: node, found }),
  { minLength: 20, maxLength: 60 },
)

interface Plain {
  readonly a: number
  readonly b: number
  found: FoundEdge
}

test('edges are those of a plain list, in the order in which they were added', () => {
  let dropped = 0
  fc.assert(
    fc.property(operations, (list) => {
      const edges = createStoryEdges()
      let plain: Plain[] = []
      const isAt = (edge: Plain, a: number, b: number) =>
        (edge.a === a && edge.b === b) || (edge.a === b && edge.b === a)
      for (const { kind, a, b, found } of list) {
        const known = plain.find((edge) => isAt(edge, a, b))
        if (kind === 'clear') {
          edges.clear(a)
          plain = plain.filter((edge) => edge.a !== a && edge.b !== a)
        } else if (kind === 'add' && known === undefined && a !== b) {
          edges.add(a, b, found)
          plain.push({ a, b, found })
        } else if (kind === 'replace' && known !== undefined) {
          edges.replace(a, b, found)
          known.found = found
        } else if (kind === 'drop' && known !== undefined) {
          edges.drop(a, b)
          plain = plain.filter((edge) => edge !== known)
          dropped++
        }
      }
      for (let at = 0; at < NODES; at++) {
        const seen: unknown[] = []
        edges.each(at, (other, weight, kind) => seen.push([other, weight, kind]))
        const own = plain.filter(({ a, b }) => a === at || b === at)
        expect(seen).toEqual(own.map(({ a, b, found }) => [a === at ? b : a, found.weight, found.kind]))
        for (const edge of own) expect(edges.between(edge.a, edge.b)).toEqual(edge.found)
      }
    }),
    { seed: 3, numRuns: volume(200, 5_000) },
  )
  expect(dropped).toBeGreaterThan(50)
})

test('an edge that is added while the edges of its node are visited is visited too', () => {
  const [link] = fc.sample(found, { seed: 1, numRuns: 1 }) as [FoundEdge]
  const edges = createStoryEdges()
  edges.add(0, 1, link)
  const visited: number[] = []
  edges.each(0, (other) => {
    if (visited.push(other) < 3) edges.add(0, other + 1, link)
  })
  expect(visited).toEqual([1, 2, 3])
})
