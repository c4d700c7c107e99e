import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStoryEdges, type FoundEdge, type StoryEdges } from './story-edges.ts'

const NODES = 7
const NODE = fc.nat(NODES - 1)

/** Edges as plain lists: what was added first comes first. */
function plainEdges() {
  const lists: { other: number; weight: number }[][] = Array.from({ length: NODES }, () => [])
  const drop = (a: number, b: number): void => {
    lists[a] = lists[a]!.filter(({ other }) => other !== b)
  }
  return {
    has: (a: number, b: number) => lists[a]!.some(({ other }) => other === b),
    add: (a: number, b: number, weight: number) => {
      lists[a]!.push({ other: b, weight })
      lists[b]!.push({ other: a, weight })
    },
    replace: (a: number, b: number, weight: number) => {
      for (const [one, other] of [[a, b] as const, [b, a] as const])
        lists[one] = lists[one]!.map((edge) => (edge.other === other ? { other, weight } : edge))
    },
    drop: (a: number, b: number) => {
      drop(a, b)
      drop(b, a)
    },
    clear: (node: number) => {
      for (const { other } of lists[node]!) drop(other, node)
      lists[node] = []
    },
    lists: () => lists,
  }
}

function edgeOf(weight: number): FoundEdge {
  const evidence = { overlap: weight, titles: 1, headlines: 2, shared: 3, rarest: 4, otherFigures: 5, names: 6 }
  const setting = { otherNumbers: true, otherFixedNumbers: false, otherPlaces: true, veto: 'occasion' } as const
  return { weight, kind: 'link', evidence: { ...evidence, terms: 7, otherNames: 8 }, setting }
}

function listsOf(edges: StoryEdges) {
  return Array.from({ length: NODES }, (_, node) => {
    const list: { other: number; weight: number }[] = []
    edges.each(node, (other, weight) => list.push({ other, weight }))
    return list
  })
}

test('edges are those of plain lists, in the order of addition, whatever is dropped in between', () => {
  const step = fc.tuple(fc.constantFrom('add', 'add', 'add', 'replace', 'drop', 'clear'), NODE, NODE)
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [edges, plain] = [createStoryEdges(), plainEdges()]
      for (const [nth, [how, a, b]] of steps.entries()) {
        if (how === 'clear') {
          edges.clear(a)
          plain.clear(a)
        } else if (a !== b && plain.has(a, b) === (how !== 'add')) {
          if (how === 'drop') edges.drop(a, b)
          else edges[how](a, b, edgeOf(nth))
          plain[how as 'add'](a, b, nth)
          if (how !== 'drop') expect(edges.between(b, a)).toEqual(edgeOf(nth))
        }
        expect(listsOf(edges)).toEqual(plain.lists())
      }
    }),
    { seed: 53, numRuns: 400 },
  )
})

test('an edge that is added while the edges of its node are visited is visited too', () => {
  const edges = createStoryEdges()
  edges.add(0, 1, edgeOf(1))
  const visited: number[] = []
  edges.each(0, (other) => {
    if (visited.push(other) < 3) edges.add(0, other + 1, edgeOf(1))
  })
  expect(visited).toEqual([1, 2, 3])
})
