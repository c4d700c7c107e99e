import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { STORY_POLICY } from './policies.ts'
import { areComparable, nearness, storyMass } from './story-mass.ts'

const HOUR_MS = 3_600_000
const full = { language: 'en', bodyTerms: 50, size: 300, centrality: 1 }
const mass = (given: Partial<typeof full>) => storyMass({ ...full, ...given }, STORY_POLICY)

describe('an article asks more of its company', () => {
  test.each([
    ['the more text it has', { bodyTerms: 3 }, { bodyTerms: 6 }],
    ['the more articles of its language there are', { size: 100 }, { size: 1000 }],
    ['the more it is like everything', { centrality: 0.7 }, { centrality: 1.1 }],
    ['in words than in pairs of characters', { language: 'zh' }, { language: 'en' }],
  ])('%s', (_fact, less, more) => expect(mass(more)).toBeGreaterThan(mass(less)))
})

test.each([
  ['a full text asks no more for being longer', { bodyTerms: 12 }, { bodyTerms: 500 }],
  ['a bare title is asked the same in any script', { bodyTerms: 0, language: 'ja' }, { bodyTerms: 0 }],
  ['a window of two is taken for a small one', { size: 2 }, { size: 16 }],
  ['the largest story of a small window is not held to it', { centrality: 1.3 }, { centrality: 9 }],
  ['what is like nothing is no glue', { centrality: 0 }, { centrality: 0.6 }],
])('%s', (_fact, one, other) => expect(mass(one)).toBe(mass(other)))

describe('nearness', () => {
  test.each([
    ['all at the same moment', 0, 1],
    ['half after the hours it fades in', STORY_POLICY.fadeHours, 1 / 2],
    ['a third after twice as many', 2 * STORY_POLICY.fadeHours, 1 / 3],
    ['nothing after a week', STORY_POLICY.reachHours + 1, 0],
  ])('leaves %s', (_fact, hours, left) => {
    expect(nearness(0, hours * HOUR_MS, STORY_POLICY)).toBeCloseTo(left, 12)
  })

  test('leaves all where a date is not known', () => expect(nearness(null, 5, STORY_POLICY)).toBe(1))

  test('does not know who came first', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (a, b) => {
        expect(nearness(a, b, STORY_POLICY)).toBe(nearness(b, a, STORY_POLICY))
      }),
      { seed: 3, numRuns: 100 },
    )
  })
})

test.each([
  ['en', 'en-GB', true],
  ['zh-TW', 'ZH', true],
  ['en', 'ja', false],
  [null, 'ja', true],
])('%s and %s are comparable: %s', (a, b, expected) => expect(areComparable(a, b)).toBe(expected))
