import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countFrequencies, idfOf } from './idf.ts'
import { neighbourGraph } from './neighbours.ts'
import { STORY_POLICY } from './policies.ts'
import { placeNewcomers, potts } from './potts.ts'
import { clusterStories, massesOf, type StoryItem, storyWindow } from './stories.ts'
import { gammaOf } from './story-mass.ts'
import { meanIdf } from './story-vector.ts'
import { dot, unitVector } from './vectors.ts'

const NEWS = [
  [
    'Storm floods harbour town of Eastmere',
    'Heavy rain flooded the harbour of Eastmere on Monday and hundreds left their homes as the river rose.',
  ],
  [
    'Hundreds leave homes as Eastmere floods',
    'The river rose in Eastmere after heavy rain and the harbour was flooded, officials said on Monday.',
  ],
  [
    'Eastmere flood: harbour under water',
    'Rain flooded Eastmere harbour. Hundreds of people left their homes when the river burst its banks.',
  ],
  [
    'Chipmaker Norvex buys rival Tessel',
    'Norvex said it would buy Tessel in a deal that joins two makers of memory chips.',
  ],
  [
    'Norvex to acquire memory chip rival Tessel',
    'The deal between Norvex and Tessel joins two makers of memory chips, the companies said.',
  ],
  [
    'Veteran striker Malo retires at 38',
    'Malo, who scored in two finals, said he would retire from football at the end of the season.',
  ],
] as const

const items: StoryItem[] = NEWS.map(([title, body], at) => ({
  key: `k${at}`,
  title,
  body,
  language: 'en',
  sourceName: null,
  publishedAt: 1_000_000_000 + at * 60_000,
}))

const asSets = (stories: readonly (readonly string[])[]) => stories.map((story) => [...story].sort().join(' ')).sort()

describe('clusterStories', () => {
  test('groups what tells one event and leaves the rest alone', () => {
    expect(asSets(clusterStories(items, STORY_POLICY))).toEqual(['k0 k1 k2', 'k3 k4', 'k5'])
  })

  test('does not depend on the order of its input', () => {
    const expected = asSets(clusterStories(items, STORY_POLICY))
    fc.assert(
      fc.property(fc.shuffledSubarray(items, { minLength: items.length }), (shuffled) => {
        expect(asSets(clusterStories(shuffled, STORY_POLICY))).toEqual(expected)
      }),
      { numRuns: 30, seed: 6 },
    )
  })

  test('gives the same stories for any arrival order once refined', () => {
    const words = ['storm', 'flood', 'bank', 'vote', 'rocket', 'trial', 'strike', 'harvest', 'merger', 'goal']
    const title = fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 5 }).map((list) => list.join(' '))
    fc.assert(
      fc.property(fc.array(title, { minLength: 2, maxLength: 25 }), fc.infiniteStream(fc.nat()), (titles, order) => {
        const all = titles.map((text, at) => ({ ...items[0]!, key: `k${at}`, title: text, body: null }))
        const ranks = all.map(() => order.next().value as number)
        const arrived = all.map((_, at) => at).sort((a, b) => ranks[a]! - ranks[b]! || a - b)
        const window = storyWindow(
          arrived.map((at) => all[at]!),
          STORY_POLICY,
        )
        placeNewcomers(window.graph, window.masses, new Int32Array(all.length).fill(-1))
        const refined = potts(window.graph, window.masses)
        const direct = storyWindow(all, STORY_POLICY)
        expect(window.items).toEqual(direct.items)
        expect(refined).toEqual(potts(direct.graph, direct.masses))
      }),
      { numRuns: 50, seed: 6 },
    )
  })

  test('of nothing is nothing', () => expect(clusterStories([], STORY_POLICY)).toEqual([]))
})

describe('the resolution', () => {
  test('does not move with every new article', () => {
    expect(gammaOf(1000, STORY_POLICY)).toBe(gammaOf(1001, STORY_POLICY))
  })

  test('grows with the window in small steps', () => {
    let last = gammaOf(1, STORY_POLICY)
    for (let size = 2; size < 5000; size++) {
      const next = gammaOf(size, STORY_POLICY)
      expect(next).toBeGreaterThanOrEqual(last)
      expect(next - last).toBeLessThan(0.014)
      last = next
    }
  })

  test('asks less of bare titles, and rises with each word of body instead of at a majority', () => {
    const text = (bodyTerms: number) => ({ counts: new Map([['a', 1]]), names: new Set<string>(), bodyTerms })
    const one = unitVector([[0, 1]])
    const masses = massesOf([0, 3, 6, 12, 100].map(text), [one, one, one, one, one], Array(5).fill('en'), STORY_POLICY)
    for (let at = 1; at < 4; at++) expect(masses[at]).toBeGreaterThan(masses[at - 1]!)
    expect(masses[4]).toBe(masses[3])
  })
})

test('the mean of background and window tells words apart where a window of two cannot', () => {
  const window = idfOf(
    countFrequencies([
      ['budget', 'kumquat'],
      ['budget', 'kumquat'],
    ]),
  )
  expect(window('budget')).toBe(window('kumquat'))
  const mean = meanIdf((term) => (term === 'budget' ? 2 : 8), window)
  expect(mean('kumquat')).toBeGreaterThan(mean('budget'))
})

test('neighbourGraph finds what comparing all pairs finds when every term is heavy', () => {
  const vector = fc
    .array(fc.tuple(fc.nat({ max: 9 }), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 5 })
    .map((entries) => unitVector([...new Map(entries)]))
  fc.assert(
    fc.property(fc.array(vector, { maxLength: 15 }), (all) => {
      const graph = neighbourGraph(all, { heaviest: 99, commonest: 99, leastHeavy: 0, least: 0.1 }, () => 1)
      all.forEach((a, node) => {
        const found = Array.from(graph.targets.subarray(graph.starts[node], graph.starts[node + 1])).sort(
          (x, y) => x - y,
        )
        expect(found).toEqual(all.flatMap((b, other) => (other !== node && dot(a, b) >= 0.1 ? [other] : [])))
      })
    }),
    { numRuns: 100, seed: 6 },
  )
})
